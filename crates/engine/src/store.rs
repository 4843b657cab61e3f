//! What is kept between starts, in one SQLite file: drafts, choices, settings, pins, unread marks, unlisted threads,
//! the top of the list and the record of approvals.
//!
//! Invariant: a database that is broken, locked or read-only never stops the app. What cannot be kept on disk is kept
//! in memory, and `trouble` says so.

mod chosen;
mod draft;
mod plan;
mod remembered;
mod spent;
mod waiting;
mod writer;

pub use self::writer::StoreWriter;

use crate::change::ThreadLine;
use crate::id::ThreadId;
use crate::prompt::Prompt;
use crate::record::Record;
use crate::settings::Settings;
use model::state::{Chosen, Waiting};
use rusqlite::{Connection, OptionalExtension, params};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::cell::Cell;
use std::path::Path;
use std::time::Duration;

pub struct Store {
    db: Connection,
    /// The error of the first failed read. After it, something that looks empty may not be.
    failed: Cell<Option<String>>,
    /// Why nothing will be saved, if so.
    pub trouble: Option<String>,
}

/// Everything that a start needs from the store.
#[derive(Default)]
pub struct Kept {
    pub settings: Settings,
    pub drafts: Vec<(Option<ThreadId>, Prompt)>,
    pub waiting: Vec<(ThreadId, Vec<Waiting>)>,
    pub taken: Vec<(ThreadId, Waiting)>,
    pub pins: Vec<ThreadId>,
    pub unread: Vec<ThreadId>,
    pub unlisted: Vec<ThreadId>,
    pub unattended: Vec<(ThreadId, u32)>,
    pub chosen: Vec<(ThreadId, Chosen)>,
    pub remembered: Vec<ThreadLine>,
}

impl Kept {
    /// For an engine that may run beside another one: two must never send the same message.
    pub fn without_messages(self) -> Self {
        Self { drafts: Vec::new(), waiting: Vec::new(), taken: Vec::new(), remembered: Vec::new(), ..self }
    }
}

/// Each migration runs once, in order. `user_version` says how many have run.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE draft (thread TEXT PRIMARY KEY, text TEXT NOT NULL, saved_ms INTEGER NOT NULL) STRICT;
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
",
    "
    CREATE TABLE pin (thread TEXT PRIMARY KEY) STRICT;
    CREATE TABLE unlisted (thread TEXT PRIMARY KEY, made_ms INTEGER NOT NULL) STRICT;
",
    "
    CREATE TABLE waiting (thread TEXT PRIMARY KEY, prompts TEXT NOT NULL) STRICT;
",
    "
    CREATE TABLE record (id INTEGER PRIMARY KEY, thread TEXT NOT NULL, record TEXT NOT NULL) STRICT;
    CREATE INDEX record_thread ON record (thread);
    CREATE TABLE unattended (thread TEXT PRIMARY KEY, after_s INTEGER NOT NULL) STRICT;
",
    "
    ALTER TABLE draft ADD COLUMN attached TEXT NOT NULL DEFAULT '[]';
    CREATE TABLE taken (id TEXT PRIMARY KEY, thread TEXT NOT NULL, prompt TEXT NOT NULL) STRICT;
",
    spent::TABLE,
    remembered::TABLE,
    chosen::TABLE,
    "CREATE TABLE unread (thread TEXT PRIMARY KEY) STRICT;",
    plan::TABLE,
];

const FILE: &str = "threadloft.db";

impl Store {
    pub fn open(folder: &Path) -> Self {
        match Self::on_disk(folder) {
            Ok(db) => Self { db, trouble: None, failed: Cell::default() },
            Err(error) => {
                tracing::warn!(%error, "the database cannot be used");
                let trouble = format!(
                    "Drafts and settings are not saved: {} cannot be used ({error}).",
                    folder.join(FILE).display()
                );
                Self { db: Self::empty_database(), trouble: Some(trouble), failed: Cell::default() }
            }
        }
    }

    /// A store in memory because the file could not be opened, with the reason for the person.
    pub fn unusable(why: &str) -> Self {
        let trouble = format!("Drafts and settings are not saved: the database cannot be opened ({why}).");
        Self { trouble: Some(trouble), ..Self::in_memory() }
    }

    /// A store that keeps nothing beyond this run.
    pub fn in_memory() -> Self {
        Self { db: Self::empty_database(), trouble: None, failed: Cell::default() }
    }

    fn on_disk(folder: &Path) -> Result<Connection, Box<dyn std::error::Error>> {
        crate::private::folder(folder)?;
        crate::private::repair(folder);
        // The file is made private before SQLite opens it, because SQLite gives its other files the same permissions.
        crate::private::touch(&folder.join(FILE))?;
        let mut db = Connection::open(folder.join(FILE))?;
        db.busy_timeout(Duration::from_millis(1500))?;
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        migrate(&mut db)?;
        Ok(db)
    }

    #[allow(clippy::expect_used)]
    fn empty_database() -> Connection {
        let mut db = Connection::open_in_memory().expect("SQLite is part of this program");
        migrate(&mut db).expect("a new database takes every migration");
        db
    }

    /// Everything a start needs; `home` is the CODEX_HOME whose list is wanted. If something cannot be read, nothing is
    /// written from then on, because that would replace what is there.
    pub fn kept(&mut self, home: &str) -> Kept {
        let kept = self.read_all(home);
        if let Some(error) = self.failed.take() {
            tracing::warn!(%error, "the database cannot be read");
            self.trouble =
                Some(format!("Drafts and settings are not saved: the existing database cannot be read ({error})."));
            self.db = Self::empty_database();
        }
        kept
    }

    fn read<T: Default>(&self, outcome: rusqlite::Result<T>) -> T {
        outcome.unwrap_or_else(|error| {
            self.failed.set(Some(error.to_string()));
            T::default()
        })
    }

    /// Copies an entry that this build cannot read before it is overwritten, for the build that wrote it.
    fn set_aside(&self, what: &str, text: &str) {
        let name = format!("unreadable{what}");
        let keep = "INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)";
        self.read(self.db.execute(keep, params![name, text]));
    }

    /// Every entry of a list that this build can read. If it cannot read one, the whole list is set aside.
    fn entries<T: DeserializeOwned>(&self, what: &str, text: &str) -> Vec<T> {
        let all: Option<Vec<Value>> = serde_json::from_str(text).ok();
        let count = all.as_ref().map(Vec::len);
        let entries = all.into_iter().flatten().filter_map(|entry| serde_json::from_value(entry).ok());
        let entries: Vec<T> = entries.collect();
        if count != Some(entries.len()) {
            self.set_aside(what, text);
        }
        entries
    }

    fn read_all(&self, home: &str) -> Kept {
        Kept {
            settings: self.settings(),
            drafts: self.drafts(),
            waiting: self.waiting(),
            taken: self.taken(),
            pins: self.pins(),
            unread: self.unread(),
            unlisted: self.unlisted(),
            unattended: self.unattended(),
            chosen: self.chosen(),
            remembered: self.remembered(home),
        }
    }

    pub fn settings(&self) -> Settings {
        let sql = "SELECT value FROM setting WHERE name = 'all'";
        let text: Option<String> = self.read(self.db.query_row(sql, [], |row| row.get(0)).optional());
        let Some(text) = text else { return Settings::default() };
        Settings::read(&text).unwrap_or_else(|| {
            self.set_aside("", &text);
            readable(&text)
        })
    }

    pub fn put_settings(&mut self, settings: &Settings) -> Result<(), String> {
        let text = serde_json::to_string(settings).map_err(|error| error.to_string())?;
        let sql = "INSERT INTO setting (name, value) VALUES ('all', ?1)
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        self.db.execute(sql, params![text]).map(drop).map_err(|error| error.to_string())
    }

    /// Pins for servers that keep none.
    pub fn pins(&self) -> Vec<ThreadId> {
        self.threads("SELECT thread FROM pin")
    }

    pub fn put_pin(&mut self, thread: &ThreadId, pinned: bool) -> Result<(), String> {
        let sql = if pinned { "INSERT OR IGNORE INTO pin VALUES (?1)" } else { "DELETE FROM pin WHERE thread = ?1" };
        self.db.execute(sql, params![thread.as_str()]).map(drop).map_err(|error| error.to_string())
    }

    /// Unread marks for servers that keep none.
    pub fn unread(&self) -> Vec<ThreadId> {
        self.threads("SELECT thread FROM unread")
    }

    pub fn put_unread(&mut self, thread: &ThreadId, unread: bool) -> Result<(), String> {
        let sql =
            if unread { "INSERT OR IGNORE INTO unread VALUES (?1)" } else { "DELETE FROM unread WHERE thread = ?1" };
        self.db.execute(sql, params![thread.as_str()]).map(drop).map_err(|error| error.to_string())
    }

    /// Threads that no list contains yet, newest first. A fork is listed only after it has a turn of its own.
    pub fn unlisted(&self) -> Vec<ThreadId> {
        self.threads("SELECT thread FROM unlisted ORDER BY made_ms DESC LIMIT 200")
    }

    pub fn put_unlisted(&mut self, thread: &ThreadId, at_ms: Option<f64>) -> Result<(), String> {
        let done = match at_ms {
            Some(at_ms) => self
                .db
                .execute("INSERT OR REPLACE INTO unlisted VALUES (?1, ?2)", params![thread.as_str(), at_ms as i64]),
            None => self.db.execute("DELETE FROM unlisted WHERE thread = ?1", params![thread.as_str()]),
        };
        done.map(drop).map_err(|error| error.to_string())
    }

    fn threads(&self, sql: &str) -> Vec<ThreadId> {
        let read = || -> rusqlite::Result<Vec<String>> {
            let mut rows = self.db.prepare(sql)?;
            rows.query_map([], |row| row.get(0))?.collect()
        };
        self.read(read()).into_iter().map(ThreadId::from).collect()
    }

    /// The record of a thread's approvals, newest first.
    pub fn records(&self, thread: &ThreadId) -> Vec<Record> {
        let read = || -> rusqlite::Result<Vec<String>> {
            let mut rows = self.db.prepare("SELECT record FROM record WHERE thread = ?1 ORDER BY id DESC")?;
            rows.query_map([thread.as_str()], |row| row.get(0))?.collect()
        };
        // Entries of a newer build that this one cannot read are left out.
        self.read(read()).iter().filter_map(|text| serde_json::from_str(text).ok()).collect()
    }

    pub fn put_record(&mut self, record: &Record) -> Result<(), String> {
        let text = serde_json::to_string(record).map_err(|error| error.to_string())?;
        let sql = "INSERT INTO record (thread, record) VALUES (?1, ?2)";
        self.db.execute(sql, params![record.thread.as_str(), text]).map(drop).map_err(|error| error.to_string())
    }

    /// After how many seconds a thread's questions are declined automatically.
    pub fn unattended(&self) -> Vec<(ThreadId, u32)> {
        let read = || -> rusqlite::Result<Vec<(String, u32)>> {
            let mut rows = self.db.prepare("SELECT thread, after_s FROM unattended")?;
            rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        self.read(read()).into_iter().map(|(thread, after_s)| (thread.into(), after_s)).collect()
    }

    pub fn put_unattended(&mut self, thread: &ThreadId, after_s: Option<u32>) -> Result<(), String> {
        let done = match after_s {
            Some(after_s) => {
                let sql = "INSERT OR REPLACE INTO unattended (thread, after_s) VALUES (?1, ?2)";
                self.db.execute(sql, params![thread.as_str(), after_s])
            }
            None => self.db.execute("DELETE FROM unattended WHERE thread = ?1", params![thread.as_str()]),
        };
        done.map(drop).map_err(|error| error.to_string())
    }
}

/// Every setting that this build can read. The others, from older or newer builds, get their default.
fn readable(text: &str) -> Settings {
    let Ok(Value::Object(held)) = serde_json::from_str(text) else { return Settings::default() };
    let Ok(Value::Object(mut fields)) = serde_json::to_value(Settings::default()) else { return Settings::default() };
    for (name, value) in held {
        let before = fields.insert(name.clone(), value);
        if serde_json::from_value::<Settings>(Value::Object(fields.clone())).is_err() {
            match before {
                Some(before) => fields.insert(name, before),
                None => fields.remove(&name),
            };
        }
    }
    Settings::read(&Value::Object(fields).to_string()).unwrap_or_default()
}

fn migrate(db: &mut Connection) -> rusqlite::Result<()> {
    let done: usize = db.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))?.max(0) as usize;
    for (n, sql) in MIGRATIONS.iter().enumerate().skip(done) {
        let change = db.transaction()?;
        change.execute_batch(sql)?;
        change.pragma_update(None, "user_version", n as i64 + 1)?;
        change.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::settings::Theme;

    #[test]
    fn settings_survive_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        Store::open(folder.path()).put_settings(&Settings { theme: Theme::Dark, ..Settings::default() }).unwrap();
        assert_eq!(Store::open(folder.path()).settings().theme, Theme::Dark);
    }

    #[test]
    fn a_setting_that_cannot_be_read_takes_no_other_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path());
        let text = r#"{"theme":"dark","zoom":{"from":"a newer build"}}"#;
        store.db.execute("INSERT INTO setting (name, value) VALUES ('all', ?1)", params![text]).unwrap();
        let read = store.settings();
        assert_eq!((read.theme, read.zoom), (Theme::Dark, Settings::default().zoom));
        store.put_settings(&read).unwrap();
        let kept: String =
            store.db.query_row("SELECT value FROM setting WHERE name = 'unreadable'", [], |row| row.get(0)).unwrap();
        assert_eq!(kept, text);
    }

    #[test]
    fn what_cannot_be_read_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path());
        store.put_settings(&Settings { theme: Theme::Dark, ..Settings::default() }).unwrap();
        store.db.execute_batch("ALTER TABLE draft RENAME COLUMN text TO words").unwrap();
        store.kept("");
        assert!(store.trouble.as_deref().unwrap().contains("cannot be read"));
        store.put_settings(&Settings::default()).unwrap();
        assert_eq!(Store::open(folder.path()).settings().theme, Theme::Dark);
    }

    #[test]
    fn entries_of_another_build_are_set_aside_before_they_are_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path());
        let thread = ThreadId::from("t");
        let attached = r#"[{"kind":"image","path":"/a.png"},{"kind":"hologram"}]"#;
        store.put_draft(Some(&thread), &"half".to_owned().into(), 1.0).unwrap();
        store.db.execute("UPDATE draft SET attached = ?1", params![attached]).unwrap();
        store.db.execute("INSERT INTO waiting VALUES ('t', '[{\"queued\":7}]')", []).unwrap();
        store.db.execute("INSERT INTO chosen VALUES ('t', '7')", []).unwrap();
        let kept = store.kept("");
        assert_eq!((store.trouble.as_deref(), kept.drafts[0].1.attached.len()), (None, 1));
        assert_eq!((kept.waiting.len(), kept.chosen.len()), (0, 0));
        let aside = |name: &str| -> String {
            let sql = "SELECT value FROM setting WHERE name = ?1";
            store.db.query_row(sql, [format!("unreadable{name}")], |row| row.get(0)).unwrap()
        };
        assert_eq!([aside(" draft t"), aside(" waiting t"), aside(" chosen t")], [attached, r#"[{"queued":7}]"#, "7"]);
    }

    #[test]
    fn pins_and_forks_survive_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path());
        let (a, b) = (ThreadId::from("a"), ThreadId::from("b"));
        store.put_pin(&a, true).unwrap();
        store.put_pin(&b, true).unwrap();
        store.put_pin(&b, false).unwrap();
        store.put_unlisted(&a, Some(1.0)).unwrap();
        store.put_unlisted(&b, Some(2.0)).unwrap();
        drop(store);
        let mut store = Store::open(folder.path());
        assert_eq!((store.pins(), store.unlisted()), (vec![a.clone()], vec![b.clone(), a]));
        store.put_unlisted(&b, None).unwrap();
        assert_eq!(store.unlisted().len(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_what_is_kept() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("data");
        let mut store = Store::open(&folder);
        store.put_draft(None, &"secret".to_owned().into(), 1.0).unwrap();
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap());
        let mut modes: Vec<_> =
            entries.map(|entry| (entry.file_name().into_string().unwrap(), mode(&entry.path()))).collect();
        modes.sort();
        let names = [FILE, "threadloft.db-shm", "threadloft.db-wal"].map(|name| (name.to_owned(), 0o600));
        assert_eq!((mode(&folder), modes), (0o700, names.to_vec()));
    }

    #[test]
    fn a_broken_database_leaves_a_store_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join(FILE),
            "this is no database, and long enough to be looked at closely".repeat(20),
        )
        .unwrap();
        let mut store = Store::open(folder.path());
        assert!(store.trouble.as_deref().unwrap().contains("not saved"));
        store.put_draft(None, &"kept for now".to_owned().into(), 1.0).unwrap();
        assert_eq!(store.drafts(), [(None, "kept for now".to_owned().into())]);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_said_too() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        assert!(Store::open(&folder.path().join("file/under")).trouble.is_some());
    }
}
