//! What has had its time, and what nobody finished.

pub(super) mod expired_rule;
pub(super) mod todo_comment;
pub(super) mod unused_mark;
