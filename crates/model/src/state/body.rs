//! Converts an item of the server to the row that a window shows.
//!
//! Invariant: every kind has a row. An item that cannot be read becomes `Unknown`, with its data.

use super::inlined;
use crate::shell;
use crate::words::{contents, file_name, pretty, relative};
use contract::id::ThreadId;
use contract::row::{AgentEnd, Attachment, Body, Output, Ran, RowState};
use protocol::item::{self, FileUpdate, PatchKind, ToolContent, UserInput, WebSearchAction};
use protocol::{Item, ItemKind};
use render::diff::Patch;
use render::{FileDiff, FileKind, Markdown, OutputScreen};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The last lines of a command's output that a window gets. `Query::Output` has the rest.
pub const OUTPUT_LINES: usize = 200;

/// Where a picture is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureSource {
    File(PathBuf),
    /// Base64, as the server sends it.
    Inline(String),
}

/// A row's visible content, and what is kept back for a closer look.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    pub body: Body,
    /// The item's own status; `None` if its kind has none.
    pub state: Option<RowState>,
    pub full: Full,
}

/// The complete version of content that a row shows only in part.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Full {
    #[default]
    Nothing,
    Output(String),
    Changes(Vec<FileUpdate>),
    /// The place of its picture.
    Picture(PictureSource),
    /// Pictures inside the message itself, in base64.
    Inlined(Vec<String>),
}

/// `None` if there is nothing to show yet: a message or reasoning without text.
pub fn of(item: &Item, cwd: &str) -> Option<Shown> {
    let plain = |body| Some(Shown { body, state: None, full: Full::Nothing });
    match &item.kind {
        ItemKind::UserMessage(message) => {
            let inside = inlined::all(&message.content);
            let full = if inside.is_empty() { Full::Nothing } else { Full::Inlined(inside) };
            Some(Shown { body: prompt(&message.content, cwd), state: None, full })
        }
        ItemKind::HookPrompt(hook) => {
            let texts: Vec<String> = hook.fragments.iter().map(|fragment| render::visible(&fragment.text)).collect();
            plain(Body::Hook { text: texts.join("\n") })
        }
        ItemKind::AgentMessage(message) => {
            let text = said(message);
            (!text.is_empty()).then(|| Body::Said { blocks: Markdown::whole(&text), unsaved: false }).and_then(plain)
        }
        ItemKind::FunctionCallOutput(call) => plain(Body::Tool {
            server: call.namespace.as_deref().map(render::visible),
            tool: render::visible(&call.name),
            arguments: String::new(),
            result: Some(call.output.as_array().map_or_else(|| pretty(&call.output), |items| contents(items))),
            error: None,
        }),
        ItemKind::Plan(plan) => {
            let proposal = |text: &str| Body::Proposal { blocks: Markdown::whole(text), unsaved: false };
            (!plan.text.is_empty()).then(|| proposal(&plan.text)).and_then(plain)
        }
        ItemKind::Reasoning(reasoning) => {
            let text = thought(&reasoning.summary, &reasoning.content);
            let body = |text: &str| Body::Thought { headline: headline(text), blocks: Markdown::whole(text) };
            (!text.trim().is_empty()).then(|| body(&text)).and_then(plain)
        }
        ItemKind::CommandExecution(command) => Some(ran(command)),
        ItemKind::FileChange(change) => Some(edited(change, cwd)),
        ItemKind::McpToolCall(call) => Some(Shown {
            state: state(call.status.as_str()),
            ..plain(Body::Tool {
                server: Some(render::visible(app(call).unwrap_or(&call.server))),
                tool: render::visible(&call.tool),
                arguments: pretty(&call.arguments),
                result: call.result.as_ref().map(|result| {
                    let text = contents(&result.content);
                    if text.is_empty() { pretty(&result.structured_content) } else { text }
                }),
                error: call.error.as_ref().map(|error| render::visible(&error.message)),
            })?
        }),
        ItemKind::DynamicToolCall(call) => Some(Shown {
            state: state(call.status.as_str()),
            ..plain(Body::Tool {
                server: call.namespace.as_deref().map(render::visible),
                tool: render::visible(&call.tool),
                arguments: pretty(&call.arguments),
                result: call.content_items.as_deref().map(tool_contents),
                error: (call.success == Some(false)).then(|| "The tool reported a failure.".to_owned()),
            })?
        }),
        ItemKind::CollabAgentToolCall(call) => Some(Shown {
            state: state(call.status.as_str()),
            ..plain(Body::Agents {
                action: call.tool.as_str().to_owned(),
                prompt: call.prompt.as_deref().filter(|prompt| !prompt.is_empty()).map(render::visible),
                threads: call.receiver_thread_ids.iter().map(|id| ThreadId::from(id.as_str())).collect(),
                ends: agent_ends(&call.agents_states),
            })?
        }),
        ItemKind::SubAgentActivity(activity) => plain(Body::Agents {
            action: activity.kind.as_str().to_owned(),
            prompt: Some(render::visible(&activity.agent_path)).filter(|path| !path.is_empty()),
            threads: vec![ThreadId::from(activity.agent_thread_id.as_str())],
            ends: Vec::new(),
        }),
        ItemKind::WebSearch(search) => plain(Body::Searched {
            query: render::visible(&search.query),
            detail: search.action.as_ref().and_then(search_detail),
        }),
        ItemKind::ImageView(image) => {
            let path = Some(relative(&image.path, cwd));
            let body = Body::Image { path, caption: None, generated: false, error: None };
            Some(Shown { full: Full::Picture(on_disk(&image.path, cwd)), ..plain(body)? })
        }
        ItemKind::ImageGeneration(image) => Some(Shown {
            state: state(&image.status),
            full: match (&image.saved_path, &image.result) {
                (Some(path), _) => Full::Picture(on_disk(path, cwd)),
                (None, Some(data)) if !data.is_empty() => Full::Picture(PictureSource::Inline(data.clone())),
                _ => Full::Nothing,
            },
            ..plain(Body::Image {
                path: image.saved_path.as_deref().map(|path| relative(path, cwd)),
                caption: image.revised_prompt.as_deref().map(render::visible),
                generated: true,
                error: image.failure.as_ref().filter(|failure| !failure.is_null()).map(no_picture),
            })?
        }),
        ItemKind::Sleep(sleep) => plain(Body::Waited { ms: Some(sleep.duration_ms as f64) }),
        ItemKind::EnteredReviewMode(review) => plain(Body::Review {
            begins: true,
            target: Some(render::visible(&review.review)).filter(|target| !target.is_empty()),
            blocks: Vec::new(),
        }),
        ItemKind::ExitedReviewMode(review) => {
            plain(Body::Review { begins: false, target: None, blocks: Markdown::whole(&review.review) })
        }
        ItemKind::ContextCompaction(_) => plain(Body::Compacted),
        ItemKind::Other(json) => plain(Body::Unknown { name: render::visible(item.kind.name()), json: pretty(json) }),
    }
}

/// The agent's message, including questions that it asks without waiting for an answer.
pub fn said(message: &item::AgentMessage) -> String {
    let mut text = message.text.clone();
    for question in message.questions.iter().flatten() {
        let options = question.options.iter().flatten().map(|option| format!("\n- {option}"));
        let gap = if text.is_empty() { "" } else { "\n\n" };
        text.push_str(&format!("{gap}**{}**\n{}", question.title.trim(), options.collect::<String>()));
    }
    text
}

/// The visible content of an item.
pub fn shown(item: &Item, cwd: &str) -> Option<Body> {
    of(item, cwd).map(|shown| shown.body)
}

/// The place of the picture that an item viewed or generated.
pub fn picture(item: &Item, cwd: &str) -> Option<PictureSource> {
    match of(item, cwd)?.full {
        Full::Picture(source) => Some(source),
        _ => None,
    }
}

/// The place of a picture that was attached to a message. One on the web is not loaded.
pub fn attached_picture(input: &UserInput, cwd: &str) -> Option<PictureSource> {
    match input {
        UserInput::LocalImage { path, .. } => Some(on_disk(path, cwd)),
        UserInput::Image { url: Some(url), .. } => {
            inlined::data(url).map(|data| PictureSource::Inline(data.to_owned()))
        }
        _ => None,
    }
}

/// All lines of all files that an item changed, if it changed any.
pub fn whole_changes(item: &Item, cwd: &str) -> Option<Vec<FileDiff>> {
    let ItemKind::FileChange(change) = &item.kind else { return None };
    Some(patches(&change.changes, cwd).iter().map(|patch| patch.file(usize::MAX)).collect())
}

/// The edits of an item, parsed but not rendered.
pub fn patches(edits: &[FileUpdate], cwd: &str) -> Vec<Patch> {
    let read = |edit: &FileUpdate| {
        let (path, kind, from) = place(edit);
        render::diff::parse_change(path, kind, from, &edit.diff, cwd)
    };
    edits.iter().map(read).collect()
}

/// The parts of the summary below each other, or the raw reasoning if there is no summary.
pub fn thought(summary: &[String], content: &[String]) -> String {
    let parts = if summary.iter().all(|part| part.trim().is_empty()) { content } else { summary };
    parts.join("\n\n")
}

/// The first line of a reasoning text, without its asterisks.
pub fn headline(text: &str) -> Option<String> {
    let line = text.trim_start().lines().next()?.trim();
    let bare = line.trim_start_matches('#').replace("**", "");
    let bare = bare.trim().trim_matches('*');
    (!bare.is_empty()).then(|| crate::words::one_line(bare))
}

/// A command's output, rendered.
pub fn output(text: &str) -> Output {
    let mut screen = OutputScreen::new(OUTPUT_LINES);
    screen.push(text);
    screen.output()
}

pub fn files(changes: &[FileUpdate], cwd: &str) -> Vec<FileDiff> {
    changes.iter().map(|change| file(change, cwd)).collect()
}

fn state(word: &str) -> Option<RowState> {
    match word {
        "inProgress" | "in_progress" => Some(RowState::Open),
        "completed" => Some(RowState::Done),
        "failed" => Some(RowState::Failed),
        "declined" => Some(RowState::Declined),
        "interrupted" => Some(RowState::Stopped),
        _ => None,
    }
}

pub(super) fn prompt(content: &[UserInput], cwd: &str) -> Body {
    let mut texts = Vec::new();
    let mut attachments = Vec::new();
    for input in content {
        match input {
            UserInput::Text { text, .. } => texts.push(text.as_str()),
            UserInput::Image { url, .. } => {
                // A `data:` URL is the picture itself.
                let inside = url.as_deref().and_then(inlined::data);
                let web = url.as_deref().filter(|url| !url.starts_with("data:"));
                let name = web.map_or_else(|| "image".to_owned(), file_name);
                let path = inside.map(inlined::name).or_else(|| web.map(str::to_owned));
                attachments.push(Attachment::Image { name, path });
            }
            UserInput::LocalImage { path, .. } => {
                attachments.push(Attachment::Image { name: file_name(path), path: Some(path.clone()) });
            }
            UserInput::Audio { .. } => attachments.push(Attachment::File { path: "audio".to_owned() }),
            UserInput::LocalAudio { path } => attachments.push(Attachment::File { path: relative(path, cwd) }),
            UserInput::Skill { name, path } => {
                attachments.push(Attachment::Skill { name: render::visible(name), path: path.clone() });
            }
            UserInput::Mention { name, path } => {
                attachments.push(Attachment::Mention { name: render::visible(name), path: path.clone() });
            }
            UserInput::Other(json) => {
                let kind = json.get("type").and_then(|kind| kind.as_str()).unwrap_or("attachment");
                attachments.push(Attachment::File { path: render::visible(kind) });
            }
        }
    }
    let (text, as_typed) = drawn(texts.join("\n"));
    Body::Prompt { text, as_typed, attachments, steered: false }
}

/// A person's text with hidden characters made visible, and the original text if it differs.
fn drawn(typed: String) -> (String, Option<String>) {
    let seen = render::exact(&typed);
    let as_typed = (seen != typed).then_some(typed);
    (seen, as_typed)
}

fn on_disk(path: &str, cwd: &str) -> PictureSource {
    PictureSource::File(std::path::Path::new(cwd).join(path))
}

fn ran(command: &item::CommandExecution) -> Shown {
    let text = command.aggregated_output.as_deref();
    let script = shell::unwrapped(&command.command).unwrap_or_else(|| command.command.clone());
    let by_you = command.source.as_str() == "userShell";
    let (script, as_typed) = drawn(script);
    let body = Body::Ran(Box::new(Ran {
        command: script,
        as_typed: as_typed.filter(|_| by_you),
        raw: render::exact(&command.command),
        cwd: render::visible(&command.cwd),
        by_you,
        output: text.map(output).unwrap_or_default(),
        exit: command.exit_code.and_then(|code| i32::try_from(code).ok()),
        ms: command.duration_ms.map(|ms| ms as f64),
        typed: Vec::new(),
    }));
    let full = text.map(|text| Full::Output(text.to_owned())).unwrap_or_default();
    Shown { body, state: state(command.status.as_str()), full }
}

fn edited(change: &item::FileChange, cwd: &str) -> Shown {
    let body = Body::Edited { files: files(&change.changes, cwd) };
    Shown { body, state: state(change.status.as_str()), full: Full::Changes(change.changes.clone()) }
}

fn file(change: &FileUpdate, cwd: &str) -> FileDiff {
    let (path, kind, from) = place(change);
    render::diff::change(path, kind, from, &change.diff, cwd)
}

/// The new path of a file, the kind of change, and the old path if it was moved.
pub fn place(change: &FileUpdate) -> (&str, FileKind, Option<&str>) {
    match &change.kind {
        PatchKind::Add => (&change.path, FileKind::Added, None),
        PatchKind::Delete => (&change.path, FileKind::Deleted, None),
        PatchKind::Update { move_path: Some(to) } => (to, FileKind::Renamed, Some(change.path.as_str())),
        PatchKind::Update { move_path: None } | PatchKind::Other(_) => (&change.path, FileKind::Modified, None),
    }
}

/// The app that a tool belongs to. All apps share one MCP server, whose name would say nothing.
fn app(call: &item::McpToolCall) -> Option<&str> {
    call.app_context.as_ref()?.app_name.as_deref().filter(|name| !name.is_empty())
}

/// The outcome of sub-agents that answered or will not answer any more.
fn agent_ends(states: &BTreeMap<String, item::CollabAgent>) -> Vec<AgentEnd> {
    let is_lost = |word: &str| matches!(word, "errored" | "interrupted" | "notFound");
    let ends = states.iter().map(|(thread, agent)| AgentEnd {
        thread: ThreadId::from(thread.as_str()),
        status: render::visible(agent.status.as_str()),
        message: agent.message.as_deref().map(render::visible).filter(|message| !message.trim().is_empty()),
    });
    ends.filter(|end| end.message.is_some() || is_lost(&end.status)).collect()
}

fn no_picture(failure: &serde_json::Value) -> String {
    match failure["type"].as_str() {
        Some("usageLimitExceeded") => "A usage limit was reached.".to_owned(),
        Some(kind) => render::visible(kind),
        None => pretty(failure),
    }
}

fn tool_contents(items: &[ToolContent]) -> String {
    let texts = items.iter().map(|item| match item {
        ToolContent::InputText { text } => render::visible(text),
        ToolContent::InputImage { .. } => "[image]".to_owned(),
        ToolContent::InputAudio { .. } => "[audio]".to_owned(),
        ToolContent::Other(json) => pretty(json),
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn search_detail(action: &WebSearchAction) -> Option<String> {
    let detail = match action {
        WebSearchAction::Search { queries, .. } => queries.as_deref().filter(|q| q.len() > 1)?.join(" · "),
        WebSearchAction::OpenPage { url } => url.clone()?,
        WebSearchAction::FindInPage { url, pattern } => {
            format!("{} · {}", pattern.as_deref().unwrap_or_default(), url.as_deref().unwrap_or_default())
        }
        WebSearchAction::Other(_) => return None,
    };
    Some(render::visible(&detail))
}
