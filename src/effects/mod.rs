//! (room: effects)

pub mod profiles;
