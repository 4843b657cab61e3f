//! The top of the list as it last was, shown until the server has answered.

use super::Store;
use crate::change::ThreadLine;
use rusqlite::{OptionalExtension, params};

pub(super) const TABLE: &str = "
    CREATE TABLE remembered (home TEXT PRIMARY KEY, lines TEXT NOT NULL) STRICT;
";

impl Store {
    /// The lines of this CODEX_HOME.
    pub fn remembered(&self, home: &str) -> Vec<ThreadLine> {
        let sql = "SELECT lines FROM remembered WHERE home = ?1";
        let text: Option<String> = self.read(self.db.query_row(sql, [home], |row| row.get(0)).optional());
        // Lines of another build that this one cannot read come from the server anyway.
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    pub fn remember(&mut self, home: &str, lines: &[ThreadLine]) -> Result<(), String> {
        let text = serde_json::to_string(lines).map_err(|error| error.to_string())?;
        let sql = "INSERT OR REPLACE INTO remembered (home, lines) VALUES (?1, ?2)";
        self.db.execute(sql, params![home, text]).map(drop).map_err(|error| error.to_string())
    }
}
