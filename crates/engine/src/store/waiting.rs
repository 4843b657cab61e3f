//! Prompts that wait in our own queue, for servers that keep none.

use super::Store;
use crate::id::ThreadId;
use model::state::Waiting;
use rusqlite::params;

impl Store {
    /// The waiting prompts of every thread. Those of another build that this one cannot read are left out.
    pub fn waiting(&self) -> Vec<(ThreadId, Vec<Waiting>)> {
        let read = || -> rusqlite::Result<Vec<(String, String)>> {
            let mut rows = self.db.prepare("SELECT thread, prompts FROM waiting")?;
            rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let all = self.read(read()).into_iter();
        let all = all.map(|(thread, text)| {
            let prompts = self.entries(&format!(" waiting {thread}"), &text);
            (ThreadId::from(thread), prompts)
        });
        all.filter(|(_, prompts)| !prompts.is_empty()).collect()
    }

    /// An empty list removes them.
    pub fn put_waiting(&mut self, thread: &ThreadId, prompts: &[Waiting]) -> Result<(), String> {
        let done = if prompts.is_empty() {
            self.db.execute("DELETE FROM waiting WHERE thread = ?1", params![thread.as_str()])
        } else {
            let text = serde_json::to_string(prompts).map_err(|error| error.to_string())?;
            let sql = "INSERT INTO waiting (thread, prompts) VALUES (?1, ?2)
                       ON CONFLICT (thread) DO UPDATE SET prompts = excluded.prompts";
            self.db.execute(sql, params![thread.as_str(), text])
        };
        done.map(drop).map_err(|error| error.to_string())
    }
}

impl Store {
    /// Prompts that were on their way from a queue into a turn when the app ended.
    pub fn taken(&self) -> Vec<(ThreadId, Waiting)> {
        let read = || -> rusqlite::Result<Vec<(String, String)>> {
            let mut rows = self.db.prepare("SELECT thread, prompt FROM taken ORDER BY rowid")?;
            rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let all = self.read(read()).into_iter();
        all.filter_map(|(thread, text)| Some((thread.into(), serde_json::from_str(&text).ok()?))).collect()
    }

    pub fn put_taken(&mut self, thread: &ThreadId, prompt: &Waiting) -> Result<(), String> {
        let text = serde_json::to_string(prompt).map_err(|error| error.to_string())?;
        let sql = "INSERT OR REPLACE INTO taken (id, thread, prompt) VALUES (?1, ?2, ?3)";
        let id = &prompt.queued.client_user_message_id;
        self.db.execute(sql, params![id, thread.as_str(), text]).map(drop).map_err(|error| error.to_string())
    }

    pub fn forget_taken(&mut self, id: &str) -> Result<(), String> {
        let done = self.db.execute("DELETE FROM taken WHERE id = ?1", params![id]);
        done.map(drop).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::change::Permissions;
    use crate::intent::Choices;
    use protocol::item::UserInput;
    use protocol::thread::Queued;

    #[test]
    fn prompts_that_wait_survive_a_restart_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let thread = ThreadId::from("t1");
        let one = |id: &str| Waiting {
            queued: Queued {
                id: id.into(),
                client_user_message_id: id.into(),
                input: vec![UserInput::text("later"), UserInput::LocalImage { path: "/i.png".into(), detail: None }],
            },
            choices: Choices { model: Some("m".into()), ..Choices::with(Permissions::Auto) },
        };
        let prompts = vec![one("b"), one("a")];
        Store::open(folder.path()).put_waiting(&thread, &prompts).unwrap();
        let mut store = Store::open(folder.path());
        assert_eq!(store.waiting(), [(thread.clone(), prompts)]);
        store.put_waiting(&thread, &[]).unwrap();
        assert_eq!(store.waiting(), []);
        store.put_taken(&thread, &one("c")).unwrap();
        drop(store);
        let mut store = Store::open(folder.path());
        assert_eq!(store.taken(), [(thread, one("c"))]);
        store.forget_taken("c").unwrap();
        assert_eq!(store.taken(), []);
    }
}
