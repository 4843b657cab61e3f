//! The drafts of all threads: text that was written and not sent.

use super::Store;
use crate::id::ThreadId;
use crate::prompt::Prompt;
use rusqlite::params;

/// The key of the new-thread composer. No thread has this name.
const NEW: &str = "";

impl Store {
    /// `None` is the new-thread composer. Attachments of another build that this one cannot read are left out.
    pub fn drafts(&self) -> Vec<(Option<ThreadId>, Prompt)> {
        let read = || -> rusqlite::Result<Vec<(String, String, String)>> {
            let mut rows = self.db.prepare("SELECT thread, text, attached FROM draft")?;
            rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
        };
        let drafts = self.read(read()).into_iter();
        let prompt = |thread: &str, text, attached: &str| Prompt {
            text,
            attached: self.entries(&format!(" draft {thread}"), attached),
        };
        let of = |thread: String| (thread != NEW).then(|| thread.into());
        let draft = |(thread, text, attached): (String, String, String)| {
            let prompt = prompt(&thread, text, &attached);
            (of(thread), prompt)
        };
        drafts.map(draft).collect()
    }

    /// An empty draft is removed.
    pub fn put_draft(&mut self, thread: Option<&ThreadId>, draft: &Prompt, at_ms: f64) -> Result<(), String> {
        let thread = thread.map_or(NEW, ThreadId::as_str);
        let done = if draft.is_empty() {
            self.db.execute("DELETE FROM draft WHERE thread = ?1", params![thread])
        } else {
            let attached = serde_json::to_string(&draft.attached).map_err(|error| error.to_string())?;
            let sql =
                "INSERT INTO draft (thread, text, saved_ms, attached) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (thread)
                       DO UPDATE SET text = excluded.text, saved_ms = excluded.saved_ms, attached = excluded.attached";
            self.db.execute(sql, params![thread, draft.text, at_ms as i64, attached])
        };
        done.map(drop).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::prompt::Attached;

    #[test]
    fn drafts_survive_a_restart_with_what_goes_with_them() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path());
        let thread = ThreadId::from("t1");
        let image = Attached::Image { path: "/a.png".into() };
        let half = Prompt { text: "half a thought".into(), attached: vec![image.clone()] };
        let bare = Prompt { text: String::new(), attached: vec![image] };
        store.put_draft(Some(&thread), &half, 1.0).unwrap();
        store.put_draft(None, &"a new one".to_owned().into(), 1.0).unwrap();
        store.put_draft(None, &bare, 2.0).unwrap();
        drop(store);
        let mut store = Store::open(folder.path());
        let mut drafts = store.drafts();
        drafts.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(drafts, [(None, bare), (Some(thread.clone()), half)]);
        store.put_draft(Some(&thread), &Prompt::default(), 3.0).unwrap();
        assert_eq!(store.drafts().len(), 1);
    }
}
