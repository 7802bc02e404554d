//! `toolgate fmt`: the canonical layout.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::output::{Failure, Output};
use crate::engine::mistakes::UnreadableFile;
use crate::engine::read::{LineEnds, MAX_FILE_BYTES, ReadError, policy_text, read_limited};
use crate::engine::{replace_file, walk};
use crate::explain::diff;
use crate::model::{SourceOrigin, Sources, Span, Untrusted};
use crate::syntax;

/// Bring policy files into the one canonical layout
///
/// Comments and meaning stay: the new text is read again and compared before anything is written. Byte order marks and
/// carriage returns are taken away.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Examples:
  toolgate fmt .toolgate/policies
  toolgate fmt --check --diff policies    # for CI: writes nothing, exits 1 if a file would change
  toolgate fmt - < a.policy               # from stdin to stdout")]
pub(crate) struct Fmt {
    /// Files, directories (with all below them), or - for stdin to stdout
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write nothing; exit 1 if a file is not in the canonical layout
    #[arg(long)]
    check: bool,
    /// Print what changes, or with --check what would
    #[arg(long)]
    diff: bool,
}

/// What became of a file.
enum Done {
    Unchanged(String),
    Changed { old: String, new: String },
    Failed,
}

impl Fmt {
    pub(crate) fn run(self, out: &mut Output) -> Result<Exit, Failure> {
        if self.paths.iter().any(|path| path.as_os_str() == "-") {
            if self.paths.len() > 1 {
                return Err(Failure::new("`-` stands alone: stdin goes to stdout"));
            }
            return self.stdin(out);
        }
        let mut exit = Exit::Fine;
        let mut changed = 0_usize;
        for path in &self.paths {
            let files = match walk::policy_files(path) {
                Ok(files) => files,
                Err((path, mistake)) => {
                    broken(out, &path, mistake.into());
                    exit = exit.and(Exit::Broken);
                    continue;
                }
            };
            if files.is_empty() {
                return Err(Failure::new(format!("`{}` holds no `.policy` file", path.display())));
            }
            for file in files {
                let done = match read_limited(&file, MAX_FILE_BYTES) {
                    Ok(bytes) => format(out, &file, bytes),
                    Err(error) => {
                        broken(out, &file, error);
                        Done::Failed
                    }
                };
                changed += usize::from(matches!(done, Done::Changed { .. }));
                exit = exit.and(self.finish(out, &file, done)?);
            }
        }
        if changed > 0 {
            let verb = if self.check { "would change" } else { "changed" };
            out.notice(&format!("{changed} {} {verb}\n", if changed == 1 { "file" } else { "files" }));
        }
        Ok(exit)
    }

    fn stdin(&self, out: &mut Output) -> Result<Exit, Failure> {
        let name = Path::new("<stdin>");
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|e| Failure::new(format!("cannot read stdin: {e}")))?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(Failure::new(format!("stdin is larger than {MAX_FILE_BYTES} bytes")));
        }
        let (old, new, exit) = match format(out, name, bytes) {
            Done::Failed => return Ok(Exit::Broken),
            Done::Unchanged(text) => (text.clone(), text, Exit::Fine),
            Done::Changed { old, new } => (old, new, if self.check { Exit::Deny } else { Exit::Fine }),
        };
        if self.diff {
            out.text(&diff::unified("<stdin>", &old, &new))?;
        } else if !self.check {
            out.text(&new)?;
        }
        Ok(exit)
    }

    fn finish(&self, out: &mut Output, path: &Path, done: Done) -> Result<Exit, Failure> {
        let shown = path.display().to_string();
        let (old, new) = match done {
            Done::Failed => return Ok(Exit::Broken),
            Done::Unchanged(_) => return Ok(Exit::Fine),
            Done::Changed { old, new } => (old, new),
        };
        if self.diff {
            out.text(&Untrusted(&diff::unified(&shown, &old, &new)).lines_visible())?;
        } else {
            out.line(Untrusted(&shown).visible())?;
        }
        if self.check {
            return Ok(Exit::Deny);
        }
        replace_file(path, &new).map_err(|e| Failure::new(format!("cannot write `{shown}`: {e}")))?;
        Ok(Exit::Fine)
    }
}

/// Formats what a file holds. Errors are told here.
fn format(out: &Output, path: &Path, bytes: Vec<u8>) -> Done {
    let mended = match policy_text(bytes.clone(), LineEnds::Mend) {
        Ok(text) => text,
        Err(error) => {
            broken(out, path, error);
            return Done::Failed;
        }
    };
    let mut sources = Sources::new();
    let origin = SourceOrigin::Disk(path.to_owned());
    // The formatter's diagnostics point into source 0.
    sources.add(path.display().to_string(), mended.as_str(), origin);
    match syntax::format(&mended) {
        Ok(new) if new.as_bytes() == bytes => Done::Unchanged(new),
        Ok(new) => Done::Changed { old: mended, new },
        Err(diagnostics) => {
            out.diagnose_all(&diagnostics, &sources);
            Done::Failed
        }
    }
}

/// Tells what is wrong with a file that can't be read.
fn broken(out: &Output, path: &Path, error: ReadError) {
    let mut sources = Sources::new();
    let shown = path.display().to_string();
    let source = sources.add(shown.as_str(), error.text, SourceOrigin::Disk(path.to_owned()));
    let span = Span::new(source, error.at.start, error.at.end);
    out.diagnose(&UnreadableFile::new(shown, error.mistake, span).report(), &sources);
}
