//! (room: effects)

pub mod profiles;
pub mod shell_seam;
