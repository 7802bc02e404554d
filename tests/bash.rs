//! bash as the judge: whatever it runs, reads or writes must be among the effects that the engine finds.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

#[path = "bash/corpus.rs"]
mod corpus;
#[path = "bash/found.rs"]
mod found;
#[path = "bash/generate.rs"]
mod generate;
#[path = "bash/judge.rs"]
mod judge;
#[path = "bash/properties.rs"]
mod properties;
#[path = "bash/sandbox.rs"]
mod sandbox;
#[expect(dead_code, reason = "other tests damage what it makes")]
#[path = "shell_syntax/generate.rs"]
mod syntax;
