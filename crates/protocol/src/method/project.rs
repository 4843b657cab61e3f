//! Methods for projects: groups of threads that the server keeps for every client.

use super::{call, params};
use crate::event::{Event, ProjectsListed};
use crate::open::{open, readable};
use crate::project::{Project, ProjectRoot};

call!(experimental ProjectList = "project/list": super::PageParams => ProjectListAnswer, |params, answer| {
    Event::ProjectsListed(ProjectsListed { projects: answer.data.clone(), whole: params.cursor.is_none() })
});
call!(experimental ProjectRead = "project/read": ProjectRef => ProjectAnswer, |_params, answer| {
    Event::ProjectsListed(ProjectsListed { projects: vec![answer.project.clone()], whole: false })
});
call!(experimental ProjectCreate = "project/create": ProjectCreateParams => ProjectAnswer);
call!(
    /// Makes a project from existing threads.
    experimental ProjectImport = "project/import": ProjectImportParams => ProjectAnswer
);
call!(experimental ProjectUpdate = "project/update": ProjectUpdateParams => ProjectAnswer);
call!(experimental ProjectMove = "project/move": ProjectMoveParams => super::Done);
call!(experimental ProjectDelete = "project/delete": ProjectRef => super::Done);

params! {
    ProjectRef { project_id: String, }
    ProjectCreateParams { name: String, roots: Vec<ProjectRoot>, idempotency_key: String, }
    ProjectImportParams { name: String, roots: Vec<ProjectRoot>, idempotency_key: String, threads: Vec<String>, }
    ProjectUpdateParams { project_id: String, ? { name: String, roots: Vec<ProjectRoot> } }
    ProjectMoveParams { project_id: String, ? { before_project_id: String } }
}

open! {
    ProjectListAnswer { #[serde(deserialize_with = "readable")] data: Vec<Project>, next_cursor: Option<String> }
    ProjectAnswer { project: Project }
}
