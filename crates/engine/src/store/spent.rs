//! The ledger of tokens that each turn used here.

use super::Store;
use crate::id::{ThreadId, TurnId};
use model::account::Spending;
use rusqlite::{Row, params};

pub(super) const TABLE: &str = "
    CREATE TABLE spent (
        turn TEXT PRIMARY KEY, thread TEXT NOT NULL, at_ms INTEGER NOT NULL, tokens INTEGER NOT NULL,
        input INTEGER NOT NULL, cached INTEGER NOT NULL, output INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX spent_at ON spent (at_ms);
    CREATE INDEX spent_thread ON spent (thread);
";

/// The sum of a part of the ledger.
#[derive(Debug, Default, PartialEq)]
pub struct Sum {
    pub turns: u32,
    pub tokens: i64,
}

impl Store {
    /// A turn that continues replaces its earlier figures, but keeps its start time.
    pub fn put_spending(&mut self, one: &Spending) -> Result<(), String> {
        let sql = "INSERT INTO spent (turn, thread, at_ms, tokens, input, cached, output)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                   ON CONFLICT (turn) DO UPDATE SET tokens = excluded.tokens, input = excluded.input,
                   cached = excluded.cached, output = excluded.output WHERE excluded.tokens >= tokens";
        let (turn, thread, at_ms) = (one.turn.as_str(), one.thread.as_str(), one.at_ms as i64);
        let values = params![turn, thread, at_ms, one.tokens, one.input, one.cached, one.output];
        self.db.execute(sql, values).map(drop).map_err(|error| error.to_string())
    }

    /// The most expensive turns since then.
    pub fn dearest(&self, since_ms: f64, most: u32) -> Vec<Spending> {
        let read = || -> rusqlite::Result<Vec<Spending>> {
            let sql = "SELECT turn, thread, at_ms, tokens, input, cached, output FROM spent
                       WHERE at_ms >= ?1 AND tokens > 0 ORDER BY tokens DESC, at_ms LIMIT ?2";
            let mut rows = self.db.prepare(sql)?;
            rows.query_map(params![since_ms as i64, most], spending)?.collect()
        };
        read().unwrap_or_default()
    }

    pub fn spent_since(&self, since_ms: f64) -> Sum {
        self.sum("SELECT count(*), coalesce(sum(tokens), 0) FROM spent WHERE at_ms >= ?1", params![since_ms as i64])
    }

    pub fn spent_in(&self, thread: &ThreadId) -> Sum {
        self.sum("SELECT count(*), coalesce(sum(tokens), 0) FROM spent WHERE thread = ?1", params![thread.as_str()])
    }

    fn sum(&self, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Sum {
        let sum = self.db.query_row(sql, values, |row| Ok(Sum { turns: row.get(0)?, tokens: row.get(1)? }));
        sum.unwrap_or_default()
    }
}

fn spending(row: &Row<'_>) -> rusqlite::Result<Spending> {
    Ok(Spending {
        turn: TurnId::from(row.get::<_, String>(0)?),
        thread: ThreadId::from(row.get::<_, String>(1)?),
        at_ms: row.get::<_, i64>(2)? as f64,
        tokens: row.get(3)?,
        input: row.get(4)?,
        cached: row.get(5)?,
        output: row.get(6)?,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn one(turn: &str, at_ms: f64, tokens: i64) -> Spending {
        let (thread, turn) = ("t".into(), turn.into());
        Spending { thread, turn, at_ms, tokens, input: tokens, cached: 0, output: 0 }
    }

    #[test]
    fn the_costliest_turn_of_the_day_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path());
        for spending in [one("yesterday", 10.0, 9_000), one("a", 100.0, 40), one("b", 110.0, 70), one("a", 120.0, 90)] {
            store.put_spending(&spending).unwrap();
        }
        store.put_spending(&one("a", 130.0, 10)).unwrap();
        drop(store);
        let store = Store::open(folder.path());
        assert_eq!(store.dearest(100.0, 5), [one("a", 100.0, 90), one("b", 110.0, 70)]);
        assert_eq!(store.dearest(100.0, 1).len(), 1);
        assert_eq!(store.spent_since(100.0), Sum { turns: 2, tokens: 160 });
        assert_eq!(store.spent_in(&"t".into()), Sum { turns: 3, tokens: 9_160 });
        assert_eq!(store.spent_in(&"other".into()), Sum::default());
    }
}
