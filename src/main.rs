//! The `toolgate` program.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    toolgate::cli::main()
}
