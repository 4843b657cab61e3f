#![allow(clippy::unwrap_used)]
use super::*;
use contract::permissions::Reviewer;
use serde_json::json;

fn all() -> Vec<Permissions> {
    let named = Permissions::Profile { id: "careful".into() };
    use Permissions::*;
    vec![AsConfigured, named, ReadOnly, AskEveryCommand, Ask, Auto, AutoReviewed, Full]
}

/// A person's own config: the profile `careful`, and `untrusted`.
fn careful() -> Configured {
    let config = json!({
        "default_permissions": "careful",
        "approval_policy": "untrusted",
        "permissions": {"careful": {"extends": ":workspace"}},
    });
    Configured::read(&config, "/w", true)
}

fn said(permissions: &Permissions, extras: &PermissionExtras, told: bool) -> Overrides {
    overrides(permissions, extras, &careful(), Circumstances { sandbox_works: Some(true), demo: false, told })
}

fn workspace(network_access: bool, folders: &[&str]) -> SandboxPolicy {
    SandboxPolicy::WorkspaceWrite {
        writable_roots: folders.iter().map(|folder| (*folder).to_owned()).collect(),
        network_access,
        exclude_tmpdir_env_var: false,
        exclude_slash_tmp: false,
    }
}

#[test]
fn as_configured_says_nothing() {
    let plain = PermissionExtras::default();
    assert!(said(&Permissions::AsConfigured, &plain, false).is_empty());
    assert!(said(&contract::settings::Settings::default().permissions, &plain, false).is_empty());
    // This applies without a working sandbox too, because the person's own config says so.
    let broken = Circumstances { sandbox_works: Some(false), ..Circumstances::default() };
    assert!(overrides(&Permissions::AsConfigured, &plain, &careful(), broken).is_empty());
}

#[test]
fn going_back_to_as_configured_says_the_config_once_more() {
    let back = said(&Permissions::AsConfigured, &PermissionExtras::default(), true);
    let expected = Overrides {
        profile: Some("careful".into()),
        sandbox: None,
        approval: Some(ApprovalPolicy::word("untrusted")),
        reviewer: Some(ApprovalsReviewer::User),
    };
    assert_eq!(back, expected);
    let older = Configured::read(&json!({"sandbox_mode": "read-only"}), "/w", true);
    let now = Circumstances { told: true, ..Circumstances::default() };
    let back = overrides(&Permissions::AsConfigured, &PermissionExtras::default(), &older, now);
    assert_eq!((back.profile, back.sandbox), (None, Some(SandboxPolicy::ReadOnly { network_access: false })));
}

#[test]
fn asking_for_every_command_leaves_the_configured_sandbox_alone() {
    let asks = said(&Permissions::AskEveryCommand, &PermissionExtras::default(), false);
    let only = Overrides { approval: Some(ApprovalPolicy::word("untrusted")), ..Overrides::default() };
    assert_eq!(asks, only);
    let after = said(&Permissions::AskEveryCommand, &PermissionExtras::default(), true);
    assert_eq!(after.profile.as_deref(), Some("careful"));
}

#[test]
fn only_full_access_runs_without_sandbox_or_question() {
    for permissions in all() {
        for works in [None, Some(true), Some(false)] {
            for told in [false, true] {
                let now = Circumstances { sandbox_works: works, demo: false, told };
                let said = overrides(&permissions, &PermissionExtras::default(), &careful(), now);
                let loose = said.sandbox == Some(SandboxPolicy::DangerFullAccess)
                    && said.approval != Some(ApprovalPolicy::word(ApprovalPolicy::UNTRUSTED));
                assert_eq!(loose, permissions == Permissions::Full, "{permissions:?} {now:?} {said:?}");
            }
        }
    }
}

#[test]
fn extra_access_changes_the_sandbox_in_force() {
    let extras = PermissionExtras { network: Some(true), folders: vec!["/more".into()], ..PermissionExtras::default() };
    // The profile is sent first: full access from before must not remain beneath the sandbox, and where only one
    // of them can be sent it is the profile, which denies more.
    for told in [false, true] {
        let wider = said(&Permissions::AsConfigured, &extras, told);
        assert_eq!((wider.profile_before(), wider.profile_in_call(), wider.mode()), (Some("careful"), None, None));
        assert_eq!(wider.sandbox, Some(workspace(true, &["/more"])));
    }
    assert_eq!(said(&Permissions::Ask, &extras, false).sandbox, Some(workspace(true, &["/more"])));
    let read_only = said(&Permissions::ReadOnly, &extras, false).sandbox;
    assert_eq!(read_only, Some(SandboxPolicy::ReadOnly { network_access: true }));
    assert_eq!(said(&Permissions::Full, &extras, false).sandbox, Some(SandboxPolicy::DangerFullAccess));
    let profile = Permissions::Profile { id: "other".into() };
    assert_eq!(said(&profile, &extras, false).sandbox, None, "a profile says itself what is open");
}

#[test]
fn the_reviewer_is_chosen_apart_from_the_sandbox() {
    let extras = PermissionExtras { reviewer: Some(Reviewer::Auto), ..PermissionExtras::default() };
    let only = Overrides { reviewer: Some(ApprovalsReviewer::AutoReview), ..Overrides::default() };
    assert_eq!(said(&Permissions::AsConfigured, &extras, false), only);
    let auto = said(&Permissions::AutoReviewed, &PermissionExtras::default(), false);
    assert_eq!((auto.reviewer, auto.sandbox), (only.reviewer, Some(workspace(false, &[]))));
}

#[test]
fn the_former_default_becomes_as_configured() {
    let read = |text: &str| serde_json::from_str::<Permissions>(text).unwrap();
    assert_eq!(read("\"ask\""), Permissions::AsConfigured);
    assert_eq!(read("\"readOnly\""), Permissions::ReadOnly);
    assert_eq!(read("\"auto\""), Permissions::Auto);
    assert_eq!(read("\"full\""), Permissions::Full);
    for permissions in all() {
        assert_eq!(read(&serde_json::to_string(&permissions).unwrap()), permissions);
    }
    assert!(serde_json::from_str::<Permissions>("{\"kind\":\"whatever\"}").is_err());
}
