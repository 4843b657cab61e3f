//! The list of threads, as the sidebar shows it.
//!
//! Invariants: a thread stays in the list until it is deleted, whichever list or notification mentioned it. A page of a
//! list never overwrites what was reported about a thread while the page was being read, because the page may be older.
//! A remembered thread stays until every list was read without it.

use crate::words::{one_line, title};
use contract::change::{MadeBy, Mark, ProjectOf, ThreadLine};
use contract::id::ThreadId;
use protocol::enums::ActiveFlag;
use protocol::thread::{ReadState, SessionSource, ThreadStatus};
use std::collections::{BTreeMap, BTreeSet};

/// The server's name for the section that holds pinned threads.
pub const PINNED: &str = "Pinned";

#[derive(Debug, Default)]
pub struct Lines {
    lines: BTreeMap<ThreadId, Line>,
    /// Pins that the server cannot store.
    own_pins: BTreeSet<ThreadId>,
    /// Unread marks that the server cannot store.
    own_unread: BTreeSet<ThreadId>,
    /// Project names by id.
    projects: BTreeMap<String, String>,
    /// The number of lists or single threads that are being read.
    readings: usize,
    /// Threads whose pin, name, project or position changed, or that were deleted, while something was being read.
    meanwhile: BTreeSet<ThreadId>,
}

#[derive(Debug)]
pub struct Line {
    pub line: ThreadLine,
    /// The project's id. The line has its name once that is known.
    project: Option<String>,
    /// The server's status. Our own knowledge of running turns and requests is added to it.
    active: bool,
    waiting: bool,
    unread: bool,
    /// The person marked it as unread, possibly while looking at it.
    kept_unread: bool,
    /// The revision of the server's read state, which is needed to change it.
    revision: Option<String>,
    /// The server's last unread state, whatever a window shows.
    told_unread: bool,
    failed: bool,
    /// The turns that failed were removed, but the server still reports the failure until the next turn.
    forgiven: bool,
    /// Remembered from the last start, and not reported by the server yet.
    remembered: bool,
    /// A person went back in the thread, so earlier messages are in an older file.
    stepped_back: bool,
}

/// The number of lines to remember: more than a window shows at once.
const REMEMBERED: usize = 100;

/// What the state knows about a thread besides its line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Now {
    pub running: bool,
    pub asks: u32,
    pub shown: bool,
}

impl Lines {
    pub fn get(&self, thread: &ThreadId) -> Option<&ThreadLine> {
        self.lines.get(thread).map(|held| &held.line)
    }

    pub fn held(&self, thread: &ThreadId) -> Option<&Line> {
        self.lines.get(thread)
    }

    pub fn all(&self) -> impl Iterator<Item = &ThreadLine> {
        self.lines.values().map(|held| &held.line)
    }

    pub fn stepped_back(&self) -> impl Iterator<Item = &ThreadLine> {
        self.lines.values().filter(|held| held.stepped_back).map(|held| &held.line)
    }

    pub fn edit(&mut self, thread: &ThreadId) -> Option<&mut Line> {
        self.lines.get_mut(thread)
    }

    /// Whether the server reports it as active.
    pub fn is_active(&self, thread: &ThreadId) -> bool {
        self.lines.get(thread).is_some_and(|held| held.active)
    }

    pub fn remove(&mut self, thread: &ThreadId) -> bool {
        self.record_change(thread);
        self.lines.remove(thread).is_some()
    }

    pub fn reading(&mut self, begins: bool) {
        self.readings = if begins { self.readings + 1 } else { self.readings.saturating_sub(1) };
        if self.readings == 0 {
            self.meanwhile.clear();
        }
    }

    /// Records a change that a page in transit cannot know yet.
    pub fn record_change(&mut self, thread: &ThreadId) {
        if self.readings > 0 {
            self.meanwhile.insert(thread.clone());
        }
    }

    /// Whether a list still contains the thread although it was deleted while the list was read.
    pub fn went_meanwhile(&self, thread: &ThreadId) -> bool {
        self.meanwhile.contains(thread) && !self.lines.contains_key(thread)
    }

    /// Adds or updates a thread from a list or an answer. `archived`: if the source knows.
    pub fn put(&mut self, thread: &protocol::Thread, archived: Option<bool>) -> ThreadId {
        let id = ThreadId::from(thread.id.as_str());
        let (title, named) = title(thread.name.as_deref(), &thread.preview);
        let parent = thread.parent_thread_id.as_deref().or(thread.forked_from_id.as_deref()).map(ThreadId::from);
        let known = self.lines.get(&id);
        // A list may be older than the turn that we just saw. Remembered lines are older than any list.
        let heard_ms = known.filter(|held| !held.remembered).map_or(0.0, |held| held.line.updated_ms);
        let newer = known.filter(|_| archived.is_some() && self.meanwhile.contains(&id));
        let project = newer.map_or_else(|| thread.project_id.clone(), |held| held.project.clone());
        let mut line = ThreadLine {
            // A list may be older than the prompt that we just saw.
            title: if title.is_empty() { self.known_title(&id, parent.as_ref()) } else { title },
            named,
            cwd: thread.cwd.clone(),
            branch: thread.git_info.as_ref().and_then(|git| git.branch.clone()),
            provider: Some(thread.model_provider.clone()).filter(|provider| !provider.is_empty()),
            source: source(thread.source.as_ref()),
            made_by: made_by(thread.source.as_ref()),
            model: thread.model.clone().or_else(|| known.and_then(|held| held.line.model.clone())),
            created_ms: thread.created_at as f64 * 1_000.0,
            updated_ms: heard_ms.max(thread.last_said() as f64 * 1_000.0),
            archived: archived.unwrap_or_else(|| known.is_some_and(|held| held.line.archived)),
            pinned: thread.section.as_ref().is_some_and(|section| section.name == PINNED)
                || self.own_pins.contains(&id),
            mark: known.map_or(Mark::None, |held| held.line.mark),
            parent: parent.or_else(|| known.and_then(|held| held.line.parent.clone())),
            going_ms: known.and_then(|held| held.line.going_ms),
            project: project.as_deref().and_then(|project| self.project(project)),
            id: id.clone(),
        };
        if let Some(newer) = newer.map(|held| &held.line) {
            line.title.clone_from(&newer.title);
            (line.named, line.archived, line.pinned) = (newer.named, newer.archived, newer.pinned);
        }
        let unread = self.own_unread.contains(&id);
        let made = |line| Line { unread, ..Line::new(line) };
        let held =
            self.lines.entry(id.clone()).and_modify(|held| held.line = line.clone()).or_insert_with(|| made(line));
        held.project = project;
        held.remembered = false;
        held.stepped_back = stepped_back(thread);
        if let Some(status) = &thread.status {
            held.status(status);
        }
        id
    }

    fn project(&self, id: &str) -> Option<ProjectOf> {
        self.projects.get(id).map(|name| ProjectOf { id: id.to_owned(), name: name.clone() })
    }

    /// Sets a project's name. Returns the lines that show it.
    pub fn name_project(&mut self, id: &str, name: Option<String>) -> Vec<ThreadLine> {
        match name {
            Some(name) => self.projects.insert(id.to_owned(), name),
            None => self.projects.remove(id),
        };
        let project = self.project(id);
        let of = self.lines.values_mut().filter(|held| held.project.as_deref() == Some(id));
        let mut changed = Vec::new();
        for held in of.filter(|held| held.line.project != project) {
            held.line.project.clone_from(&project);
            changed.push(held.line.clone());
        }
        changed
    }

    /// Returns whether it changed.
    pub fn put_in_project(&mut self, thread: &ThreadId, id: Option<String>) -> bool {
        self.record_change(thread);
        let project = id.as_deref().and_then(|id| self.project(id));
        let Some(held) = self.lines.get_mut(thread) else { return false };
        held.project = id;
        std::mem::replace(&mut held.line.project, project.clone()) != project
    }

    /// The title from the prompt that we just saw. A fork has the title of its original.
    fn known_title(&self, thread: &ThreadId, parent: Option<&ThreadId>) -> String {
        let own = self.get(thread).map(|line| line.title.clone()).filter(|title| !title.is_empty());
        own.or_else(|| parent.and_then(|parent| self.get(parent)).map(|line| line.title.clone())).unwrap_or_default()
    }

    /// Adds remembered lines. Known ones stay as they are.
    pub fn remember(&mut self, lines: Vec<ThreadLine>) {
        for line in lines {
            if let Some(project) = &line.project {
                self.projects.entry(project.id.clone()).or_insert_with(|| project.name.clone());
            }
            self.lines.entry(line.id.clone()).or_insert_with(|| Line {
                project: line.project.as_ref().map(|project| project.id.clone()),
                remembered: true,
                ..Line::new(line)
            });
        }
    }

    pub fn only_remembered(&self) -> Vec<ThreadId> {
        self.lines.iter().filter(|(_, held)| held.remembered).map(|(id, _)| id.clone()).collect()
    }

    /// The top of the list for the next start, without values that hold only now.
    pub fn to_remember(&self) -> Vec<ThreadLine> {
        let mut top: Vec<&ThreadLine> = self.all().filter(|line| !line.archived).collect();
        top.sort_by(|a, b| {
            let recent = b.updated_ms.total_cmp(&a.updated_ms);
            b.pinned.cmp(&a.pinned).then(recent).then_with(|| b.id.cmp(&a.id))
        });
        let kept = top.into_iter().take(REMEMBERED).cloned();
        kept.map(|line| ThreadLine { mark: Mark::None, going_ms: None, ..line }).collect()
    }

    /// Takes over what only we store, from another list.
    pub fn copy_own(&mut self, other: Self) {
        self.own_pins = other.own_pins;
        self.own_unread = other.own_unread;
    }

    pub fn is_own_unread(&self, thread: &ThreadId) -> bool {
        self.own_unread.contains(thread)
    }

    /// Sets an unread mark that the server cannot store.
    pub fn keep_unread(&mut self, thread: &ThreadId, unread: bool) {
        if unread {
            self.own_unread.insert(thread.clone());
        } else {
            self.own_unread.remove(thread);
        }
        if let Some(held) = self.lines.get_mut(thread) {
            held.unread = unread;
        }
    }

    pub fn keep_own_pins(&mut self, threads: impl IntoIterator<Item = ThreadId>) {
        self.own_pins.extend(threads);
    }

    /// Returns whether it changed.
    pub fn pin(&mut self, thread: &ThreadId, pinned: bool) -> bool {
        if !pinned {
            self.own_pins.remove(thread);
        }
        self.record_change(thread);
        self.edit(thread).is_some_and(|held| std::mem::replace(&mut held.line.pinned, pinned) != pinned)
    }

    /// Adds a thread that was not announced, such as a sub-agent's. It gets its parent's folder.
    pub fn put_child(&mut self, thread: &ThreadId, parent: Option<&ThreadId>, prompt: Option<&str>, at_ms: f64) {
        let above = parent.and_then(|parent| self.get(parent)).cloned();
        let held = self.lines.entry(thread.clone()).or_insert_with(|| {
            Line::new(ThreadLine {
                id: thread.clone(),
                title: String::new(),
                named: false,
                cwd: String::new(),
                branch: None,
                provider: None,
                source: "subAgent".to_owned(),
                made_by: MadeBy::Agent,
                model: None,
                created_ms: at_ms,
                updated_ms: at_ms,
                archived: false,
                pinned: false,
                mark: Mark::None,
                parent: None,
                going_ms: None,
                project: None,
            })
        });
        held.remembered = false;
        if let Some(above) = above.filter(|above| above.id != *thread) {
            let line = &mut held.line;
            if line.cwd.is_empty() {
                line.cwd = above.cwd;
                line.branch = above.branch;
                line.provider = above.provider;
            }
            line.parent.get_or_insert(above.id);
        }
        held.prompted(prompt.unwrap_or_default());
    }
}

impl Line {
    /// A mark that the person set. It stays while they look at the thread.
    pub fn mark_unread(&mut self, unread: bool) {
        self.kept_unread = unread;
        self.unread = unread;
    }

    /// A person opened it.
    pub fn seen(&mut self) {
        self.kept_unread = false;
    }

    /// The revision to mark it as read with, if the server reports it as unread.
    pub fn unread_revision(&self) -> Option<&str> {
        self.revision.as_deref().filter(|_| self.told_unread && !self.kept_unread)
    }

    pub fn revision(&self) -> Option<&str> {
        self.revision.as_deref()
    }

    fn new(line: ThreadLine) -> Self {
        Self {
            line,
            project: None,
            active: false,
            waiting: false,
            unread: false,
            kept_unread: false,
            revision: None,
            told_unread: false,
            failed: false,
            forgiven: false,
            remembered: false,
            stepped_back: false,
        }
    }

    pub fn status(&mut self, status: &ThreadStatus) {
        let flags: &[ActiveFlag] = match status {
            ThreadStatus::Active { active_flags } => active_flags,
            _ => &[],
        };
        self.active = matches!(status, ThreadStatus::Active { .. });
        self.waiting =
            flags.iter().any(|flag| matches!(flag, ActiveFlag::WaitingOnApproval | ActiveFlag::WaitingOnUserInput));
        self.failed |= *status == ThreadStatus::SystemError && !self.forgiven;
    }

    pub fn read_state(&mut self, state: &ReadState) {
        self.unread = state.first_unread.is_some();
        self.told_unread = self.unread;
        self.revision = Some(state.revision.clone()).filter(|revision| !revision.is_empty());
    }

    pub fn rename(&mut self, name: Option<&str>) {
        match name.map(one_line).filter(|name| !name.is_empty()) {
            Some(name) => (self.line.title, self.line.named) = (name, true),
            None => self.line.named = false,
        }
    }

    /// The first prompt becomes the title of a thread without a name.
    pub fn prompted(&mut self, text: &str) {
        if self.line.title.is_empty() {
            self.line.title = one_line(text);
        }
    }

    pub fn began(&mut self, at_ms: f64) {
        self.failed = false;
        self.forgiven = false;
        self.line.updated_ms = self.line.updated_ms.max(at_ms);
    }

    pub fn went_back(&mut self) {
        self.failed = false;
        self.forgiven = true;
    }

    pub fn ended(&mut self, failed: bool, at_ms: f64) {
        self.failed = failed;
        self.line.updated_ms = self.line.updated_ms.max(at_ms);
    }

    /// The server is gone, so nothing that it reported as running is.
    pub fn server_gone(&mut self) {
        self.active = false;
        self.waiting = false;
    }

    /// Updates the mark and returns whether it changed. A thread that a person looks at is not unread, and its failure
    /// is no news.
    pub fn update_mark(&mut self, now: Now) -> bool {
        if now.shown && !self.kept_unread {
            self.unread = false;
        }
        let mark = if now.asks > 0 || self.waiting {
            Mark::Waiting
        } else if now.running || self.active {
            Mark::Running
        } else if self.failed {
            Mark::Failed
        } else if self.unread || self.kept_unread {
            Mark::Unread
        } else {
            Mark::None
        };
        std::mem::replace(&mut self.line.mark, mark) != mark
    }
}

/// The server shows this only by the name of the file, which has a suffix after the thread's id.
fn stepped_back(thread: &protocol::Thread) -> bool {
    thread.path.as_deref().is_some_and(|path| path.contains(&format!("{}_", thread.id)))
}

/// Who began a thread, as its source says.
pub fn made_by(source: Option<&SessionSource>) -> MadeBy {
    match source {
        Some(SessionSource::Word(word)) if word == "exec" => MadeBy::Script,
        Some(SessionSource::Word(word)) if word.starts_with("subAgent") => MadeBy::Agent,
        Some(source) if source.is_sub_agent() => MadeBy::Agent,
        Some(_) | None => MadeBy::Person,
    }
}

pub fn source(source: Option<&SessionSource>) -> String {
    match source {
        Some(SessionSource::Word(word)) => render::visible(word),
        Some(SessionSource::Other(json)) => {
            json.as_object().and_then(|map| map.keys().next()).cloned().unwrap_or_else(|| "unknown".to_owned())
        }
        None => "unknown".to_owned(),
    }
}
