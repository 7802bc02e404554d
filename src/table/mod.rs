//! (room: table)
