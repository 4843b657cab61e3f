//! A thread as Markdown: messages as they were written, everything else in fences that its content cannot close.

use super::words::facts;
use crate::row::Body;
use model::state::{headline, shown, thought};
use model::words::{pretty, relative};
use protocol::item::UserInput;
use protocol::{Item, ItemKind, Turn};
use std::fmt::Write as _;

pub const UNREADABLE: &str = "\n*This version of Threadloft cannot read this turn.*\n";

pub fn begin(thread: &protocol::Thread, title: &str) -> String {
    let mut out = format!("# {}\n\n", line(title));
    for (name, value) in facts(thread) {
        let _ = writeln!(out, "- {name}: {}", line(&value));
    }
    out
}

pub fn turn(turn: &Turn, cwd: &str) -> String {
    let mut out = String::new();
    for found in &turn.items {
        if let Some(text) = item(found, cwd) {
            let _ = write!(out, "\n{}\n", text.trim_end());
        }
    }
    if let Some(error) = &turn.error {
        let _ = write!(out, "\n> **Failed:** {}\n", line(&error.message));
    }
    out
}

fn item(item: &Item, cwd: &str) -> Option<String> {
    let text = match &item.kind {
        ItemKind::UserMessage(message) => format!("## You\n\n{}", prompt(&message.content)),
        ItemKind::AgentMessage(message) if message.text.is_empty() => return None,
        ItemKind::AgentMessage(message) => format!("## Codex\n\n{}", message.text),
        ItemKind::Plan(plan) => format!("### Plan\n\n{}", plan.text),
        ItemKind::Reasoning(reasoning) => {
            let text = thought(&reasoning.summary, &reasoning.content);
            let head = headline(&text)?;
            format!("<details><summary>{}</summary>\n\n{text}\n\n</details>", render::escape(&head))
        }
        ItemKind::CommandExecution(command) => {
            let script = model::shell::unwrapped(&command.command).unwrap_or_else(|| command.command.clone());
            let exit = command.exit_code.map(|code| format!(" (exit {code})")).unwrap_or_default();
            let output = command.aggregated_output.as_deref().map(plain).filter(|text| !text.trim().is_empty());
            let output = output.map(|text| format!("\n\n{}", fence("text", &text))).unwrap_or_default();
            format!("**Ran**{exit}\n\n{}{output}", fence("sh", &script))
        }
        ItemKind::FileChange(change) => {
            let files = change.changes.iter().map(|file| {
                format!(
                    "**Changed** `{}`\n\n{}",
                    relative(&file.path, cwd).replace('`', "'"),
                    fence("diff", &file.diff)
                )
            });
            files.collect::<Vec<_>>().join("\n\n")
        }
        ItemKind::McpToolCall(_) | ItemKind::DynamicToolCall(_) | ItemKind::FunctionCallOutput(_) => {
            tool(&shown(item, cwd)?)?
        }
        ItemKind::HookPrompt(hook) => {
            let texts: Vec<&str> = hook.fragments.iter().map(|fragment| fragment.text.as_str()).collect();
            format!("**A hook said**\n\n{}", fence("text", &texts.join("\n")))
        }
        ItemKind::WebSearch(search) => format!("**Searched the web:** {}", line(&search.query)),
        ItemKind::ImageView(image) => format!("**Viewed** `{}`", relative(&image.path, cwd).replace('`', "'")),
        ItemKind::ImageGeneration(image) => {
            let path = image.saved_path.as_deref().map(|path| relative(path, cwd).replace('`', "'"));
            let path = path.map(|path| format!(" `{path}`")).unwrap_or_default();
            let words = image.revised_prompt.as_deref().map(|words| format!(": {}", line(words))).unwrap_or_default();
            format!("**Generated an image**{path}{words}")
        }
        ItemKind::ExitedReviewMode(review) => format!("### Review\n\n{}", review.review),
        ItemKind::ContextCompaction(_) => "*Earlier turns were summarised.*".to_owned(),
        ItemKind::CollabAgentToolCall(call) => {
            format!("**Sub-agent:** {}", line(call.prompt.as_deref().unwrap_or(call.tool.as_str())))
        }
        ItemKind::Other(json) => format!("**{}**\n\n{}", line(item.kind.name()), fence("json", &pretty(json))),
        ItemKind::SubAgentActivity(_) | ItemKind::Sleep(_) | ItemKind::EnteredReviewMode(_) => return None,
    };
    Some(text)
}

fn prompt(content: &[UserInput]) -> String {
    let parts = content.iter().map(|input| match input {
        UserInput::Text { text, .. } => text.clone(),
        UserInput::LocalImage { path, .. } => format!("*[image {}]*", line(path)),
        UserInput::Image { .. } => "*[image]*".to_owned(),
        UserInput::Audio { .. } | UserInput::LocalAudio { .. } => "*[audio]*".to_owned(),
        UserInput::Skill { name, .. } | UserInput::Mention { name, .. } => format!("*[{}]*", line(name)),
        UserInput::Other(_) => "*[attachment]*".to_owned(),
    });
    parts.collect::<Vec<_>>().join("\n\n")
}

fn tool(body: &Body) -> Option<String> {
    let Body::Tool { server, tool, arguments, result, error } = body else { return None };
    let name = [server.as_deref(), Some(tool)].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let mut out = format!("**Tool** {}", line(&name));
    for (language, text) in [("json", Some(arguments.as_str())), ("text", result.as_deref())] {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            let _ = write!(out, "\n\n{}", fence(language, text));
        }
    }
    if let Some(error) = error {
        let _ = write!(out, "\n\n> **Failed:** {}", line(error));
    }
    Some(out)
}

/// A terminal's output without colours and overwritten lines.
pub fn plain(text: &str) -> String {
    let mut screen = render::OutputScreen::new(usize::MAX);
    screen.push(text);
    screen.plain()
}

/// A fence longer than any run of backticks inside the text.
fn fence(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest.max(2) + 1);
    format!("{ticks}{language}\n{}\n{ticks}", text.trim_end_matches('\n'))
}

fn line(text: &str) -> String {
    render::visible(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_inside_closes_its_fence() {
        assert_eq!(fence("sh", "a ```` b"), "`````sh\na ```` b\n`````");
        assert_eq!(fence("sh", "plain"), "```sh\nplain\n```");
    }

    #[test]
    fn an_export_has_the_output_of_tools_and_hooks() {
        let turn: Turn = serde_json::from_value(json!({"id": "t", "items": [
            {"id": "1", "type": "dynamicToolCall", "tool": "tide", "arguments": {"at": "noon"}, "status": "completed",
             "contentItems": [{"type": "inputText", "text": "low water"}], "success": true},
            {"id": "2", "type": "mcpToolCall", "server": "harbour", "tool": "berth", "arguments": {}, "status": "failed",
             "error": {"message": "no berth is free"}},
            {"id": "3", "type": "mcpToolCall", "server": "harbour", "tool": "list", "arguments": {}, "status": "completed",
             "result": {"content": [], "structuredContent": {"ships": 3}}},
            {"id": "4", "type": "hookPrompt", "fragments": [{"hookRunId": "h", "text": "run the tests first"}]},
            {"id": "5", "type": "userMessage", "content": [{"type": "localImage", "path": "/w/chart.png"}]},
        ]}))
        .unwrap();
        let text = super::turn(&turn, "/w");
        for there in [
            "**Tool** tide\n\n```json\n{\n  \"at\": \"noon\"\n}\n```\n\n```text\nlow water\n```",
            "> **Failed:** no berth is free",
            "\"ships\": 3",
            "**A hook said**\n\n```text\nrun the tests first\n```",
            "*[image /w/chart.png]*",
        ] {
            assert!(text.contains(there), "{there}\n\n{text}");
        }
    }
}
