//! File systems to decide on: the machine's, and one that a call brings along.

mod case_files;
mod disk;

pub use case_files::CaseFiles;
pub use disk::Disk;
