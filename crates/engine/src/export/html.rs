//! A thread as one HTML file: it looks the same without a network, runs nothing and loads nothing.

use super::words::facts;
use crate::row::{Attachment, Block, Body, FileDiff, LineKind, Ran};
use crate::state::{shown, whole_changes};
use render::{Screen, escape};
use std::fmt::Write as _;
use wire::{Item, ItemKind, Turn};

pub const UNREADABLE: &str = "<p class=\"note\">A turn that this version of Threadloft cannot read.</p>\n";
pub const END: &str = "</main>\n</body>\n</html>\n";

const STYLE: &str = include_str!("page.css");

pub fn begin(thread: &wire::Thread, title: &str) -> String {
    let title = escape(&render::visible(title));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<header>\n<h1>{title}</h1>\n<dl>\n"
    );
    for (name, value) in facts(thread) {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{}</dd></div>", escape(&value));
    }
    out + "</dl>\n</header>\n<main>\n"
}

pub fn turn(turn: &Turn, cwd: &str) -> String {
    let mut out = String::from("<section>\n");
    for item in &turn.items {
        if let Some(shown) = shown(item, cwd) {
            body(&mut out, item, &shown, cwd);
        }
    }
    if let Some(error) = &turn.error {
        let _ = writeln!(out, "<p class=\"note bad\">{}</p>", escape(&render::visible(&error.message)));
    }
    out + "</section>\n"
}

fn body(out: &mut String, item: &Item, body: &Body, cwd: &str) {
    match body {
        Body::Prompt { text, attachments, .. } => {
            let _ = writeln!(out, "<article class=\"you\"><h2>You</h2><p class=\"text\">{}</p>", escape(text));
            for one in attachments {
                let _ = writeln!(out, "<p class=\"note\">{}</p>", escape(name(one)));
            }
            out.push_str("</article>\n");
        }
        Body::Said { blocks: said, .. } => {
            let _ = writeln!(out, "<article><h2>Codex</h2>{}</article>", blocks(said));
        }
        Body::Proposal { blocks: plan } => {
            let _ = writeln!(out, "<article><h2>Plan</h2>{}</article>", blocks(plan));
        }
        Body::Review { begins: false, blocks: said, .. } => {
            let _ = writeln!(out, "<article><h2>Review</h2>{}</article>", blocks(said));
        }
        Body::Thought { headline, blocks: thought } => {
            fold(out, &escape(headline.as_deref().unwrap_or("Thought")), &blocks(thought));
        }
        Body::Ran(ran) => command(out, item, ran),
        Body::Edited { files } => {
            for file in whole_changes(item, cwd).unwrap_or_else(|| files.clone()) {
                change(out, &file);
            }
        }
        Body::Tool { server, tool, arguments, result, error } => {
            let head = [server.as_deref(), Some(tool.as_str())].into_iter().flatten().collect::<Vec<_>>().join(" · ");
            let parts = [Some(arguments.as_str()), result.as_deref(), error.as_deref()];
            let texts = parts.into_iter().flatten().filter(|text| !text.is_empty());
            fold(out, &escape(&head), &texts.map(|text| format!("<pre>{}</pre>", escape(text))).collect::<String>());
        }
        Body::Searched { query, .. } => note(out, &format!("Searched the web: {query}")),
        Body::Image { caption, .. } => note(out, caption.as_deref().unwrap_or("A picture")),
        Body::Agents { prompt, action, .. } => {
            note(out, &format!("Another agent: {}", prompt.as_deref().unwrap_or(action)));
        }
        Body::Compacted => note(out, "The conversation so far was summed up."),
        Body::Hook { text } | Body::Told { text, .. } => note(out, text),
        Body::Reviewed { verdict, rationale, what, .. } => {
            let why = rationale.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
            note(out, &format!("Automatic review of {what}: {verdict:?}{why}"));
        }
        Body::Unknown { name, json } => fold(out, &escape(name), &format!("<pre>{}</pre>", escape(json))),
        Body::Plan { .. } | Body::Review { begins: true, .. } | Body::Waited { .. } => {}
    }
}

/// All that it printed, in its colours.
fn command(out: &mut String, item: &Item, ran: &Ran) {
    let printed = match &item.kind {
        ItemKind::CommandExecution(command) => command.aggregated_output.as_deref().unwrap_or_default(),
        _ => "",
    };
    let mut screen = Screen::new(usize::MAX);
    screen.push(printed);
    let exit = ran.exit.map(|code| format!(" <small>exit {code}</small>")).unwrap_or_default();
    let head = format!("<code>{}</code>{exit}", escape(ran.command.lines().next().unwrap_or_default()));
    let script =
        if ran.command.contains('\n') { format!("<pre>{}</pre>", escape(&ran.command)) } else { String::new() };
    fold(out, &head, &format!("{script}<pre>{}</pre>", screen.output().html));
}

fn change(out: &mut String, file: &FileDiff) {
    let mut lines = String::from("<pre class=\"diff\">");
    for line in &file.lines {
        let (class, sign) = match line.kind {
            LineKind::Add => ("add", "+"),
            LineKind::Remove => ("rem", "-"),
            LineKind::Hunk => ("hunk", "@@ "),
            LineKind::Same => ("same", " "),
            LineKind::Note => ("hunk", "\\ "),
        };
        let _ = writeln!(lines, "<span class=\"{class}\">{sign}{}</span>", line.html);
    }
    lines.push_str("</pre>");
    if let Some(why) = &file.note {
        lines = format!("<p class=\"note\">{}</p>", escape(why));
    }
    let head = format!("<code>{}</code> <small>+{} −{}</small>", escape(&file.path), file.added, file.removed);
    fold(out, &head, &lines);
}

fn fold(out: &mut String, head: &str, inside: &str) {
    let _ = writeln!(out, "<details><summary>{head}</summary>{inside}</details>");
}

fn note(out: &mut String, text: &str) {
    let _ = writeln!(out, "<p class=\"note\">{}</p>", escape(text));
}

fn blocks(blocks: &[Block]) -> String {
    let drawn = blocks.iter().map(|block| match block {
        Block::Html { html } => html.clone(),
        Block::Code { html, .. } => format!("<pre><code>{html}</code></pre>"),
    });
    drawn.collect()
}

fn name(attachment: &Attachment) -> &str {
    match attachment {
        Attachment::Image { name, .. } | Attachment::Skill { name, .. } | Attachment::Mention { name, .. } => name,
        Attachment::File { path } => path,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_that_was_said_becomes_part_of_the_page() {
        let evil = "</title></style><script>alert(1)</script><img src=https://x/y onerror=alert(1)>";
        let thread = wire::Thread { cwd: evil.into(), model: Some(evil.into()), ..Default::default() };
        let turn: Turn =
            serde_json::from_value(json!({"id": "t", "status": "failed", "error": {"message": evil}, "items": [
                {"id": "1", "type": "userMessage", "content": [{"type": "text", "text": evil}]},
                {"id": "2", "type": "agentMessage", "text": evil},
                {"id": "3", "type": "commandExecution", "command": evil, "aggregatedOutput": evil, "exitCode": 0},
                {"id": "4", "type": "fileChange", "changes": [{"path": evil, "kind": {"type": "add"}, "diff": evil}]},
                {"id": "5", "type": "mcpToolCall", "server": evil, "tool": evil, "arguments": {"a": evil}},
                {"id": "6", "type": evil, "beam": evil},
            ]}))
            .unwrap();
        let page = begin(&thread, evil) + &super::turn(&turn, "/w") + END;
        assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("onerror=alert(1)>"), "{page}");
        assert_eq!(page.matches("</style>").count(), 1);
        assert_eq!(page.matches("</title>").count(), 1);
    }
}
