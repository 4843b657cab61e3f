//! A thread as one HTML file that looks the same without a network, runs nothing and loads nothing.
//!
//! Pictures that were attached, viewed or generated are embedded, if they still exist and there is room. No other
//! file is: a file that is no picture by its content, or is only mentioned in text, is left out.

use super::words::facts;
use crate::pictures::address;
use crate::row::{Attachment, Block, Body, FileDiff, LineKind, Ran};
use model::state::PictureSource;
use model::state::{attached_picture, picture, shown, whole_changes};
use protocol::item::UserInput;
use protocol::{Item, ItemKind, Turn};
use render::{OutputScreen, escape};
use std::fmt::Write as _;

pub const UNREADABLE: &str = "<p class=\"note\">This version of Threadloft cannot read this turn.</p>\n";
pub const END: &str = "</main>\n</body>\n</html>\n";

const STYLE: &str = include_str!("page.css");

pub fn begin(thread: &protocol::Thread, title: &str) -> String {
    let title = escape(&render::visible(title));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<header>\n<h1>{title}</h1>\n<dl>\n"
    );
    for (name, value) in facts(thread) {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{}</dd></div>", escape(&value));
    }
    out + "</dl>\n</header>\n<main>\n"
}

/// A larger picture is only named.
const LARGEST: u64 = 8 * 1024 * 1024;

/// `room` is the number of bytes left for embedded pictures.
pub fn turn(turn: &Turn, cwd: &str, room: &mut usize) -> String {
    let mut out = String::from("<section>\n");
    for item in &turn.items {
        if let Some(shown) = shown(item, cwd) {
            body(&mut out, item, &shown, cwd, room);
        }
    }
    if let Some(error) = &turn.error {
        let _ = writeln!(out, "<p class=\"note bad\">{}</p>", escape(&render::visible(&error.message)));
    }
    out + "</section>\n"
}

fn body(out: &mut String, item: &Item, body: &Body, cwd: &str, room: &mut usize) {
    match body {
        Body::Prompt { text, attachments, .. } => {
            let _ = writeln!(out, "<article class=\"you\"><h2>You</h2><p class=\"text\">{}</p>", escape(text));
            for (one, source) in attachments.iter().zip(attached(item, cwd)) {
                pictured(out, source.as_slice(), name(one), room);
            }
            out.push_str("</article>\n");
        }
        Body::Said { blocks: said, .. } => {
            let _ = writeln!(out, "<article><h2>Codex</h2>{}</article>", blocks(said));
        }
        Body::Proposal { blocks: plan, .. } => {
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
        Body::Image { caption, path, .. } => {
            let words = caption.as_deref().or(path.as_deref()).unwrap_or("An image");
            pictured(out, &of(item, cwd), words, room);
        }
        Body::Agents { prompt, action, .. } => {
            note(out, &format!("Sub-agent: {}", prompt.as_deref().unwrap_or(action)));
        }
        Body::Compacted => note(out, "Earlier turns were summarised."),
        Body::Hook { text } | Body::Told { text, .. } => note(out, text),
        Body::Reviewed { verdict, rationale, what, .. } => {
            let why = rationale.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
            note(out, &format!("Automatic review of {what}: {verdict:?}{why}"));
        }
        // Our own record of approvals is exported separately.
        Body::Declined { .. } => {}
        Body::Unknown { name, json } => fold(out, &escape(name), &format!("<pre>{}</pre>", escape(json))),
        Body::Plan { .. } | Body::Review { begins: true, .. } | Body::Waited { .. } => {}
    }
}

/// The picture of each attachment of a message, in order; `None` for other attachments.
fn attached(item: &Item, cwd: &str) -> Vec<Option<PictureSource>> {
    let ItemKind::UserMessage(message) = &item.kind else { return Vec::new() };
    let along = message.content.iter().filter(|input| !matches!(input, UserInput::Text { .. }));
    along.map(|input| attached_picture(input, cwd)).collect()
}

/// The places to look for a picture. A generated one may also be inline, so it survives the loss of its file.
fn of(item: &Item, cwd: &str) -> Vec<PictureSource> {
    let inline = match &item.kind {
        ItemKind::ImageGeneration(image) => {
            image.result.clone().filter(|data| !data.is_empty()).map(PictureSource::Inline)
        }
        _ => None,
    };
    picture(item, cwd).into_iter().chain(inline).collect()
}

fn pictured(out: &mut String, sources: &[PictureSource], words: &str, room: &mut usize) {
    let most = LARGEST.min(*room as u64);
    let words = escape(words);
    let Some(address) = sources.iter().find_map(|source| address(source, most)) else {
        let _ = writeln!(out, "<p class=\"note\">{words}</p>");
        return;
    };
    *room = room.saturating_sub(address.len());
    let _ = writeln!(out, "<figure><img src=\"{address}\" alt=\"\"><figcaption>{words}</figcaption></figure>");
}

/// A command with its whole output, in its colours.
fn command(out: &mut String, item: &Item, ran: &Ran) {
    let printed = match &item.kind {
        ItemKind::CommandExecution(command) => command.aggregated_output.as_deref().unwrap_or_default(),
        _ => "",
    };
    let mut screen = OutputScreen::new(usize::MAX);
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
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use serde_json::json;

    #[test]
    fn nothing_that_was_said_becomes_part_of_the_page() {
        let evil = "</title></style><script>alert(1)</script><img src=https://x/y onerror=alert(1)>";
        let thread = protocol::Thread { cwd: evil.into(), model: Some(evil.into()), ..Default::default() };
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
        let page = begin(&thread, evil) + &super::turn(&turn, "/w", &mut 1_000) + END;
        assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("onerror=alert(1)>"), "{page}");
        assert_eq!(page.matches("</style>").count(), 1);
        assert_eq!(page.matches("</title>").count(), 1);
    }

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\nand so on";

    #[test]
    fn an_export_embeds_only_the_threads_own_pictures() {
        let folder = tempfile::tempdir().unwrap();
        let cwd = folder.path().to_str().unwrap();
        for name in ["along.png", "seen.png", "made.png"] {
            std::fs::write(folder.path().join(name), [PNG, name.as_bytes()].concat()).unwrap();
        }
        std::fs::write(folder.path().join("secret.png"), "password").unwrap();
        let inline = STANDARD.encode(PNG);
        let at = |name: &str| folder.path().join(name).display().to_string();
        let turn: Turn = serde_json::from_value(json!({"id": "t", "items": [
            {"id": "1", "type": "userMessage", "content": [
                {"type": "text", "text": "look at seen.png"},
                {"type": "localImage", "path": at("along.png")},
                {"type": "localImage", "path": at("secret.png")},
                {"type": "localImage", "path": at("gone.png")},
                {"type": "image", "url": format!("data:image/svg+xml;base64,{inline}")},
                {"type": "image", "url": "https://example.com/a.png"},
            ]},
            {"id": "2", "type": "imageView", "path": "seen.png"},
            {"id": "3", "type": "imageGeneration", "status": "completed", "savedPath": at("gone.png"), "result": inline},
            {"id": "4", "type": "imageGeneration", "status": "completed", "savedPath": at("made.png")},
        ]}))
        .unwrap();
        let page = super::turn(&turn, cwd, &mut 100_000);
        let written = |bytes: &[u8]| {
            page.matches(&format!("<img src=\"data:image/png;base64,{}\"", STANDARD.encode(bytes))).count()
        };
        for name in ["along.png", "seen.png", "made.png"] {
            assert_eq!(written(&[PNG, name.as_bytes()].concat()), 1, "{name}: {page}");
        }
        assert_eq!(written(PNG), 2, "what came inline: {page}");
        assert_eq!(page.matches("<img").count(), 5, "{page}");
        assert!(page.contains("<p class=\"note\">secret.png</p>") && page.contains("<p class=\"note\">gone.png</p>"));
        assert!(!page.contains(&STANDARD.encode("password")) && !page.contains("src=\"http"), "{page}");
        assert_eq!(super::turn(&turn, cwd, &mut 10).matches("<img").count(), 0, "only as many as there is room for");
    }
}
