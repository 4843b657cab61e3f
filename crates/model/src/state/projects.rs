//! Projects: their names, and which threads belong to them.

use super::State;
use contract::change::Change;
use contract::id::ThreadId;
use protocol::event::ProjectsListed;

impl State {
    pub(super) fn projects_listed(&mut self, listed: ProjectsListed, out: &mut Vec<Change>) {
        for project in listed.projects {
            self.name_project(&project.id, Some(render::visible(&project.name)), out);
        }
    }

    /// `None` if the project was deleted, so that its threads belong to none.
    pub(super) fn name_project(&mut self, id: &str, name: Option<String>, out: &mut Vec<Change>) {
        let threads = self.lines.name_project(id, name);
        if !threads.is_empty() {
            out.push(Change::ThreadsPut { threads });
        }
    }

    pub(super) fn put_in_project(&mut self, thread: ThreadId, project: Option<String>, out: &mut Vec<Change>) {
        self.lines.record_change(&thread);
        if self.lines.put_in_project(&thread, project) {
            self.publish_line(&thread, out);
        }
    }
}
