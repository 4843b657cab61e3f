//! Writes Codex's settings: several at once, all or nothing.

use crate::catalog::{List, words};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::intent::Receipt;
use crate::peer::CallError;
pub use contract::catalog::config::{ConfigEdit, ConfigIntent};
use model::state::LocalEvent;
use protocol::enums::MergeStrategy;
use protocol::method::{self, ConfigBatchParams, ConfigBatchWrite, ConfigValueWrite, ConfigValueWriteParams};
use serde_json::{Value, json};

pub(crate) async fn act(engine: &Engine, intent: ConfigIntent) -> Result<Receipt, Failure> {
    match intent {
        ConfigIntent::Write { edits, version } => {
            if edits.is_empty() {
                return Ok(Receipt::default());
            }
            // The server would write a forbidden value and then ignore it.
            if let Some(limits) = super::limits(engine).await {
                for edit in &edits {
                    super::fields::allows(&edit.key, &edit.value, &limits)?;
                }
            }
            let beyond = edits.iter().filter(|edit| !super::fields::is_plain(&edit.key) || opens_all(&edit.value));
            let beyond: Vec<String> = beyond.map(|edit| format!("{} = {}", edit.key, edit.value)).collect();
            if !beyond.is_empty() {
                crate::confirm::settings(engine, &beyond).await?;
            }
            let edits = edits.into_iter().map(|edit| (edit.key, edit.value)).collect();
            write(engine, edits, version).await
        }
        ConfigIntent::Trust { folder, trusted } => {
            if trusted {
                crate::trust::confirm_folder(engine, &folder).await?;
            }
            trust(engine, &[folder], trusted).await
        }
        ConfigIntent::Reveal => {
            let home = engine.with(|core| core.state.server().home.clone()).await?;
            let file = std::path::Path::new(&home).join("config.toml");
            if !file.is_file() {
                return Err(Failure::new(Code::Refused, "There is no config.toml yet. Your first change creates it."));
            }
            engine.shared().platform.reveal(&file).map_err(|message| Failure::new(Code::Refused, message))?;
            Ok(Receipt::default())
        }
    }
}

/// Whether the value gives every future thread full access, in any of the settings that can.
fn opens_all(value: &Value) -> bool {
    value.to_string().contains("danger-full-access")
}

/// Marks these folders as trusted or untrusted.
pub(crate) async fn trust(engine: &Engine, folders: &[String], trusted: bool) -> Result<Receipt, Failure> {
    let level = if trusted { "trusted" } else { "untrusted" };
    for folder in folders {
        // Our own write needs no "newly trusted" banner.
        engine.shared().trusted.know(folder, trusted);
    }
    let entries = folders.iter().map(|folder| (folder.clone(), json!({ "trust_level": level })));
    write(engine, vec![(PROJECTS.into(), Value::Object(entries.collect()))], None).await
}

/// Always merged, never replaced. A server before 0.140 cannot address a single folder in this table, because it
/// splits a key at every dot and keeps the quotes.
const PROJECTS: &str = "projects";

fn strategy(key: &str) -> MergeStrategy {
    if key == PROJECTS { MergeStrategy::Upsert } else { MergeStrategy::Replace }
}

pub(crate) async fn write(
    engine: &Engine,
    edits: Vec<(String, Value)>,
    version: Option<String>,
) -> Result<Receipt, Failure> {
    let peer = engine.peer().await?;
    let written = if engine.connection().methods.knows::<ConfigBatchWrite>() {
        let edit = |(key_path, value): (String, Value)| method::ConfigEdit {
            merge_strategy: strategy(&key_path),
            key_path,
            value,
        };
        let params = ConfigBatchParams {
            edits: edits.into_iter().map(edit).collect(),
            expected_version: version,
            file_path: None,
            reload_user_config: Some(true),
        };
        peer.call::<ConfigBatchWrite>(params).await.map_err(told)?
    } else {
        let mut last = None;
        for (key_path, value) in edits {
            let params = ConfigValueWriteParams {
                merge_strategy: strategy(&key_path),
                key_path,
                value,
                // Only the first write can check the version, because the later ones build on what it wrote.
                expected_version: version.clone().filter(|_| last.is_none()),
                file_path: None,
            };
            last = Some(peer.call::<ConfigValueWrite>(params).await.map_err(told)?);
        }
        last.unwrap_or_default()
    };
    engine.with(|core| core.apply_local(LocalEvent::Stale(List::Config))).await?;
    let note = written.overridden_metadata.map(|over| words(&over.message));
    Ok(Receipt { note, ..Receipt::default() })
}

/// Turns a refused write into a failure that names the kind of refusal and the place of a wrong value.
fn told(error: CallError) -> Failure {
    let CallError::Refused { source, .. } = &error else { return error.into() };
    match source.data["config_write_error_code"].as_str() {
        Some("configVersionConflict") => {
            Failure::new(Code::Conflict, "config.toml has changed since you opened it. Nothing was saved.")
        }
        Some("configValidationError") => {
            let text = source.message.strip_prefix("Invalid configuration: ").unwrap_or(&source.message);
            let (text, at) = match text.rsplit_once("\nin `") {
                Some((text, rest)) => (text, rest.split('`').next()),
                None => (text, None),
            };
            let failure = Failure::bad_input(words(text));
            match at {
                Some(at) => failure.at(at),
                None => failure,
            }
        }
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::RpcError;

    fn refused(kind: &str, message: &str) -> Failure {
        let source =
            RpcError { code: -32_600, message: message.into(), data: json!({"config_write_error_code": kind}) };
        told(CallError::Refused { method: "config/batchWrite", source })
    }

    #[test]
    fn a_wrong_value_is_told_apart_from_a_conflict() {
        let wrong = refused(
            "configValidationError",
            "Invalid configuration: unknown variant `bogus`, expected one of `a`, `b`\nin `approval_policy`\n",
        );
        assert_eq!((wrong.code, wrong.at.as_deref()), (Code::BadInput, Some("approval_policy")));
        assert_eq!(wrong.message, "unknown variant `bogus`, expected one of `a`, `b`");
        assert_eq!(refused("configVersionConflict", "x").code, Code::Conflict);
        assert_eq!(refused("configLayerReadonly", "It is read-only.").code, Code::Refused);
    }
}
