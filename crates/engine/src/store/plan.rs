//! The last plan of each thread, which the server does not keep.

use super::Store;
use crate::id::ThreadId;
use crate::row::KeptPlan;
use rusqlite::{OptionalExtension, params};

pub(super) const TABLE: &str = "
    CREATE TABLE plan (thread TEXT PRIMARY KEY, plan TEXT NOT NULL) STRICT;
";

impl Store {
    /// `None` also for a plan of another build that this one cannot read.
    pub fn plan(&self, thread: &ThreadId) -> Option<KeptPlan> {
        let sql = "SELECT plan FROM plan WHERE thread = ?1";
        let text: Option<String> = self.read(self.db.query_row(sql, [thread.as_str()], |row| row.get(0)).optional());
        serde_json::from_str(&text?).ok()
    }

    /// `None` removes the plan, because the thread is gone.
    pub fn put_plan(&mut self, thread: &ThreadId, plan: Option<&KeptPlan>) -> Result<(), String> {
        let done = match plan {
            Some(plan) => {
                let text = serde_json::to_string(plan).map_err(|error| error.to_string())?;
                let sql = "INSERT OR REPLACE INTO plan (thread, plan) VALUES (?1, ?2)";
                self.db.execute(sql, params![thread.as_str(), text])
            }
            None => self.db.execute("DELETE FROM plan WHERE thread = ?1", params![thread.as_str()]),
        };
        done.map(drop).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::row::{PlanStep, StepState};

    #[test]
    fn the_last_plan_survives_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let thread = ThreadId::from("t1");
        let plan = |text: &str| KeptPlan {
            turn: "u1".into(),
            explanation: None,
            steps: vec![PlanStep { text: text.into(), state: StepState::Now }],
            at_ms: 5.0,
        };
        let mut store = Store::open(folder.path());
        store.put_plan(&thread, Some(&plan("first"))).unwrap();
        store.put_plan(&thread, Some(&plan("second"))).unwrap();
        let mut store = Store::open(folder.path());
        assert_eq!(store.plan(&thread), Some(plan("second")));
        store.put_plan(&thread, None).unwrap();
        assert_eq!(store.plan(&thread), None);
    }
}
