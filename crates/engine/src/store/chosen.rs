//! The choices that each thread's messages are sent with.

use super::Store;
use crate::id::ThreadId;
use model::state::Chosen;
use rusqlite::params;

pub(super) const TABLE: &str = "
    CREATE TABLE chosen (thread TEXT PRIMARY KEY, choices TEXT NOT NULL) STRICT;
";

impl Store {
    /// The choices of every thread. Those of another build that this one cannot read are left out.
    pub fn chosen(&self) -> Vec<(ThreadId, Chosen)> {
        let read = || -> rusqlite::Result<Vec<(String, String)>> {
            let mut rows = self.db.prepare("SELECT thread, choices FROM chosen")?;
            rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let all = self.read(read()).into_iter();
        let chosen = |thread: String, text: &str| match serde_json::from_str(text) {
            Ok(chosen) => Some((thread.into(), chosen)),
            Err(_) => {
                self.set_aside(&format!(" chosen {thread}"), text);
                None
            }
        };
        all.filter_map(|(thread, text)| chosen(thread, &text)).collect()
    }

    /// `None` removes the choices, because the thread is gone.
    pub fn put_chosen(&mut self, thread: &ThreadId, chosen: Option<&Chosen>) -> Result<(), String> {
        let done = match chosen {
            Some(chosen) => {
                let text = serde_json::to_string(chosen).map_err(|error| error.to_string())?;
                let sql = "INSERT OR REPLACE INTO chosen (thread, choices) VALUES (?1, ?2)";
                self.db.execute(sql, params![thread.as_str(), text])
            }
            None => self.db.execute("DELETE FROM chosen WHERE thread = ?1", params![thread.as_str()]),
        };
        done.map(drop).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::change::Permissions;
    use crate::prompt::{Choices, Manner};

    #[test]
    fn choices_survive_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let thread = ThreadId::from("t1");
        let manner = Manner { plan: true, ..Manner::default() };
        let choices = Choices { model: Some("m".into()), manner, ..Choices::with(Permissions::ReadOnly) };
        let chosen = Chosen { choices, over: Some("n".into()), told: false };
        Store::open(folder.path()).put_chosen(&thread, Some(&chosen)).unwrap();
        let mut store = Store::open(folder.path());
        assert_eq!(store.chosen(), [(thread.clone(), chosen)]);
        store.put_chosen(&thread, None).unwrap();
        assert_eq!(store.chosen(), []);
    }
}
