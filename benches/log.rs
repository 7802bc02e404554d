//! What the audit log costs.

fn main() {}
