//! Single rows that no recorded exchange contains.

use super::outline::of_row;
use super::replay::Fixture;
use contract::change::Change;
use contract::id::{RowId, ThreadId};
use contract::prompt::Attached;
use contract::row::{Attachment, Body, RowState};
use protocol::{Event, ItemKind, RequestId};
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

fn fixture() -> Fixture {
    let mut fixture = Fixture::new([ThreadId::from("t")].into());
    tell(&mut fixture, "thread/started", json!({"thread": {"id": "t", "cwd": "/w", "preview": "first"}}));
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "u", "status": "inProgress"}}));
    fixture
}

fn tell(fixture: &mut Fixture, method: &str, params: Value) -> Vec<Change> {
    let changes = fixture.apply(Event::from_notification(method, &to_raw_value(&params).unwrap()), 50_000.0);
    fixture.frame();
    changes
}

fn of_item(fixture: &mut Fixture, method: &str, item: Value) {
    tell(fixture, method, json!({"threadId": "t", "turnId": "u", "item": item}));
}

fn grow(fixture: &mut Fixture, what: &str, item: &str, delta: &str, index: u32) {
    let params = json!({"threadId": "t", "turnId": "u", "itemId": item, "delta": delta, "summaryIndex": index, "contentIndex": index});
    tell(fixture, what, params);
}

fn rows(fixture: &Fixture) -> Vec<String> {
    fixture.only().rows.iter().map(of_row).collect()
}

#[test]
fn what_is_hidden_in_a_message_is_shown() {
    let mut fixture = fixture();
    let typed = "\u{200f}שלום and a\u{200b}b";
    let content = json!([{"type": "text", "text": typed}]);
    of_item(&mut fixture, "item/completed", json!({"id": "1", "type": "userMessage", "content": content}));
    let command = json!({"id": "2", "type": "commandExecution", "source": "userShell", "command": format!("echo {typed}"), "cwd": "/w"});
    of_item(&mut fixture, "item/completed", command);
    let shown = fixture.only().rows;
    let Body::Prompt { text, as_typed, .. } = &shown[0].body else { panic!("no prompt") };
    assert!(text.contains("⟨U+200F⟩") && text.contains("⟨U+200B⟩"), "{text}");
    assert_eq!(as_typed.as_deref(), Some(typed));
    let Body::Ran(ran) = &shown[1].body else { panic!("no command") };
    assert!(ran.command.contains("⟨U+200F⟩"), "{}", ran.command);
    assert_eq!(ran.as_typed, Some(format!("echo {typed}")));
    let again = fixture.state.prompt_of(&ThreadId::from("t"), &"u".into()).unwrap();
    assert_eq!(again.text, typed);
}

#[test]
fn a_picture_inside_a_message_is_known_by_a_name() {
    let mut fixture = fixture();
    let content = json!([{"type": "text", "text": "see"}, {"type": "image", "url": "data:image/png;base64,AAAA"},
        {"type": "image", "url": "data:image/svg+xml,plain"}]);
    of_item(&mut fixture, "item/completed", json!({"id": "1", "type": "userMessage", "content": content}));
    let Body::Prompt { attachments, .. } = fixture.only().rows[0].body.clone() else { panic!("no prompt") };
    let [Attachment::Image { path: Some(name), .. }, Attachment::Image { path: None, .. }] = &attachments[..] else {
        panic!("{attachments:?}");
    };
    assert_eq!(fixture.state.inlined(name).as_deref(), Some("AAAA"));
    assert_eq!(fixture.state.inlined("inline:0"), None);
    let again = fixture.state.prompt_of(&ThreadId::from("t"), &"u".into()).unwrap();
    assert_eq!(again.attached, [Attached::Image { path: "data:;base64,AAAA".into() }]);
}

#[test]
fn every_kind_of_item_has_a_row() {
    let items = [
        (
            json!({"type": "userMessage", "content": [{"type": "text", "text": "see"}, {"type": "localImage", "path": "/w/a.png"},
            {"type": "image", "url": "data:image/png;base64,AAAA"}, {"type": "skill", "name": "s", "path": "/s"},
            {"type": "mention", "name": "m", "path": "/m"}, {"type": "hologram"}]}),
            "prompt see (+5)",
        ),
        (
            json!({"type": "hookPrompt", "fragments": [{"hookRunId": "h", "text": "one"}, {"hookRunId": "h", "text": "two"}]}),
            "hook one\ntwo",
        ),
        (json!({"type": "agentMessage", "text": "hello"}), "said hello"),
        (json!({"type": "functionCallOutput", "name": "f", "output": "done"}), "tool None f  → Some(\"done\") None"),
        (json!({"type": "plan", "text": "do it"}), "proposal do it"),
        (
            json!({"type": "reasoning", "summary": ["**Look** around", "then"], "content": ["raw"]}),
            "thought Some(\"Look around\") Look around / then",
        ),
        (
            json!({"type": "commandExecution", "command": "/bin/bash -lc 'ls'", "cwd": "/w", "status": "completed",
            "aggregatedOutput": "a\nb\n", "exitCode": 0, "commandActions": []}),
            "ran ls → Some(0) \"a b\"",
        ),
        (
            json!({"type": "fileChange", "status": "completed", "changes": [{"path": "/w/x", "kind": {"type": "delete"}, "diff": "gone\n"},
            {"path": "/w/y", "kind": {"type": "update", "move_path": "/w/z"}, "diff": "@@ -1 +1 @@\n-a\n+b\n"}]}),
            "edited Deleted x +0 -1, Renamed z +1 -1",
        ),
        (
            json!({"type": "mcpToolCall", "server": "s", "tool": "t", "status": "failed", "arguments": {"a": 1}, "error": {"message": "no"}}),
            "tool Some(\"s\") t {\"a\":1} → None Some(\"no\") [Failed]",
        ),
        (
            json!({"type": "dynamicToolCall", "tool": "d", "status": "completed", "arguments": null, "success": true,
            "contentItems": [{"type": "inputText", "text": "ok"}, {"type": "inputImage", "imageUrl": "data:"}]}),
            "tool None d  → Some(\"ok\\n[image]\") None",
        ),
        (
            json!({"type": "collabAgentToolCall", "tool": "wait", "status": "completed", "receiverThreadIds": ["c1", "c2"]}),
            "agents wait None 2",
        ),
        (
            json!({"type": "subAgentActivity", "kind": "started", "agentThreadId": "c1", "agentPath": "/p"}),
            "agents started Some(\"/p\") 1",
        ),
        (
            json!({"type": "webSearch", "query": "q", "action": {"type": "search", "queries": ["a", "b"]}}),
            "searched q Some(\"a · b\")",
        ),
        (json!({"type": "imageView", "path": "/w/p.png"}), "image Some(\"p.png\") false"),
        (json!({"type": "sleep", "durationMs": 1500}), "waited Some(1500.0)"),
        (
            json!({"type": "imageGeneration", "status": "completed", "result": "AAAA", "savedPath": "/w/g.png"}),
            "image Some(\"g.png\") true",
        ),
        (json!({"type": "enteredReviewMode", "review": "changes"}), "review begins Some(\"changes\")"),
        (json!({"type": "exitedReviewMode", "review": "fine"}), "review ends fine"),
        (json!({"type": "contextCompaction"}), "compacted"),
        (json!({"type": "hologram", "beam": 3}), "unknown hologram"),
    ];
    assert_eq!(items.len(), ItemKind::NAMES.len() + 1, "each kind once, and one that is unknown");
    let mut fixture = fixture();
    for (n, (mut item, _)) in items.clone().into_iter().enumerate() {
        item["id"] = json!(format!("i{n}"));
        of_item(&mut fixture, "item/completed", item);
    }
    let shown = rows(&fixture);
    for ((_, expected), row) in items.iter().zip(&shown) {
        assert_eq!(row, expected);
    }
    assert_eq!(shown.len(), items.len());
}

#[test]
fn a_thought_shows_its_raw_text_only_without_a_summary() {
    let mut fixture = fixture();
    of_item(&mut fixture, "item/started", json!({"type": "reasoning", "id": "r", "summary": [], "content": []}));
    assert!(rows(&fixture).is_empty(), "nothing to see yet");
    grow(&mut fixture, "item/reasoning/textDelta", "r", "raw", 0);
    assert_eq!(rows(&fixture), ["thought Some(\"raw\") raw [Open]"]);
    grow(&mut fixture, "item/reasoning/summaryTextDelta", "r", "**Plan", 0);
    grow(&mut fixture, "item/reasoning/summaryTextDelta", "r", "ning**", 0);
    grow(&mut fixture, "item/reasoning/textDelta", "r", "raw again", 0);
    grow(&mut fixture, "item/reasoning/summaryTextDelta", "r", "next", 1);
    assert_eq!(rows(&fixture), ["thought Some(\"Planning\") Planning / next [Open]"]);
    of_item(
        &mut fixture,
        "item/completed",
        json!({"type": "reasoning", "id": "r", "summary": ["**Planning**", "next"]}),
    );
    assert_eq!(rows(&fixture), ["thought Some(\"Planning\") Planning / next"]);
}

#[test]
fn a_message_that_says_nothing_is_no_row() {
    let mut fixture = fixture();
    of_item(&mut fixture, "item/started", json!({"type": "agentMessage", "id": "a", "text": ""}));
    of_item(&mut fixture, "item/completed", json!({"type": "agentMessage", "id": "a", "text": ""}));
    of_item(&mut fixture, "item/completed", json!({"type": "reasoning", "id": "r", "summary": []}));
    assert!(rows(&fixture).is_empty());
}

#[test]
fn the_end_replaces_what_grew_and_nothing_grows_after_it() {
    let mut fixture = fixture();
    of_item(&mut fixture, "item/started", json!({"type": "agentMessage", "id": "a", "text": ""}));
    grow(&mut fixture, "item/agentMessage/delta", "a", "```rust\nlet a", 0);
    grow(&mut fixture, "item/agentMessage/delta", "a", " = 1;", 0);
    assert_eq!(rows(&fixture), ["said code open let a = 1; [Open]"]);
    of_item(&mut fixture, "item/completed", json!({"type": "agentMessage", "id": "a", "text": "other"}));
    grow(&mut fixture, "item/agentMessage/delta", "a", " late", 0);
    assert_eq!(rows(&fixture), ["said other"]);
}

#[test]
fn output_grows_and_all_of_it_can_be_looked_at() {
    let mut fixture = fixture();
    let command = |status: &str, output: Value| {
        json!({"type": "commandExecution", "id": "c", "command": "seq", "cwd": "/w",
        "status": status, "aggregatedOutput": output, "commandActions": []})
    };
    of_item(&mut fixture, "item/started", command("inProgress", Value::Null));
    let lines: String = (0..500).map(|n| format!("{n}\n")).collect();
    grow(&mut fixture, "item/commandExecution/outputDelta", "c", &lines, 0);
    let (thread, row) = (ThreadId::from("t"), RowId::from("c"));
    let Body::Ran(ran) = fixture.only().rows[0].body.clone() else { panic!() };
    assert_eq!((ran.output.earlier, ran.output.html.lines().count()), (300, 200));
    assert_eq!(fixture.state.output(&thread, &row).unwrap().lines().count(), 500);
    // The server does not repeat the output, so what was streamed stays.
    of_item(&mut fixture, "item/completed", command("failed", Value::Null));
    assert_eq!(fixture.state.output(&thread, &row).unwrap().lines().count(), 500);
    of_item(&mut fixture, "item/completed", command("completed", json!("all\n")));
    assert_eq!(fixture.state.output(&thread, &row).unwrap().trim(), "all");
    assert_eq!(fixture.only().rows.len(), 1, "an item is one row");
}

#[test]
fn all_lines_of_a_cut_diff_can_be_looked_at() {
    let mut fixture = fixture();
    let content: String = (0..3_000).map(|n| format!("line {n}\n")).collect();
    let change = json!({"type": "fileChange", "id": "f", "status": "completed",
        "changes": [{"path": "/w/big", "kind": {"type": "add"}, "diff": content}]});
    of_item(&mut fixture, "item/completed", change);
    let Body::Edited { files } = fixture.only().rows[0].body.clone() else { panic!() };
    assert!(files[0].cut > 0);
    let thread = ThreadId::from("t");
    let whole =
        |path: &str| fixture.state.diff(&thread, &RowId::from("f"), path).map(|file| (file.lines.len(), file.cut));
    assert_eq!(whole("big"), Some((3_000, 0)));
    assert_eq!(whole("small"), None);
    let turn = fixture.state.turn_changes(&thread).unwrap();
    assert_eq!((turn.text.as_str(), turn.edits.len()), ("", 1), "also as the turn's");
}

#[test]
fn a_plan_is_one_row_that_changes() {
    let mut fixture = fixture();
    let plan = |a: &str, b: &str| {
        json!({"threadId": "t", "turnId": "u", "explanation": null,
        "plan": [{"step": "one", "status": a}, {"step": "two", "status": b}]})
    };
    tell(&mut fixture, "turn/plan/updated", plan("inProgress", "pending"));
    assert_eq!(rows(&fixture), ["plan None one=Now, two=ToDo [Open]"]);
    assert_eq!(
        tell(&mut fixture, "turn/plan/updated", plan("inProgress", "pending")),
        [],
        "said again, nothing changes"
    );
    tell(&mut fixture, "turn/plan/updated", plan("completed", "completed"));
    assert_eq!(rows(&fixture), ["plan None one=Done, two=Done"]);
}

#[test]
fn a_remark_is_made_once() {
    let mut fixture = fixture();
    for _ in 0..3 {
        tell(&mut fixture, "warning", json!({"threadId": "t", "message": "careful"}));
        tell(
            &mut fixture,
            "model/rerouted",
            json!({"threadId": "t", "turnId": "u", "fromModel": "a", "toModel": "b", "reason": "x"}),
        );
        tell(&mut fixture, "configWarning", json!({"summary": "broken", "details": "line 1"}));
    }
    assert_eq!(rows(&fixture), ["told Warn careful", "told Info b answered instead of a (x)."]);
    assert_eq!(fixture.window.0.banners.len(), 1);
}

#[test]
fn what_is_open_stops_with_its_turn() {
    let mut fixture = fixture();
    of_item(
        &mut fixture,
        "item/started",
        json!({"type": "mcpToolCall", "id": "m", "server": "s", "tool": "t", "status": "inProgress"}),
    );
    tell(
        &mut fixture,
        "item/mcpToolCall/progress",
        json!({"threadId": "t", "turnId": "u", "itemId": "m", "message": "half"}),
    );
    assert_eq!(rows(&fixture), ["tool Some(\"s\") t  → Some(\"half\") None [Open]"]);
    tell(&mut fixture, "turn/completed", json!({"threadId": "t", "turn": {"id": "u", "status": "completed"}}));
    assert!(fixture.only().rows.iter().all(|row| row.state == RowState::Stopped));
}

/// With the answer that the server takes back first, and with the turn that ends over it.
#[test]
fn a_command_that_was_never_allowed_is_not_said_to_have_run() {
    for resolved in [false, true] {
        let mut fixture = fixture();
        of_item(
            &mut fixture,
            "item/started",
            json!({"type": "commandExecution", "id": "i", "command": "ls", "cwd": "/w", "status": "inProgress"}),
        );
        let asked = to_raw_value(&super::asks::command("ls")).unwrap();
        fixture.apply(Event::from_request(RequestId::Number(4), super::asks::COMMAND, &asked), 50_000.0);
        fixture.frame();
        if resolved {
            tell(&mut fixture, "serverRequest/resolved", json!({"threadId": "t", "requestId": 4}));
        }
        tell(&mut fixture, "turn/completed", json!({"threadId": "t", "turn": {"id": "u", "status": "interrupted"}}));
        let states: Vec<RowState> = fixture.only().rows.iter().map(|row| row.state).collect();
        assert_eq!(states, [RowState::Declined], "resolved: {resolved}");
    }
}

fn retry(fixture: &mut Fixture, count: &str) {
    let error = json!({"message": format!("Reconnecting... {count}"), "codexErrorInfo": "other"});
    tell(fixture, "error", json!({"threadId": "t", "turnId": "u", "willRetry": true, "error": error}));
}

#[test]
fn a_text_that_broke_off_goes_when_it_is_said_anew() {
    let mut fixture = fixture();
    grow(&mut fixture, "item/reasoning/summaryTextDelta", "thought", "hm", 0);
    of_item(&mut fixture, "item/completed", json!({"type": "reasoning", "id": "thought", "summary": ["hm"]}));
    grow(&mut fixture, "item/agentMessage/delta", "half", "the first", 0);
    retry(&mut fixture, "1/5");
    assert!(rows(&fixture).iter().any(|row| row.contains("the first")), "as long as there is nothing better");
    of_item(&mut fixture, "item/started", json!({"type": "agentMessage", "id": "whole", "text": ""}));
    grow(&mut fixture, "item/agentMessage/delta", "whole", "the first and the second", 0);
    let said = rows(&fixture).into_iter().filter(|row| row.starts_with("said")).collect::<Vec<_>>();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("and the second") && rows(&fixture).len() == 2, "{:?}", rows(&fixture));
}

#[test]
fn a_text_that_broke_off_stays_where_nothing_follows() {
    let mut fixture = fixture();
    grow(&mut fixture, "item/agentMessage/delta", "half", "the first", 0);
    retry(&mut fixture, "5/5");
    let failed = json!({"id": "u", "status": "failed", "error": {"message": "gone", "codexErrorInfo": "other"}});
    tell(&mut fixture, "turn/completed", json!({"threadId": "t", "turn": failed}));
    assert!(rows(&fixture)[0].starts_with("said unsaved the first"), "{:?}", rows(&fixture));
}

#[test]
fn the_end_of_a_long_answer_is_told_without_the_answer() {
    let mut fixture = fixture();
    let text = "word ".repeat(2_000);
    grow(&mut fixture, "item/agentMessage/delta", "long", &text, 0);
    let item = json!({"type": "agentMessage", "id": "long", "text": text});
    let changes = tell(&mut fixture, "item/completed", json!({"threadId": "t", "turnId": "u", "item": item}));
    assert!(
        changes.iter().any(|change| matches!(change, Change::RowEnded { state: RowState::Done, .. })),
        "{changes:?}"
    );
    assert!(!changes.iter().any(|change| matches!(change, Change::RowPut { .. })), "{changes:?}");
}

#[test]
fn what_a_review_found_stands_once() {
    let mut fixture = fixture();
    of_item(&mut fixture, "item/completed", json!({"type": "exitedReviewMode", "id": "r", "review": "- it *leaks*"}));
    let again = json!({"type": "agentMessage", "id": "a", "text": "- it *leaks*"});
    of_item(&mut fixture, "item/started", again.clone());
    of_item(&mut fixture, "item/completed", again);
    of_item(&mut fixture, "item/completed", json!({"type": "agentMessage", "id": "b", "text": "Mend it?"}));
    assert_eq!(rows(&fixture), ["review ends it leaks", "said Mend it?"]);
}

#[test]
fn what_an_item_says_besides_is_shown() {
    let mut fixture = fixture();
    let asks = json!([{"title": "Which one?", "options": ["left", "right"]}]);
    of_item(&mut fixture, "item/started", json!({"type": "agentMessage", "id": "1", "text": ""}));
    grow(&mut fixture, "item/agentMessage/delta", "1", "Done.", 0);
    let items = [
        json!({"type": "agentMessage", "text": "Done.", "questions": asks}),
        json!({"type": "collabAgentToolCall", "tool": "wait", "status": "completed", "receiverThreadIds": ["a", "b", "c"],
            "agentsStates": {"a": {"status": "completed", "message": "Found it."}, "b": {"status": "errored", "message": null},
            "c": {"status": "running", "message": null}}}),
        json!({"type": "imageGeneration", "status": "failed", "failure": {"type": "usageLimitExceeded", "limitId": "images"}}),
        json!({"type": "mcpToolCall", "server": "codex_apps", "tool": "t", "status": "completed", "arguments": null,
            "appContext": {"connectorId": "c", "appName": "Harbour"}}),
    ];
    for (n, mut item) in items.into_iter().enumerate() {
        item["id"] = json!(format!("{}", n + 1));
        of_item(&mut fixture, "item/completed", item);
    }
    assert_eq!(
        rows(&fixture),
        [
            "said Done. / Which one? / leftright",
            "agents wait None 3 completed Some(\"Found it.\") errored None",
            "no image: A usage limit was reached. [Failed]",
            "tool Some(\"Harbour\") t  → None None",
        ]
    );
}

fn write_file(fixture: &mut Fixture, item: &str, lines: usize) {
    let change = json!({"path": "a.txt", "kind": {"type": "add"}, "diff": "line\n".repeat(lines)});
    let params = json!({"threadId": "t", "turnId": "u", "itemId": item, "changes": [change]});
    tell(fixture, "item/fileChange/patchUpdated", params);
}

#[test]
fn a_file_is_seen_while_it_is_written_and_stands_once() {
    let mut fixture = fixture();
    write_file(&mut fixture, "f", 1);
    assert_eq!(rows(&fixture), ["edited Added a.txt +1 -0 [Open]"]);
    write_file(&mut fixture, "f", 2);
    assert_eq!(rows(&fixture), ["edited Added a.txt +2 -0 [Open]"]);
    let whole = |status: &str| {
        let change = json!({"path": "/w/a.txt", "kind": {"type": "add"}, "diff": "line\n".repeat(3)});
        json!({"type": "fileChange", "id": "f", "status": status, "changes": [change]})
    };
    of_item(&mut fixture, "item/started", whole("inProgress"));
    assert_eq!(rows(&fixture), ["edited Added a.txt +3 -0 [Open]"]);
    assert_eq!(fixture.state.turn_changes(&ThreadId::from("t")).unwrap().edits.len(), 1, "as the turn's, from here on");
    write_file(&mut fixture, "f", 1);
    assert_eq!(rows(&fixture), ["edited Added a.txt +3 -0 [Open]"], "nothing late undoes it");
    of_item(&mut fixture, "item/completed", whole("completed"));
    assert_eq!(rows(&fixture), ["edited Added a.txt +3 -0"]);
}

#[test]
fn all_lines_of_a_file_that_is_being_written_can_be_looked_at() {
    let mut fixture = fixture();
    write_file(&mut fixture, "f", 3_000);
    let whole = fixture.state.diff(&ThreadId::from("t"), &RowId::from("f"), "a.txt").unwrap();
    assert_eq!((whole.lines.len(), whole.cut), (3_000, 0));
    assert_eq!(fixture.state.turn_changes(&ThreadId::from("t")).unwrap().edits, [], "nothing is changed yet");
}

#[test]
fn a_file_that_broke_off_goes_when_it_is_written_anew() {
    let mut fixture = fixture();
    write_file(&mut fixture, "half", 1);
    retry(&mut fixture, "1/5");
    assert_eq!(rows(&fixture), ["edited Added a.txt +1 -0 [Open]"], "as long as there is nothing better");
    write_file(&mut fixture, "whole", 2);
    assert_eq!(rows(&fixture), ["edited Added a.txt +2 -0 [Open]"]);
    retry(&mut fixture, "2/5");
    write_file(&mut fixture, "whole", 3);
    of_item(&mut fixture, "item/completed", json!({"type": "agentMessage", "id": "a", "text": "on"}));
    assert_eq!(rows(&fixture), ["edited Added a.txt +3 -0 [Open]", "said on"], "under the same name it goes on");
}

#[test]
fn a_patch_that_came_to_nothing_is_said_to_have_failed() {
    let mut fixture = fixture();
    write_file(&mut fixture, "f", 1);
    let count = json!({"totalTokens": 1, "inputTokens": 1, "cachedInputTokens": 0, "outputTokens": 0, "reasoningOutputTokens": 0});
    let usage = json!({"total": count, "last": count, "modelContextWindow": null});
    tell(&mut fixture, "thread/tokenUsage/updated", json!({"threadId": "t", "turnId": "u", "tokenUsage": usage}));
    assert_eq!(rows(&fixture), ["edited Added a.txt +1 -0 [Failed]"]);
}
