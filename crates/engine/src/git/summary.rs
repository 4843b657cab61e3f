//! The branches and last commits of a folder, to choose what a review compares with.

use super::Repository;
use crate::failure::Failure;
use crate::query::{self, Commit};
use std::path::Path;

const BRANCHES: usize = 100;

pub(crate) async fn summary(folder: &str) -> Result<query::Repository, Failure> {
    let path = Path::new(folder);
    if !path.is_absolute() || !path.is_dir() {
        return Err(Failure::bad_input(format!("The folder {folder} does not exist.")));
    }
    let Some(repository) = Repository::of(path).await? else { return Ok(query::Repository::default()) };
    let branches = repository.branches().await?;
    let commits = repository.commits().await?.into_iter();
    let others = branches.names.iter().filter(|name| Some(*name) != branches.current.as_ref());
    Ok(query::Repository {
        is_repository: true,
        branches: others.take(BRANCHES).map(|name| render::visible(name)).collect(),
        branch: branches.current.as_deref().map(render::visible),
        commits: commits.map(|(sha, title)| Commit { sha, title: render::visible(&title) }).collect(),
    })
}
