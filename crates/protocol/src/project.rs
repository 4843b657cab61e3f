//! A project as the server sends it: a group of threads that it keeps for every client.

use crate::open::open;
use serde_json::Value;

open! {
    ProjectRoot { path: String }
    Project {
        id: String, name: String, roots: Vec<ProjectRoot>, position: i64, created_at: i64, updated_at: i64,
        recency_at: Option<i64>, metadata: Value,
    }
}
