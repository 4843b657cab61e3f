//! The automatic reviewer's "no", and what a person reads before they overrule it.

use super::record::kept;
use super::replay::Fixture;
use crate::state::LocalEvent;
use contract::change::Change;
use contract::id::ThreadId;
use contract::record::{AskKind, By, Verdict};
use contract::row::{Body, ReviewState};
use protocol::Event;
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

fn denied(action: Value) -> Fixture {
    let mut fixture = Fixture::new([ThreadId::from("t")].into());
    let mut tell = |method: &str, params: Value| {
        fixture.apply(Event::from_notification(method, &to_raw_value(&params).unwrap()), 50_000.0);
        fixture.frame();
    };
    tell("thread/started", json!({"thread": {"id": "t", "cwd": "/w", "preview": "first"}}));
    tell("turn/started", json!({"threadId": "t", "turn": {"id": "u", "status": "inProgress"}}));
    let review = json!({"status": "denied", "rationale": "No."});
    let params = json!({"threadId": "t", "turnId": "u", "reviewId": "r", "review": review, "action": action});
    tell("item/autoApprovalReview/completed", params);
    fixture
}

/// What is shown of an action, and whether it can be allowed.
fn shown(action: Value) -> (String, bool) {
    match denied(action).only().rows.pop().map(|row| row.body) {
        Some(Body::Reviewed { what, can_overrule, .. }) => (what, can_overrule),
        other => panic!("{other:?}"),
    }
}

#[test]
fn overruling_shows_all_that_it_allows() {
    let files = json!({"write": ["/etc"], "entries": [{"path": {"type": "path", "path": "/w"}, "access": "read"}]});
    let permissions = json!({"network": {"enabled": true}, "fileSystem": files});
    for (action, what) in [
        (json!({"type": "command", "command": "/bin/bash -lc 'git push'", "cwd": "/w"}), "git push"),
        (
            json!({"type": "execve", "program": "/tmp/x/git", "argv": ["git", "status", "a b"], "cwd": "/w"}),
            "/tmp/x/git status 'a b'",
        ),
        (json!({"type": "writeStdin", "stdin": "yes\u{202e}", "cwd": "/w"}), "yes⟨U+202E⟩"),
        (json!({"type": "applyPatch", "files": ["/w/a", "/w/b"], "cwd": "/w"}), "/w/a, /w/b"),
        (json!({"type": "networkAccess", "host": "\u{430}pple.com", "port": 22, "target": "x"}), "xn--pple-43d.com:22"),
        (json!({"type": "mcpToolCall", "server": "s", "toolName": "t"}), "s: t"),
        (
            json!({"type": "requestPermissions", "reason": "Only to look.", "permissions": permissions}),
            "network access\nwrite /etc\nread /w",
        ),
    ] {
        assert_eq!(shown(action), (what.to_owned(), true));
    }
}

#[test]
fn what_is_not_shown_cannot_be_overruled() {
    for action in [
        json!({"type": "somethingNew", "command": "rm -rf /"}),
        json!({"type": "command", "cwd": "/w"}),
        json!({"type": "applyPatch", "files": [], "cwd": "/w"}),
        json!({"type": "requestPermissions", "reason": "Only to look.", "permissions": {}}),
        json!({}),
    ] {
        let mut fixture = denied(action.clone());
        let row = fixture.only().rows.pop().unwrap();
        assert!(matches!(row.body, Body::Reviewed { can_overrule: false, .. }), "{action}");
        assert_eq!(fixture.state.denied(&ThreadId::from("t"), &row.id), None, "{action}");
        assert_eq!(kept(&mut fixture.state)[0].verdict, Verdict::Declined);
    }
}

#[test]
fn a_person_who_overrules_is_on_record() {
    let mut fixture = denied(json!({"type": "command", "command": "make", "cwd": "/w"}));
    let row = fixture.only().rows.pop().unwrap().id;
    let overruled = LocalEvent::Overruled { thread: ThreadId::from("t"), row };
    let changes = fixture.local(overruled.clone());
    let is_overruled = |change: &Change| {
        matches!(change, Change::RowPut { row, .. }
            if matches!(row.body, Body::Reviewed { verdict: ReviewState::Overruled, .. }))
    };
    assert!(changes.iter().any(is_overruled), "{changes:?}");
    fixture.local(overruled);
    let kept = kept(&mut fixture.state);
    let told: Vec<_> = kept.iter().map(|one| (one.kind, one.what.as_str(), one.verdict, one.by)).collect();
    let expected = [(Verdict::Declined, By::AutoReview), (Verdict::Accepted, By::You)];
    assert_eq!(told, expected.map(|(verdict, by)| (AskKind::Command, "make", verdict, by)));
}
