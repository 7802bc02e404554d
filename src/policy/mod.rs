//! (room: policy)
