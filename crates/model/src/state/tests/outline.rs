//! A thread as a few lines of text, so that a test can compare all of it at once.

use contract::change::OpenThread;
use contract::row::{Block, Body, FileDiff, Row, RowState, TurnState};

pub fn outline(thread: &OpenThread) -> String {
    let mut lines = vec![format!("{} · {:?}", thread.head.title, thread.head.state)];
    for turn in &thread.turns {
        lines.push(match (&turn.state, &turn.trouble) {
            (TurnState::Done, None) => "turn".to_owned(),
            (state, None) => format!("turn {state:?}"),
            (state, Some(trouble)) => format!("turn {state:?} {:?}: {}", trouble.help, trouble.message),
        });
        lines.extend(thread.rows.iter().filter(|row| row.turn == turn.id).map(|row| format!("  {}", of_row(row))));
    }
    if !thread.diff.is_empty() {
        lines.push(format!("diff {}", of_files(&thread.diff)));
    }
    lines.join("\n")
}

pub fn of_row(row: &Row) -> String {
    let state = match row.state {
        RowState::Done => String::new(),
        state => format!(" [{state:?}]"),
    };
    let text = match &row.body {
        Body::Prompt { text, attachments, steered, .. } => {
            format!("{} {text}{}", if *steered { "steered" } else { "prompt" }, attached(attachments.len()))
        }
        Body::Said { blocks, unsaved } => {
            format!("said{} {}", if *unsaved { " unsaved" } else { "" }, of_blocks(blocks))
        }
        Body::Thought { headline, blocks } => format!("thought {headline:?} {}", of_blocks(blocks)),
        Body::Plan { explanation, steps } => {
            let steps: Vec<String> = steps.iter().map(|step| format!("{}={:?}", step.text, step.state)).collect();
            format!("plan {explanation:?} {}", steps.join(", "))
        }
        Body::Proposal { blocks, unsaved } => {
            format!("proposal{} {}", if *unsaved { " unsaved" } else { "" }, of_blocks(blocks))
        }
        Body::Ran(ran) => {
            let by = if ran.by_you { "you ran" } else { "ran" };
            format!("{by} {} → {:?} {:?}", ran.command, ran.exit, plain(&ran.output.html))
        }
        Body::Edited { files } => format!("edited {}", of_files(files)),
        Body::Tool { server, tool, arguments, result, error } => {
            let arguments = arguments.split_whitespace().collect::<String>();
            format!("tool {server:?} {tool} {arguments} → {result:?} {error:?}")
        }
        Body::Agents { action, prompt, threads, ends } => {
            let ends = ends.iter().map(|end| format!(" {} {:?}", end.status, end.message));
            format!("agents {action} {prompt:?} {}{}", threads.len(), ends.collect::<String>())
        }
        Body::Searched { query, detail } => format!("searched {query} {detail:?}"),
        Body::Image { path, generated, error: None, .. } => format!("image {path:?} {generated}"),
        Body::Image { error: Some(error), .. } => format!("no image: {error}"),
        Body::Review { begins: true, target, .. } => format!("review begins {target:?}"),
        Body::Review { blocks, .. } => format!("review ends {}", of_blocks(blocks)),
        Body::Compacted => "compacted".to_owned(),
        Body::Hook { text } => format!("hook {text}"),
        Body::Waited { ms } => format!("waited {ms:?}"),
        Body::Reviewed { verdict, risk, what, .. } => format!("reviewed {what} {verdict:?} {risk:?}"),
        Body::Declined { what, by, .. } => format!("declined {what} {by:?}"),
        Body::Told { level, text } => format!("told {level:?} {text}"),
        Body::Unknown { name, .. } => format!("unknown {name}"),
    };
    format!("{text}{state}")
}

fn of_blocks(blocks: &[Block]) -> String {
    let texts = blocks.iter().map(|block| match block {
        Block::Html { html } => plain(html),
        Block::Code { html, open, .. } => format!("code{} {}", if *open { " open" } else { "" }, plain(html)),
    });
    texts.collect::<Vec<_>>().join(" / ")
}

fn of_files(files: &[FileDiff]) -> String {
    let files = files.iter().map(|file| format!("{:?} {} +{} -{}", file.kind, file.path, file.added, file.removed));
    files.collect::<Vec<_>>().join(", ")
}

fn attached(count: usize) -> String {
    if count == 0 { String::new() } else { format!(" (+{count})") }
}

/// Removes tags, which are tested where they are made.
fn plain(html: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
