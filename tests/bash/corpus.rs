//! The commands of the corpora.
