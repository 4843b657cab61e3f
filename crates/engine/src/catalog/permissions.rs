//! What the agent may do: the modes and their values, Codex's own defaults, its profiles and trusted folders, and what
//! a new thread in a folder will run with.

use super::config::limits;
use super::layer::HeldConfig;
use super::{some_words, words};
use crate::change::Permissions;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::permissions::{PermissionExtras, Policy, Reviewer};
pub use contract::catalog::permissions::{
    ModeFacts, PermissionChoice, PermissionSheet, Profile, ThreadDefaults, TrustedFolder,
};
use model::permissions::{Circumstances, Configured, Overrides, RunsUnder, overrides};
use protocol::enums::{ApprovalsReviewer, SandboxMode};
use protocol::method::{PermissionProfileList, ProfileListParams, Requirements};
use protocol::thread::ApprovalPolicy;
use serde_json::Value;

const PAGES: usize = 20;

pub(crate) async fn sheet(engine: &Engine, cwd: Option<String>) -> Result<PermissionSheet, Failure> {
    let held = HeldConfig::read(engine, cwd.clone()).await?;
    let limits = limits(engine).await.unwrap_or_default();
    let configured = made_of(engine, &held, cwd.as_deref());
    let now = circumstances(engine).await?;
    let all = [
        Permissions::ReadOnly,
        Permissions::AskEveryCommand,
        Permissions::Ask,
        Permissions::Auto,
        Permissions::AutoReviewed,
        Permissions::Full,
    ];
    let modes = all.map(|mode| {
        let said = overrides(&mode, &PermissionExtras::default(), &configured, now);
        let approval = said.approval.as_ref().map(policy_word).unwrap_or_default();
        let sandbox = said.mode().map(|mode| mode.as_str().to_owned()).unwrap_or_default();
        ModeFacts { forbidden: is_forbidden(&said, &limits, &[]), mode, approval, sandbox }
    });
    let write = &held.config["sandbox_workspace_write"];
    let roots = write["writable_roots"].as_array().into_iter().flatten();
    Ok(PermissionSheet {
        modes: modes.into(),
        profiles: profiles(engine, cwd).await?,
        folders: folders(&held),
        approval: held.config["approval_policy"].clone(),
        approval_layer: held.origin("approval_policy"),
        sandbox: some_words(held.config["sandbox_mode"].as_str()),
        sandbox_layer: held.origin("sandbox_mode"),
        roots: roots.filter_map(Value::as_str).map(render::visible).collect(),
        network: write["network_access"] == true,
        version: held.version(),
    })
}

/// What the config sets for this folder if nothing else is sent.
pub(crate) async fn configured(engine: &Engine, cwd: Option<String>) -> Result<Configured, Failure> {
    let held = HeldConfig::read(engine, cwd.clone()).await?;
    Ok(made_of(engine, &held, cwd.as_deref()))
}

fn made_of(engine: &Engine, held: &HeldConfig, cwd: Option<&str>) -> Configured {
    let knows_profiles = engine.connection().methods.knows::<PermissionProfileList>();
    Configured::read(&held.config, cwd.unwrap_or_default(), knows_profiles)
}

async fn circumstances(engine: &Engine) -> Result<Circumstances, Failure> {
    engine
        .with(|core| {
            let server = core.state.server();
            Circumstances { sandbox_works: server.sandbox_works, demo: server.demo.is_some(), told: false }
        })
        .await
}

pub(crate) async fn defaults(engine: &Engine, cwd: Option<String>) -> Result<ThreadDefaults, Failure> {
    let held = HeldConfig::read(engine, cwd.clone()).await?;
    let configured = made_of(engine, &held, cwd.as_deref());
    let limits = limits(engine).await.unwrap_or_default();
    let now = circumstances(engine).await?;
    let profiles = profiles(engine, cwd).await?;
    let own = profiles.iter().filter(|profile| !profile.id.starts_with(':'));
    let own = own.map(|profile| Permissions::Profile { id: profile.id.clone() });
    let mut all = vec![Permissions::AsConfigured];
    all.extend(own);
    all.extend([Permissions::ReadOnly, Permissions::AskEveryCommand, Permissions::Ask, Permissions::Auto]);
    let reviewers = reviewers(&limits, engine.connection().methods.knows::<PermissionProfileList>());
    if reviewers.contains(&Reviewer::Auto) {
        all.push(Permissions::AutoReviewed);
    }
    all.push(Permissions::Full);
    let choice = |permissions: Permissions| {
        let said = overrides(&permissions, &PermissionExtras::default(), &configured, now);
        let found = profiles.iter().find(|profile| said.profile.as_ref() == Some(&profile.id));
        PermissionChoice {
            description: found.and_then(|profile| profile.description.clone()),
            forbidden: is_forbidden(&said, &limits, &profiles),
            permissions,
        }
    };
    let text = |key: &str| some_words(held.config[key].as_str());
    Ok(ThreadDefaults {
        model: text("model"),
        effort: text("model_reasoning_effort"),
        choices: all.into_iter().map(choice).collect(),
        reviewers,
        policy: Policy::from(&RunsUnder::from(&configured)),
    })
}

/// An older server supports no reviewer but the person.
fn reviewers(limits: &Requirements, knows: bool) -> Vec<Reviewer> {
    let allowed = |reviewer: &Reviewer| {
        let word = ApprovalsReviewer::from(*reviewer).as_str().to_owned();
        limits.allowed_approvals_reviewers.as_ref().is_none_or(|all| all.contains(&word))
    };
    [Reviewer::User, Reviewer::Auto]
        .into_iter()
        .filter(|one| (knows || *one == Reviewer::User) && allowed(one))
        .collect()
}

/// A limit on profiles also limits the older sandbox modes that the built-in profiles replace.
fn is_forbidden(said: &Overrides, limits: &Requirements, profiles: &[Profile]) -> bool {
    let profile = said.profile.clone().or_else(|| {
        said.mode().map(|mode| match mode {
            SandboxMode::WorkspaceWrite => ":workspace".to_owned(),
            SandboxMode::DangerFullAccess => ":danger-full-access".to_owned(),
            SandboxMode::ReadOnly | SandboxMode::Other(_) => ":read-only".to_owned(),
        })
    });
    let no_profile = profiles.iter().any(|one| !one.allowed && Some(&one.id) == profile.as_ref());
    let no_policy = said.approval.as_ref().is_some_and(|approval| {
        let all = limits.allowed_approval_policies.as_ref();
        all.is_some_and(|all| !all.contains(&Value::from(policy_word(approval))))
    });
    let no_sandbox = said.mode().is_some_and(|mode| {
        let all = limits.allowed_sandbox_modes.as_ref();
        all.is_some_and(|all| !all.iter().any(|one| one == mode.as_str()))
    });
    let no_reviewer = said.reviewer.as_ref().is_some_and(|reviewer| {
        let all = limits.allowed_approvals_reviewers.as_ref();
        all.is_some_and(|all| !all.iter().any(|one| one == reviewer.as_str()))
    });
    no_profile || no_policy || no_sandbox || no_reviewer
}

fn policy_word(policy: &ApprovalPolicy) -> String {
    serde_json::to_value(policy).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

async fn profiles(engine: &Engine, cwd: Option<String>) -> Result<Vec<Profile>, Failure> {
    let peer = engine.peer().await?;
    if !engine.connection().methods.knows::<PermissionProfileList>() {
        return Ok(Vec::new());
    }
    let mut out = Vec::new();
    let mut cursor = None;
    for _ in 0..PAGES {
        let params = ProfileListParams { cursor, limit: None, cwd: cwd.clone() };
        let answer = peer.call::<PermissionProfileList>(params).await?;
        out.extend(answer.data.into_iter().map(|profile| Profile {
            id: words(&profile.id),
            description: some_words(profile.description.as_deref()),
            allowed: profile.allowed,
        }));
        cursor = answer.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    Ok(out)
}

fn folders(held: &HeldConfig) -> Vec<TrustedFolder> {
    let own = &held.own()["projects"];
    let projects = held.config["projects"].as_object().into_iter().flatten();
    let folder = |(path, entry): (&String, &Value)| TrustedFolder {
        path: render::visible(path),
        trusted: entry["trust_level"] == "trusted",
        own: own.get(path).is_some(),
    };
    projects.map(folder).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_an_administrator_leaves_is_what_can_be_chosen() {
        let limits = Requirements {
            allowed_approval_policies: Some(vec!["on-request".into(), "untrusted".into()]),
            allowed_sandbox_modes: Some(vec!["read-only".into()]),
            allowed_approvals_reviewers: Some(vec!["user".into()]),
            ..Requirements::default()
        };
        let profile = |id: &str, allowed| Profile { id: id.into(), description: None, allowed };
        let profiles = [profile("mine", true), profile("theirs", false)];
        let forbidden = |permissions: Permissions, limits: &Requirements, profiles: &[Profile]| {
            let plain = (PermissionExtras::default(), Configured::default());
            is_forbidden(&overrides(&permissions, &plain.0, &plain.1, Circumstances::default()), limits, profiles)
        };
        let named = |id: &str| Permissions::Profile { id: id.into() };
        use Permissions::{AsConfigured, Ask, AskEveryCommand, Auto, AutoReviewed, Full, ReadOnly};
        for (permissions, expected) in [
            (AsConfigured, false),
            (named("mine"), false),
            (named("theirs"), true),
            (ReadOnly, false),
            (AskEveryCommand, false),
            (Ask, true),
            (Auto, true),
            (AutoReviewed, true),
            (Full, true),
        ] {
            assert_eq!(forbidden(permissions.clone(), &limits, &profiles), expected, "{permissions:?}");
        }
        assert_eq!(reviewers(&limits, true), [Reviewer::User]);
        // A profile that is not allowed takes the older mode of the same meaning along.
        let nothing = Requirements::default();
        assert!(forbidden(Full, &nothing, &[profile(":danger-full-access", false)]));
        assert!(!forbidden(Full, &nothing, &[]));
    }
}
