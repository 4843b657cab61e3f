//! Notifications outside of turns, each with one simple effect.

use super::{Effect, State};
use contract::catalog::List;
use contract::change::{Banner, Change};
use contract::id::{BannerId, RowId, ThreadId};
use contract::row::{Body, Level, RowState};
use protocol::enums::{ProjectChange, RemoteControl};
use protocol::notification::{
    Delta as Grown, HookRan, OfEnvironment, ProjectChanged, RemoteControlChanged, TerminalInput,
};

/// The id of the banner that reports remote control.
const REMOTE: &str = "remote";

impl State {
    /// Empty input only reads the output, so it is not shown.
    pub(super) fn typed_into(&mut self, typed: TerminalInput, out: &mut Vec<Change>) {
        if !typed.stdin.is_empty() {
            let text = render::visible(&typed.stdin);
            let timeline = &mut self.thread(&typed.thread_id.into()).timeline;
            timeline.type_into(&typed.turn_id, &typed.item_id, text, out);
        }
    }

    pub(super) fn strictly_reviewed(&mut self, thread: ThreadId, at_ms: f64, out: &mut Vec<Change>) {
        let text = "The automatic reviewer now checks every action in this turn.".to_owned();
        self.remark(&thread, Level::Info, text, at_ms, out);
    }

    /// The notification only says that a project changed; the answer says what.
    pub(super) fn project_changed(&mut self, changed: ProjectChanged, out: &mut Vec<Change>) {
        if changed.change_type == ProjectChange::Deleted {
            self.name_project(&changed.project_id, None, out);
        } else {
            self.effects.push(Effect::ReadProject(changed.project_id));
        }
        self.stale(List::Projects, out);
    }

    pub(super) fn hook_runs(&mut self, hook: HookRan) {
        let when = render::visible(&hook.run.event_name);
        let text = match hook.run.status_message.as_deref().map(render::visible) {
            Some(words) if !words.is_empty() => format!("{when}: {words}"),
            _ => when,
        };
        let thread = self.thread(&hook.thread_id.into());
        thread.hooks.retain(|(run, _)| *run != hook.run.id);
        thread.hooks.push((hook.run.id, text));
    }

    /// An older server reports here why a change failed. A change that succeeded has a row.
    pub(super) fn patch_says(&mut self, grown: Grown, at_ms: f64, out: &mut Vec<Change>) {
        let row = RowId(format!("patch:{}", grown.item_id));
        let thread = ThreadId::from(grown.thread_id.as_str());
        let held = self.threads.get(&thread).and_then(|thread| {
            let told = thread.timeline.rows().find(|held| held.id == row)?;
            if let Body::Told { text, .. } = &told.body { Some(text.clone()) } else { None }
        });
        let text = held.unwrap_or_default() + &render::visible(&grown.delta);
        if !text.starts_with("Success") {
            let body = Body::Told { level: Level::Info, text };
            self.own_row(grown.thread_id, Some(grown.turn_id), row, body, RowState::Done, at_ms, out);
        }
    }

    /// The environment that its commands run in, if it is not this computer.
    pub(super) fn environment(&mut self, of: OfEnvironment, back: bool, at_ms: f64, out: &mut Vec<Change>) {
        let name = render::visible(&of.environment_id);
        let thread = ThreadId::from(of.thread_id);
        if !back {
            let text = format!("{name}, where commands run, cannot be reached.");
            self.thread(&thread).lost.insert(of.environment_id);
            self.remark(&thread, Level::Warn, text, at_ms, out);
        } else if self.thread(&thread).lost.remove(&of.environment_id) {
            self.remark(&thread, Level::Info, format!("{name} can be reached again."), at_ms, out);
        }
    }

    pub(super) fn remote_control(&mut self, now: &RemoteControlChanged, out: &mut Vec<Change>) {
        let is_controlled = now.status != RemoteControl::Disabled;
        // Every server reports once, at its start, that remote control is off.
        if std::mem::replace(&mut self.catalog.controlled, is_controlled) || is_controlled {
            self.stale(List::Config, out);
        }
        if !is_controlled {
            self.drop_banner(&BannerId::from(REMOTE), out);
        } else {
            let banner = Banner {
                id: BannerId::from(REMOTE),
                level: Level::Warn,
                title: "This Codex can be controlled remotely.".to_owned(),
                detail: Some(render::visible(&format!("{}: {}", now.server_name, now.status.as_str()))),
                thread: None,
                undo_trust: None,
            };
            self.put_banner(banner, out);
        }
    }
}
