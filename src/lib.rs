//! toolgate: a permission engine for AI agents.
//!
//! An agent wants to call a tool; [`Engine::decide`](engine::Engine::decide) answers allow, confirm (a person must agree) or
//! deny, by policies: text files that people read in review. Rules match what a call *does*: the programs it runs, the
//! files it reads and writes, the hosts it contacts. The strictest rule that holds wins, in whatever order rules stand; what can't be
//! known before the call runs can raise a verdict, never lower it; whatever goes wrong ends in deny.
//!
//! ```
//! use toolgate::{Call, Engine, Verdict};
//!
//! // Load: texts, files, directories, or what is found on this machine.
//! let engine = Engine::builder()
//!     .text("agent.policy", r#"
//!         tool shell     { operation exec  arg command: shell }
//!         tool read_file { operation read  arg path: path }
//!
//!         rule read-project  operation is read and path within root => allow
//!         rule look          command runs [`git (status|log|diff) ...`, `cat ...`] => allow
//!         rule push          command runs `git push ...` => confirm "sends commits to a remote"
//!         rule no-keys       path like "/**/.env" => deny "credentials must not reach the model"
//!     "#)
//!     .load()?;
//!
//! // Decide: before each call of a tool.
//! let call: Call = serde_json::from_str(r#"{
//!     "tool": "shell", "args": {"command": "git log -3 && cat .env"}, "cwd": "/srv/shop", "root": "/srv/shop"
//! }"#)?;
//! let decision = engine.decide(&call);
//! assert_eq!(decision.verdict, Verdict::Deny);
//! assert_eq!(decision.rule.as_deref(), Some("no-keys"));
//! assert_eq!(decision.reason.as_deref(), Some("credentials must not reach the model"));
//!
//! // Explain: what the call does, which rules applied, which came close, what would change the verdict.
//! let why = engine.explain(&call);
//! assert!(why.effects.iter().any(|effect| effect.operation == "read"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What the program does with the answer
//!
//! - **allow**: run the tool.
//! - **confirm**: ask a person; run the tool only if they agree. [`Decision`] has the reason and what is asked for.
//! - **deny**: do not run it. Give the model the reason and the suggested safer way as the tool's result, and go on.
//!
//! # When policies do not load
//!
//! [`Builder::load`](engine::Builder::load) gives an error with every mistake and its place;
//! [`Builder::load_or_deny`](engine::Builder::load_or_deny) gives an engine that denies every call and says why. There is no way to
//! get an engine that has left out what it could not read.
//!
//! # Rules at run time
//!
//! [`Engine::add`](engine::Engine::add) and [`Engine::remove`](engine::Engine::remove) change the rules of the running program. An engine is
//! cheap to clone, and its clones share what is compiled; they do not share such changes.
//!
//! # Features
//!
//! `cli` (on by default) is the `toolgate` program; it brings `gate`, what stands before a tool runs: the audit log and what is remembered
//! ([`store`]). A library that decides needs none:
//! `toolgate = { version = "0.1", default-features = false }`.

#![forbid(unsafe_code)]

// The parser that pest generates without its std feature names it.
extern crate alloc;

#[cfg(feature = "cli")]
pub mod cli;
pub mod effects;
pub mod engine;
pub mod explain;
#[cfg(feature = "gate")]
pub mod gate;
pub mod invocation;
pub mod lint;
pub mod matchers;
pub mod model;
pub mod policy;
pub mod redact;
#[cfg(feature = "gate")]
pub mod store;
pub mod syntax;
pub mod table;

pub use engine::{Builder, Engine, LoadError};
pub use explain::Explanation;
pub use model::{Call, DecidedBy, Decision, Risk, Verdict};
