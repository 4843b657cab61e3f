//! Warnings of the server: a banner about the whole app, or a row in a thread.

use super::State;
use contract::change::{Banner, Change};
use contract::id::{BannerId, RowId};
use contract::row::{Body, Level, RowState};
use protocol::enums::{HookRunStatus, McpStartup};
use protocol::notification::{
    ConfigWarning, HookRan, McpStartupUpdated, ModelBuffering, ModelRerouted, ModelVerified, Warning,
};

impl State {
    pub(super) fn warned(&mut self, warning: Warning, at_ms: f64, out: &mut Vec<Change>) {
        // Our own launch options cause these, so the person need not know. Reviews have rows of their own.
        let known = ["Under-development features enabled", "Automatic approval review "];
        if known.iter().any(|begins| warning.message.starts_with(begins)) {
            return;
        }
        let text = render::visible(&warning.message);
        match warning.thread_id {
            Some(thread) => self.remark(&thread.into(), Level::Warn, text, at_ms, out),
            None => self.put_banner(banner("warning", Level::Warn, &text, None), out),
        }
    }

    pub(super) fn config_warned(&mut self, warning: ConfigWarning, out: &mut Vec<Change>) {
        let place = warning.path.map(|path| match warning.range {
            Some(range) => format!("{path}, line {}", range.start.line),
            None => path,
        });
        let details = [place, warning.details].into_iter().flatten().collect::<Vec<_>>().join("\n");
        let details = Some(details.as_str()).filter(|text| !text.is_empty());
        self.put_banner(banner("config", Level::Warn, &warning.summary, details), out);
    }

    /// Only the line's size is known.
    pub(super) fn skipped(&mut self, bytes: usize, out: &mut Vec<Change>) {
        let banner = Banner {
            id: BannerId::from("huge-line"),
            level: Level::Warn,
            title: "Codex sent a message that was too large to read.".to_owned(),
            detail: Some(format!("The message was {} MiB, so it was skipped.", bytes / (1024 * 1024))),
            thread: None,
            undo_trust: None,
        };
        self.put_banner(banner, out);
    }

    pub(super) fn mcp_starts(&mut self, update: &McpStartupUpdated, out: &mut Vec<Change>) {
        self.server_starts(update, out);
        let title = format!("The MCP server {} did not start.", update.name);
        let banner = banner("mcp", Level::Warn, &title, update.error.as_deref());
        match update.status {
            McpStartup::Failed => self.put_banner(banner, out),
            // A later failure is news again.
            McpStartup::Ready => drop(self.dismissed.remove(&banner.id)),
            McpStartup::Starting | McpStartup::Cancelled | McpStartup::Other(_) => {}
        }
    }

    pub(super) fn rerouted(&mut self, rerouted: ModelRerouted, at_ms: f64, out: &mut Vec<Change>) {
        let why = match rerouted.reason.as_str() {
            "highRiskCyberActivity" => ": the request looks like risky security work".to_owned(),
            "" => String::new(),
            other => format!(" ({other})"),
        };
        let text = format!("{} answered instead of {}{why}.", rerouted.to_model, rerouted.from_model);
        self.remark(&rerouted.thread_id.into(), Level::Info, render::visible(&text), at_ms, out);
    }

    pub(super) fn buffering(&mut self, buffering: ModelBuffering, at_ms: f64, out: &mut Vec<Change>) {
        if !buffering.show_buffering_ui {
            return;
        }
        let faster = buffering.faster_model.map(|model| format!(" {model} would answer faster.")).unwrap_or_default();
        let text = format!("{} is checking its answer before showing it.{faster}", buffering.model);
        self.remark(&buffering.thread_id.into(), Level::Info, render::visible(&text), at_ms, out);
    }

    pub(super) fn verification_asked(&mut self, asked: ModelVerified, at_ms: f64, out: &mut Vec<Change>) {
        if asked.verifications.is_empty() {
            return;
        }
        let what = asked.verifications.join(", ");
        let text = format!("The model’s provider asks you to verify your account: {what}.");
        self.remark(&asked.thread_id.into(), Level::Info, render::visible(&text), at_ms, out);
    }

    pub(super) fn hook_ends(&mut self, hook: HookRan, at_ms: f64, out: &mut Vec<Change>) {
        self.thread(&hook.thread_id.as_str().into()).hooks.retain(|(run, _)| *run != hook.run.id);
        let quiet = matches!(hook.run.status, HookRunStatus::Running | HookRunStatus::Completed);
        let mut lines: Vec<String> = hook.run.entries.iter().map(|entry| render::visible(&entry.text)).collect();
        lines.extend(hook.run.status_message.as_deref().map(render::visible));
        if quiet && lines.is_empty() {
            return;
        }
        lines.insert(0, format!("{} ({})", hook.run.event_name, hook.run.status.as_str()));
        let state = if quiet { RowState::Done } else { RowState::Failed };
        let row = RowId(format!("hook:{}", hook.run.id));
        let body = Body::Hook { text: lines.join("\n") };
        self.own_row(hook.thread_id, hook.turn_id, row, body, state, at_ms, out);
    }
}

/// The beginnings of ids of banners that the server repeats.
pub(super) const REPEATED: [&str; 4] = ["warning:", "deprecated:", "config:", "mcp:"];

/// A banner about the whole app, with an id made from its text, so that a repetition is shown once.
pub(super) fn banner(kind: &str, level: Level, title: &str, detail: Option<&str>) -> Banner {
    Banner {
        id: BannerId(format!("{kind}:{}", crate::words::one_line(title))),
        level,
        title: render::visible(title),
        detail: detail.map(render::visible),
        thread: None,
        undo_trust: None,
    }
}
