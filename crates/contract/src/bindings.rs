//! Writes the types of this crate for TypeScript, to `ui/src/generated/model.ts`.
//!
//! A test compares the file with the types; `UPDATE_TYPES=1 cargo test -p contract bindings` writes it.

use crate::{
    change::Change,
    failure::Failure,
    intent::{Intent, Receipt},
    query::{Query, QueryResult},
};
use std::path::{Path, PathBuf};
use ts_rs::{Config, TS};

pub fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/generated/model.ts")
}

/// Writes the types into `folder` and returns their text, with the limits that the page checks while a person types.
pub fn write(folder: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let config = Config::default().with_out_dir(folder);
    Change::export_all(&config)?;
    Intent::export_all(&config)?;
    Receipt::export_all(&config)?;
    Query::export_all(&config)?;
    QueryResult::export_all(&config)?;
    Failure::export_all(&config)?;
    let types = std::fs::read_to_string(folder.join("model.ts"))?;
    Ok(format!("{types}\nexport const MOST_CHARACTERS = {};\n", crate::prompt::MOST_CHARACTERS))
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_these_types() {
        let folder = std::env::temp_dir().join(format!("threadloft-bindings-{}", std::process::id()));
        let text = write(&folder).expect("writes");
        std::fs::remove_dir_all(&folder).ok();
        if std::env::var_os("UPDATE_TYPES").is_some() {
            std::fs::create_dir_all(committed().parent().expect("has a folder")).expect("makes it");
            std::fs::write(committed(), &text).expect("writes");
        }
        let held = std::fs::read_to_string(committed()).unwrap_or_default();
        assert!(held == text, "ui/src/generated is stale: UPDATE_TYPES=1 cargo test -p contract bindings");
    }
}
