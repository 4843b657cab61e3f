//! Apps of a ChatGPT account, as `app/list` has them and `app/list/updated` corrects them.
//!
//! The list is slow and comes in parts, so the last one is kept; a part that fails costs only itself.

use super::{some_words, words};
use crate::change::Account;
use crate::failure::Failure;
use crate::house::House;
use crate::id::ThreadId;
use crate::state::News;
use serde::Serialize;
use ts_rs::TS;
use wire::account as told;
use wire::method::{AppList, AppListParams};

/// Pages of 100; more apps than these are not shown.
const PAGES: usize = 50;
const PAGE: u32 = 100;

#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Apps {
    pub apps: Vec<App>,
    /// The list is not whole, and why.
    pub problem: Option<String>,
    /// Why there can be none.
    pub needs: Option<AppsNeed>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum AppsNeed {
    /// Apps belong to a ChatGPT account; an API key has none.
    ChatGptLogin,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct App {
    /// A prompt's mention names it: `app://id`.
    pub id: String,
    /// What is written after `$`.
    pub slug: String,
    pub name: String,
    pub description: Option<String>,
    /// The account is connected to it.
    pub accessible: bool,
    /// Not switched off in the config.
    pub enabled: bool,
    /// Where it is connected, outside.
    pub install_url: Option<String>,
    /// Plugins that brought it.
    pub plugins: Vec<String>,
}

/// What is known, or else asked of the server; `reload` asks it again.
pub(crate) async fn list(house: &House, thread: Option<ThreadId>, reload: bool) -> Result<Apps, Failure> {
    let (held, account) = house.ask(|room| (room.state.heard_apps(), room.state.account().clone())).await?;
    if !matches!(account, Account::ChatGpt { .. } | Account::Other { .. } | Account::Unknown) {
        return Ok(Apps { needs: Some(AppsNeed::ChatGptLogin), ..Apps::default() });
    }
    match held {
        Some(held) if !reload => Ok(shown(&held, None)),
        _ => ask(house, thread, reload).await,
    }
}

async fn ask(house: &House, thread: Option<ThreadId>, reload: bool) -> Result<Apps, Failure> {
    let peer = house.peer().await?;
    house.ask(|room| room.note(News::AppsAsked)).await?;
    let mut apps = Vec::new();
    let mut cursor: Option<String> = None;
    let mut problem = None;
    for _ in 0..PAGES {
        let params = AppListParams {
            limit: Some(PAGE),
            thread_id: thread.as_ref().map(|thread| thread.0.clone()),
            // Only the first page fetches; the later ones are of the same list.
            force_refetch: (reload && cursor.is_none()).then_some(true),
            cursor,
        };
        match peer.call::<AppList>(params).await {
            Ok(answer) => {
                apps.extend(answer.data);
                cursor = answer.next_cursor;
            }
            Err(error) => {
                problem = Some(Failure::from(error).message);
                break;
            }
        }
        if cursor.is_none() {
            break;
        }
    }
    let whole = problem.is_none();
    let held = house
        .ask(move |room| {
            room.note(News::AppsRead { apps, whole });
            room.state.heard_apps()
        })
        .await?;
    Ok(shown(&held.unwrap_or_default(), problem))
}

fn shown(apps: &[told::App], problem: Option<String>) -> Apps {
    Apps { apps: apps.iter().map(app).collect(), problem: problem.map(|why| words(&why)), needs: None }
}

fn app(app: &told::App) -> App {
    App {
        id: app.id.clone(),
        slug: slug(&app.name),
        name: words(&app.name),
        description: some_words(app.description.as_deref()),
        accessible: app.is_accessible,
        enabled: app.is_enabled,
        install_url: app.install_url.as_deref().and_then(crate::act::safe_url),
        plugins: app.plugin_display_names.iter().map(|name| words(name)).collect(),
    }
}

/// The name in lower case, everything but letters and digits a hyphen: the server derives the same.
fn slug(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    match plain.trim_matches('-') {
        "" => "app".into(),
        slug => slug.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_made_of_the_name() {
        for (name, made) in [("Demo App", "demo-app"), ("Código", "c-digo"), ("  ", "app"), ("A&B.", "a-b")] {
            assert_eq!(slug(name), made);
        }
    }
}
