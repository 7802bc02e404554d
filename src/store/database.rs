//! The database file: made whole or not at all, opened once, set aside when it is damaged.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::store::audit::Queue;
use crate::store::{Fault, busy, place, schema};

/// The database's name in its directory.
const NAME: &str = "toolgate.db";
/// What the name of a database that was set aside begins with.
const ASIDE: &str = "toolgate.db.corrupt-";

/// How to open a store.
#[derive(Clone)]
pub struct Options {
    /// How long to wait for a lock that another process holds.
    pub timeout: Duration,
    /// Whether a missing database is made; else it is [`Fault::Missing`].
    pub create: bool,
    /// Milliseconds since 1970 in UTC.
    pub clock: Arc<dyn Fn() -> i64 + Send + Sync>,
}

impl Default for Options {
    /// Ten seconds, made if missing, the system's clock.
    fn default() -> Options {
        Options { timeout: Duration::from_secs(10), create: true, clock: Arc::new(system_clock) }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("timeout", &self.timeout)
            .field("create", &self.create)
            .finish_non_exhaustive()
    }
}

fn system_clock() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        // Before 1970: the log's order does not rest on the time.
        Err(_) => 0,
    }
}

/// toolgate's data. Threads share one; processes each open their own.
///
/// ```
/// use toolgate::store::{Options, Store};
///
/// let directory = tempfile::tempdir()?;
/// let store = Store::open(directory.path(), Options::default())?;
/// store.mark("s1", "untrusted")?;
/// assert_eq!(store.marks("s1")?, ["untrusted"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Store {
    directory: PathBuf,
    path: PathBuf,
    options: Options,
    connection: Mutex<Connection>,
    pub(super) queue: Queue,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the store in `directory`, which is made if it is missing.
    ///
    /// # Errors
    /// A [`Fault`]; whoever waits for a decision must take it as deny.
    pub fn open(directory: impl AsRef<Path>, options: Options) -> Result<Store, Fault> {
        let directory = directory.as_ref().to_owned();
        let path = directory.join(NAME);
        busy::limit(options.timeout);
        if !options.create && !directory.exists() {
            return Err(Fault::Missing(directory));
        }
        place::own_directory(&directory)?;
        if let Some(aside) = set_aside_in(&directory)? {
            return Err(Fault::SetAside { aside });
        }
        if !exists(&path)? {
            if !options.create {
                return Err(Fault::Missing(directory));
            }
            make(&directory, &path)?;
        }
        place::own_file(&path)?;
        let opened = connect(&path).and_then(|mut connection| {
            let version = migrate(&mut connection)?;
            Ok((connection, version))
        });
        let waited = millis(options.timeout);
        let (connection, found) = opened.map_err(|error| fault(&error, &directory, &path, waited))?;
        if found > schema::version() {
            return Err(Fault::Newer { path, found, known: schema::version() });
        }
        Ok(Store { directory, path, options, connection: Mutex::new(connection), queue: Queue::default() })
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Milliseconds since 1970 in UTC, by this store's clock.
    pub fn now(&self) -> i64 {
        (self.options.clock)()
    }

    /// The connection, once no other thread uses it.
    pub(super) fn lock(&self) -> MutexGuard<'_, Connection> {
        busy::limit(self.options.timeout);
        // A thread that panicked inside has rolled its transaction back.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads. What is read is one state of the database.
    pub(super) fn read<T>(&self, act: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Fault> {
        let connection = self.lock();
        act(&connection).map_err(|error| self.fault(&error))
    }

    /// Writes: all of it, on the disk before this returns, or nothing.
    pub(super) fn write<T>(
        &self,
        act: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, Fault> {
        let mut connection = self.lock();
        self.write_on(&mut connection, act)
    }

    pub(super) fn write_on<T>(
        &self,
        connection: &mut Connection,
        act: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, Fault> {
        // Taken at once: a transaction that begins by reading could find, when it writes, that another has written.
        let done =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
                let value = act(&transaction)?;
                transaction.commit()?;
                Ok(value)
            });
        done.map_err(|error| self.fault(&error))
    }

    /// What an error means; a damaged database is set aside.
    pub(super) fn fault(&self, error: &rusqlite::Error) -> Fault {
        fault(error, &self.directory, &self.path, millis(self.options.timeout))
    }

    /// SQLite's own check of the file: what is wrong with it, in its words. Reads all of it.
    pub(super) fn structure(&self) -> Result<Vec<String>, Fault> {
        self.read(|connection| {
            let mut statement = connection.prepare("PRAGMA quick_check(20)")?;
            let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
            let lines: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
            Ok(lines.into_iter().filter(|line| line != "ok").collect())
        })
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn exists(path: &Path) -> Result<bool, Fault> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Fault::ReadOnly { path: path.to_owned(), detail: error.to_string() }),
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    // Without CREATE: an empty database is never made in the place of a lost one.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    configure(&mut connection)?;
    Ok(connection)
}

fn configure(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.busy_handler(Some(busy::wait))?;
    connection.set_prepared_statement_cache_capacity(64);
    // FULL: what was answered outlives a loss of power, not only the end of the process.
    connection.execute_batch(
        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;",
    )
}

/// Makes a whole database under another name and gives it its own only then: what stands under that name is never half made,
/// and an empty file there is a damaged one.
fn make(directory: &Path, path: &Path) -> Result<(), Fault> {
    let unwritable = |error: io::Error| {
        let detail = error.to_string();
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                Fault::Full { path: path.to_owned(), detail }
            }
            _ => Fault::ReadOnly { path: path.to_owned(), detail },
        }
    };
    let unique = format!("{NAME}.new-{}-{:016x}", std::process::id(), random());
    let draft = directory.join(unique);
    let done = place::create_file(&draft).map_err(unwritable).and_then(|file| {
        prepare(&draft).map_err(|error| {
            let detail = error.to_string();
            Fault::of(&error, path, 0).unwrap_or(Fault::Other { path: path.to_owned(), detail })
        })?;
        file.sync_all().map_err(unwritable)?;
        match fs::hard_link(&draft, path) {
            // Another process was faster: its database is as good.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            linked => linked.map_err(unwritable),
        }
    });
    // A draft that stays behind is never opened.
    let _ = fs::remove_file(&draft);
    done?;
    sync_directory(directory).map_err(unwritable)
}

fn prepare(draft: &Path) -> rusqlite::Result<()> {
    let mut connection = connect(draft)?;
    migrate(&mut connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.close().map_err(|(_, error)| error)
}

#[cfg(unix)]
fn sync_directory(directory: &Path) -> io::Result<()> {
    fs::File::open(directory)?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_directory: &Path) -> io::Result<()> {
    Ok(())
}

fn random() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::thread::current().id())
}

/// Brings the tables to this program's version; the version they have then, which may be greater.
fn migrate(connection: &mut Connection) -> rusqlite::Result<i64> {
    let found = read_version(connection)?;
    if found >= schema::version() {
        return Ok(found);
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = read_version(&transaction)?;
    let done = usize::try_from(found).unwrap_or(usize::MAX);
    for step in schema::STEPS.get(done..).unwrap_or_default() {
        transaction.execute_batch(step)?;
    }
    let version = schema::version().max(found);
    transaction.pragma_update(None, "application_id", schema::APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", version)?;
    transaction.commit()?;
    Ok(version)
}

fn read_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

fn fault(error: &rusqlite::Error, directory: &Path, path: &Path, waited_ms: u64) -> Fault {
    Fault::of(error, path, waited_ms).unwrap_or_else(|| set_aside(directory, path, error.to_string()))
}

/// The first database that was set aside and is still there.
fn set_aside_in(directory: &Path) -> Result<Option<PathBuf>, Fault> {
    let unreadable =
        |error: io::Error| Fault::ReadOnly { path: directory.to_owned(), detail: error.to_string() };
    let mut found = None;
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if entry.file_name().to_string_lossy().starts_with(ASIDE) {
            let path = entry.path();
            found = Some(found.map_or(path.clone(), |first: PathBuf| first.min(path)));
        }
    }
    Ok(found)
}

/// Gives a damaged database, and the files that belong to it, names of their own. Nothing is overwritten.
fn set_aside(directory: &Path, path: &Path, detail: String) -> Fault {
    let path = path.to_owned();
    let seconds = system_clock() / 1000;
    for attempt in 0..100 {
        let stamp = crate::store::audit::time::compact(seconds);
        let again = if attempt == 0 { String::new() } else { format!("-{attempt}") };
        let aside = directory.join(format!("{ASIDE}{stamp}{again}"));
        // A link fails where a name is taken, a rename would replace what is there.
        match fs::hard_link(&path, &aside) {
            Ok(()) => {
                for end in ["-wal", "-shm"] {
                    // They are missing when the last writer closed the database.
                    let _ = fs::rename(with_end(&path, end), with_end(&aside, end));
                }
                return match fs::remove_file(&path) {
                    Ok(()) => Fault::Corrupt { path, aside, detail },
                    Err(error) => Fault::CorruptInPlace { path, detail, aside: error.to_string() },
                };
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // Another process has set it aside.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return match set_aside_in(directory) {
                    Ok(Some(aside)) => Fault::Corrupt { path, aside, detail },
                    _ => Fault::CorruptInPlace { path, detail, aside: error.to_string() },
                };
            }
            Err(error) => return Fault::CorruptInPlace { path, detail, aside: error.to_string() },
        }
    }
    Fault::CorruptInPlace { path, detail, aside: "all names are taken".into() }
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}
