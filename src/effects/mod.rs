//! (room: effects)
