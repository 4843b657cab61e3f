//! Codex's own switches: features with their stage, collaboration modes, hooks, memory and feedback.

use super::config::{limits, write};
use super::{List, some_words, words};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::id::ThreadId;
use crate::intent::Receipt;
use crate::peer::Peer;
pub use contract::catalog::features::{
    Feature, FeatureIntent, FeatureSheet, FeatureStage, Feedback, FeedbackKind, HookFacts, WorkMode,
};
use model::state::LocalEvent;
use protocol::enums::{MemoryMode, RemoteControl};
use protocol::method::{
    CollaborationModeList, FeatureEnable, FeatureEnableParams, FeatureList, FeedbackParams, FeedbackSave,
    FeedbackSaveParams, FeedbackUpload, HooksList, HooksParams, MemoryModeParams, MemoryReset, MemoryStatus,
    ModeListParams, NoParams, PageParams, RemoteDisable, RemoteDisableParams, RemoteStatus, RolloutCompress,
    ThreadMemoryMode, ThreadMemoryRead,
};
use serde_json::Value;

const PAGES: usize = 20;
const PAGE: u32 = 100;

pub(crate) async fn sheet(engine: &Engine, cwd: Option<String>) -> Result<FeatureSheet, Failure> {
    let peer = engine.peer().await?;
    let required = limits(engine).await.and_then(|limits| limits.feature_requirements).unwrap_or_default();
    let knows = engine.connection().methods;
    let mut features = Vec::new();
    if knows.knows::<FeatureList>() {
        features = all_features(&peer).await?;
        for feature in &mut features {
            feature.locked = required.contains_key(&feature.name);
        }
    }
    let modes = if knows.knows::<CollaborationModeList>() {
        peer.call::<CollaborationModeList>(ModeListParams {}).await?.data
    } else {
        Vec::new()
    };
    let mode = |mode: protocol::method::ModeMask| WorkMode {
        name: words(&mode.name),
        model: some_words(mode.model.as_deref()),
        effort: some_words(mode.reasoning_effort.as_deref()),
    };
    let (hooks, hook_problems) =
        if knows.knows::<HooksList>() { hooks(engine, &peer, cwd).await? } else { Default::default() };
    let memories = if knows.knows::<MemoryStatus>() {
        peer.call::<MemoryStatus>(NoParams::default()).await.ok().map(|status| status.v2_consolidated_threads as f64)
    } else {
        None
    };
    let remote = if knows.knows::<RemoteStatus>() {
        peer.call::<RemoteStatus>(())
            .await
            .ok()
            .map(|answer| answer.status)
            .filter(|now| *now != RemoteControl::Disabled)
    } else {
        None
    };
    let remote = remote.map(|status| words(status.as_str()));
    Ok(FeatureSheet { features, modes: modes.into_iter().map(mode).collect(), hooks, hook_problems, memories, remote })
}

async fn all_features(peer: &Peer) -> Result<Vec<Feature>, Failure> {
    let mut out = Vec::new();
    let mut cursor = None;
    for _ in 0..PAGES {
        let answer = peer.call::<FeatureList>(PageParams { cursor, limit: Some(PAGE) }).await?;
        out.extend(answer.data.iter().map(feature));
        cursor = answer.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    Ok(out)
}

fn feature(told: &protocol::method::Feature) -> Feature {
    let stage = match told.stage.as_str() {
        "beta" => FeatureStage::Beta,
        "stable" => FeatureStage::Stable,
        "deprecated" => FeatureStage::Deprecated,
        "removed" => FeatureStage::Removed,
        _ => FeatureStage::UnderDevelopment,
    };
    Feature {
        name: words(&told.name),
        title: some_words(told.display_name.as_deref()),
        description: some_words(told.description.as_deref()),
        stage,
        on: told.enabled,
        default_on: told.default_enabled,
        locked: false,
    }
}

async fn hooks(engine: &Engine, peer: &Peer, cwd: Option<String>) -> Result<(Vec<HookFacts>, Vec<String>), Failure> {
    let home = engine.with(|core| core.state.server().home.clone()).await?;
    let answer = peer.call::<HooksList>(HooksParams { cwds: Some(vec![cwd.unwrap_or(home)]) }).await?;
    let mut hooks = Vec::new();
    let mut problems = Vec::new();
    for place in answer.data {
        hooks.extend(place.hooks.iter().map(hook));
        problems.extend(place.warnings.iter().map(|text| words(text)));
        problems.extend(place.errors.iter().map(|error| words(&format!("{}: {}", error.path, error.message))));
    }
    Ok((hooks, problems))
}

/// The command of the hook with this key and hash, as the server reports it. The page's own claim is not used.
async fn runs(engine: &Engine, key: &str, hash: &str) -> Result<String, Failure> {
    let peer = engine.peer().await?;
    let folders = engine.with(|core| core.state.folders()).await?;
    let home = engine.with(|core| core.state.server().home.clone()).await?;
    let mut cwds = vec![home];
    for folder in folders.into_iter().take(50) {
        cwds.extend(crate::trust::answered(engine, Some(folder)).await);
    }
    let answer = peer.call::<HooksList>(HooksParams { cwds: Some(cwds) }).await?;
    let mut hooks = answer.data.iter().flat_map(|place| place.hooks.iter().map(hook));
    let found = hooks.find(|hook| hook.key == key && hook.hash == hash);
    found.map(|hook| hook.runs).ok_or_else(|| {
        Failure::new(Code::Refused, "This hook was changed or removed. Review it again before you trust it.")
    })
}

fn hook(told: &Value) -> HookFacts {
    let text = |name: &str| some_words(told[name].as_str());
    let runs = match told["handlerType"].as_str() {
        Some("command") => text("command"),
        Some("mcpTool") => {
            Some(format!("{} · {}", text("server").unwrap_or_default(), text("tool").unwrap_or_default()))
        }
        other => some_words(other),
    };
    HookFacts {
        event: text("eventName").unwrap_or_default(),
        runs: runs.unwrap_or_default(),
        matcher: text("matcher"),
        file: text("sourcePath").unwrap_or_default(),
        on: told["enabled"] != false,
        managed: told["isManaged"] == true,
        trust: text("trustStatus").unwrap_or_default(),
        key: told["key"].as_str().unwrap_or_default().to_owned(),
        hash: told["currentHash"].as_str().unwrap_or_default().to_owned(),
    }
}

pub(crate) async fn act(engine: &Engine, intent: FeatureIntent) -> Result<Receipt, Failure> {
    match intent {
        FeatureIntent::Switch { name, on } => switch(engine, name, on).await,
        FeatureIntent::TrustHook { key, hash } => {
            crate::confirm::hook(engine, &runs(engine, &key, &hash).await?).await?;
            let path = format!("hooks.state.{}.trusted_hash", super::key(&key));
            write(engine, vec![(path, Value::from(hash))], None).await
        }
        FeatureIntent::ForgetMemories => {
            engine.peer().await?.call::<MemoryReset>(()).await?;
            engine.with(|core| core.apply_local(LocalEvent::Stale(List::Config))).await?;
            Ok(Receipt::default())
        }
        FeatureIntent::Remember { thread, on } => {
            let mode = if on { MemoryMode::Enabled } else { MemoryMode::Disabled };
            engine.peer().await?.call::<ThreadMemoryMode>(MemoryModeParams { thread_id: thread.0, mode }).await?;
            Ok(Receipt::default())
        }
        FeatureIntent::Compress => {
            engine.peer().await?.call::<RolloutCompress>(()).await?;
            Ok(Receipt::default())
        }
        FeatureIntent::StopRemote => {
            engine.peer().await?.call::<RemoteDisable>(RemoteDisableParams::default()).await?;
            engine.with(|core| core.apply_local(LocalEvent::Stale(List::Config))).await?;
            Ok(Receipt::default())
        }
        FeatureIntent::SaveFeedback { feedback, folder } => save(engine, feedback, folder).await,
        FeatureIntent::SendFeedback { feedback } => {
            let params = FeedbackParams {
                classification: feedback.about.word().into(),
                include_logs: feedback.logs,
                reason: Some(feedback.words),
                thread_id: feedback.thread.map(|thread| thread.0),
            };
            engine.peer().await?.call::<FeedbackUpload>(params).await?;
            Ok(Receipt::default())
        }
    }
}

/// What Codex remembers of one thread. `None` if nothing.
pub(crate) async fn memory(engine: &Engine, thread: &ThreadId) -> Result<Option<String>, Failure> {
    let peer = engine.peer().await?;
    let answer = peer.call::<ThreadMemoryRead>(thread.as_str().into()).await?;
    Ok(some_words(answer.summary.as_deref()))
}

async fn switch(engine: &Engine, name: String, on: bool) -> Result<Receipt, Failure> {
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if !plain {
        return Err(Failure::bad_input("Codex does not have this feature."));
    }
    let receipt = write(engine, vec![(format!("features.{name}"), Value::Bool(on))], None).await?;
    if engine.connection().methods.knows::<FeatureEnable>() {
        // Only some features can be switched while the server runs. The others apply from the next thread or start.
        let params = FeatureEnableParams { enablement: [(name, on)].into() };
        engine.peer().await?.call::<FeatureEnable>(params).await.ok();
    }
    Ok(receipt)
}

async fn save(engine: &Engine, feedback: Feedback, folder: Option<String>) -> Result<Receipt, Failure> {
    let none = || Failure::bad_input("Your home folder was not found. Choose a folder for the report.");
    let folder = folder.map(Into::into).or_else(crate::paths::downloads).ok_or_else(none)?;
    let name = format!("codex-feedback-{}.zip", crate::engine::now_ms() as u64);
    let path = folder.join(name);
    let params = FeedbackSaveParams {
        classification: feedback.about.word().into(),
        include_logs: feedback.logs,
        save_path: path.display().to_string(),
        reason: Some(feedback.words),
        thread_id: feedback.thread.map(|thread| thread.0),
    };
    let saved = engine.peer().await?.call::<FeedbackSave>(params).await?;
    let path = std::path::PathBuf::from(&saved.saved_path);
    if !path.is_file() {
        return Err(Failure::new(Code::Refused, format!("Codex did not write {}.", path.display())));
    }
    engine.shared().exports.note(&path);
    Ok(Receipt { path: Some(saved.saved_path), ..Receipt::default() })
}
