//! Apps of a ChatGPT account: read with `app/list`, updated by `app/list/updated`.
//!
//! The list is slow and comes in pages, so the last one is cached. A page that fails does not lose the others.
//!
//! Logos are on the web, and the engine itself contacts no web address. A page may load a logo only from OpenAI's
//! hosts, and only if the person allowed pictures from the web; otherwise it draws initials.

use super::{List, some_words, words};
use crate::change::Account;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::id::ThreadId;
pub use contract::catalog::apps::{App, AppDetail, AppIntent, AppTool, Apps, AppsNeed};
use model::state::LocalEvent;
use protocol::account as told;
use protocol::enums::MergeStrategy;
use protocol::method::{
    AppInstalled, AppInstalledParams, AppList, AppListParams, AppRead, AppReadParams, AppTool as ToldTool,
    ConfigValueWrite, ConfigValueWriteParams,
};

/// The most pages of 100 to read.
const PAGES: usize = 50;
const PAGE: u32 = 100;
/// Hosts of app logos, including their subdomains.
const HOSTS: &[&str] = &["chatgpt.com", "openai.com", "oaistatic.com", "oaiusercontent.com"];

/// The cached list, or one from the server. `reload` always asks the server.
pub(crate) async fn list(engine: &Engine, thread: Option<ThreadId>, reload: bool) -> Result<Apps, Failure> {
    let (held, account, pictures) = engine
        .with(|core| (core.state.known_apps(), core.state.account().clone(), core.state.settings().remote_images))
        .await?;
    if !matches!(account, Account::ChatGpt { .. } | Account::Other { .. } | Account::Unknown) {
        return Ok(Apps { needs: Some(AppsNeed::ChatGptLogin), ..Apps::default() });
    }
    match held {
        Some(held) if !reload => Ok(shown(&held, None, pictures)),
        _ => ask(engine, thread, reload, pictures).await,
    }
}

pub(crate) async fn act(engine: &Engine, intent: AppIntent) -> Result<(), Failure> {
    match intent {
        AppIntent::Switch { id, on } => switch(engine, id, on).await,
        AppIntent::Connect { id } => connect(engine, &id).await,
    }
}

/// Reads the tools from the directory, and from the connection whether the app can be called. Either may fail alone.
pub(crate) async fn read(engine: &Engine, id: &str) -> Result<AppDetail, Failure> {
    let peer = engine.peer().await?;
    let read = AppReadParams { app_ids: vec![id.to_owned()], include_tools: true, thread_id: None };
    let (read, installed) =
        tokio::join!(peer.call::<AppRead>(read), peer.call::<AppInstalled>(AppInstalledParams::default()));
    let callable = installed.is_ok_and(|answer| answer.apps.iter().any(|app| app.id == id && app.callable));
    let found = match read {
        Ok(answer) => answer.apps.into_iter().find(|app| app.id == id),
        Err(_) if callable => None,
        Err(error) => return Err(error.into()),
    };
    Ok(AppDetail {
        id: id.to_owned(),
        description: found.as_ref().and_then(|app| some_words(app.description.as_deref())),
        callable,
        tools: found.and_then(|app| app.tool_summaries).map(|tools| tools.iter().map(tool).collect()),
    })
}

async fn ask(engine: &Engine, thread: Option<ThreadId>, reload: bool, pictures: bool) -> Result<Apps, Failure> {
    let peer = engine.peer().await?;
    if super::is_off(&peer, "apps").await {
        return Ok(Apps { needs: Some(AppsNeed::Feature), ..Apps::default() });
    }
    engine.with(|core| core.apply_local(LocalEvent::AppsAsked)).await?;
    let mut apps = Vec::new();
    let mut cursor: Option<String> = None;
    let mut problem = None;
    for _ in 0..PAGES {
        let params = AppListParams {
            limit: Some(PAGE),
            thread_id: thread.as_ref().map(|thread| thread.0.clone()),
            // The first page refreshes the list on the server; the later pages belong to that same list.
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
    if !whole {
        // The directory fails as a whole, but connected apps are known without it.
        let installed = peer.call::<AppInstalled>(AppInstalledParams::default()).await;
        let known = installed.map(|answer| answer.apps).unwrap_or_default();
        apps.extend(known.into_iter().map(|app| told::AppInfo {
            name: app.runtime_name.unwrap_or_else(|| app.id.clone()),
            id: app.id,
            is_accessible: true,
            is_enabled: app.enabled,
            ..told::AppInfo::default()
        }));
    }
    let held = engine
        .with(move |core| {
            core.apply_local(LocalEvent::AppsRead { apps, whole });
            core.state.known_apps()
        })
        .await?;
    Ok(shown(&held.unwrap_or_default(), problem, pictures))
}

async fn switch(engine: &Engine, id: String, on: bool) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    let params = ConfigValueWriteParams {
        key_path: format!("apps.{}.enabled", super::key(&id)),
        merge_strategy: MergeStrategy::Upsert,
        value: on.into(),
        ..ConfigValueWriteParams::default()
    };
    peer.call::<ConfigValueWrite>(params).await?;
    // The list is read again, because another layer of the config may decide.
    let apps = ask(engine, None, false, false).await?;
    match apps.apps.iter().find(|app| app.id == id) {
        Some(app) if app.enabled != on => {
            let word = if on { "off" } else { "on" };
            Err(Failure::new(Code::Refused, format!("Still {word}: another config layer sets it.")))
        }
        _ => {
            engine.post(|core| core.apply_local(LocalEvent::Stale(List::Apps)));
            Ok(())
        }
    }
}

/// Opens the connect page, but only an address that the list contained.
async fn connect(engine: &Engine, id: &str) -> Result<(), Failure> {
    let apps = engine.with(|core| core.state.known_apps()).await?.unwrap_or_default();
    let url = apps.iter().find(|app| app.id == id).and_then(|app| app.install_url.as_deref());
    match url.and_then(model::link::safe_url) {
        Some(url) => engine.shared().platform.open_url(&url).map_err(|why| Failure::new(Code::Refused, why)),
        None => Err(Failure::bad_input("This app has no page to connect it.")),
    }
}

fn shown(apps: &[told::AppInfo], problem: Option<String>, pictures: bool) -> Apps {
    Apps {
        apps: apps.iter().map(|one| app(one, pictures)).collect(),
        problem: problem.map(|why| words(&why)),
        needs: None,
    }
}

fn app(app: &told::AppInfo, pictures: bool) -> App {
    App {
        id: app.id.clone(),
        slug: slug(&app.name),
        name: words(&app.name),
        description: some_words(app.description.as_deref()),
        accessible: app.is_accessible,
        enabled: app.is_enabled,
        logo: app.logo_url.as_deref().filter(|_| pictures).and_then(logo),
        install_url: app.install_url.as_deref().and_then(model::link::safe_url),
        plugins: app.plugin_display_names.iter().map(|name| words(name)).collect(),
    }
}

/// The logo's address, if its whole host name is one of OpenAI's.
fn logo(url: &str) -> Option<String> {
    let url = model::link::safe_url(url)?;
    let host = url.strip_prefix("https://")?.split(['/', '?', '#']).next()?;
    let host = host.to_ascii_lowercase();
    HOSTS.iter().any(|own| host == *own || host.strip_suffix(own).is_some_and(|sub| sub.ends_with('.'))).then_some(url)
}

fn tool(tool: &ToldTool) -> AppTool {
    AppTool {
        name: some_words(tool.title.as_deref()).unwrap_or_else(|| words(&tool.name)),
        description: words(&tool.description),
        read_only: tool.is_read_only,
        enabled: tool.is_enabled,
        why: some_words(tool.disabled_reason.as_deref()),
    }
}

/// The name in lower case with hyphens for everything but letters and digits. The server derives the same.
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
    fn a_logo_comes_from_openai_or_not_at_all() {
        for own in ["https://cdn.oaistatic.com/a.png", "https://chatgpt.com/b?c", "https://X.OAIUSERCONTENT.com/d"] {
            assert_eq!(logo(own).as_deref(), Some(own));
        }
        for other in [
            "http://chatgpt.com/a",
            "https://evilchatgpt.com/a",
            "https://chatgpt.com.evil.test/a",
            "https://chatgpt.com@evil.test/a",
            "https://127.0.0.1/a",
            "data:image/png;base64,AA",
        ] {
            assert_eq!(logo(other), None, "{other}");
        }
    }

    #[test]
    fn a_slug_is_made_of_the_name() {
        for (name, made) in [("Demo App", "demo-app"), ("Código", "c-digo"), ("  ", "app"), ("A&B.", "a-b")] {
            assert_eq!(slug(name), made);
        }
    }
}
