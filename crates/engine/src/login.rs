//! Signing in and out: by browser, by code, and what all ways have in common.
//!
//! Invariant: a sign-in counts once `account/read` returns an account, not when a notification says so.
//!
//! Invariant: every failure reaches `Login::Failed` as a message that says what can be done next.

mod import;
mod keeping;
mod key;
mod moving;
mod parked;
mod port;
mod tokens;

pub(crate) use import::import;
pub(crate) use keeping::{check_keychain, keep_for_session, prepare};
pub(crate) use key::{forget_key, with_key, with_saved_key};
pub(crate) use parked::{forget, park, switch, switch_workspace};
pub(crate) use tokens::{refresh as refresh_tokens, use_command};

use crate::account::{Access, Login, Next, Way, Workspace};
use crate::change::Account;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::peer::{CallError, Peer};
use crate::settings::Settings;
use crate::usage::read_limits;
use model::account::{explain, is_keychain, is_port, ports, unconfirmed};
use model::link::safe_url;
use model::state::LocalEvent;
use protocol::account::AccountFacts;
use protocol::enums::LoginMethod;
use protocol::event::LoginStarted;
use protocol::method::{
    AccountRead, AccountReadParams, AccountSessionList, ConfigRead, ConfigReadParams, ConfigRequirements, LoginCancel,
    LoginCancelParams, LoginParams, LoginStart, Logout, SessionListParams,
};
use protocol::notification::LoginCompleted;

pub(crate) async fn with_browser(engine: &Engine) -> Result<(), Failure> {
    begin(engine, Way::Browser, LoginParams::browser()).await
}

pub(crate) async fn with_code(engine: &Engine) -> Result<(), Failure> {
    begin(engine, Way::Device, LoginParams::DeviceCode).await
}

async fn begin(engine: &Engine, way: Way, params: LoginParams) -> Result<(), Failure> {
    let _one = engine.shared().sign_in.one.lock().await;
    let peer = start(engine, way).await?;
    let started = match peer.call::<LoginStart>(params).await {
        Ok(started) => started,
        Err(error) => return Err(fail(engine, way, &error).await),
    };
    let (id, url) = match started {
        LoginStarted::ChatGpt { login_id, auth_url } => (login_id, Some(auth_url)),
        LoginStarted::DeviceCode { login_id, .. } => (login_id, None),
        _ => return Err(give_up(engine, explain(way, "Codex answered with a different kind of sign-in")).await),
    };
    let asked = id.clone();
    if !engine.with(move |core| core.state.login_id() == Some(&asked)).await? {
        // The person cancelled before the answer came.
        peer.call::<LoginCancel>(LoginCancelParams { login_id: id }).await.ok();
        return Ok(());
    }
    if let Some(url) = url {
        open(engine, &url);
    }
    Ok(())
}

/// Cancels the sign-in. Later notifications about it are ignored.
pub(crate) async fn cancel(engine: &Engine) -> Result<(), Failure> {
    let id = engine
        .with(|core| {
            let id = core.state.login_id().map(str::to_owned);
            core.apply_local(LocalEvent::Login(Login::None));
            id
        })
        .await?;
    if let (Some(login_id), Ok(peer)) = (id, engine.peer().await) {
        peer.call::<LoginCancel>(LoginCancelParams { login_id }).await.ok();
    }
    Ok(())
}

pub(crate) async fn sign_out(engine: &Engine) -> Result<(), Failure> {
    cancel(engine).await?;
    let peer = engine.peer().await?;
    if tokens::stop(engine).await? {
        return Ok(());
    }
    if let Err(error) = peer.call::<Logout>(()).await {
        return Err(match &error {
            CallError::Refused { source, .. } if is_keychain(&source.message) => {
                let keychain = engine.shared().sign_in.vault.glance().await;
                let message = format!("You could not be signed out. {}", keychain.message);
                edit_access(engine, move |access| access.keychain = Some(keychain)).await?;
                Failure::new(Code::Refused, message)
            }
            _ => error.into(),
        });
    }
    peer.call::<AccountRead>(AccountReadParams::default()).await?;
    look_around(engine).await;
    Ok(())
}

/// Handles a notification that a sign-in ended. Called in wire order.
pub(crate) fn completed(engine: &Engine, done: &LoginCompleted) {
    let (engine, success) = (engine.clone(), done.success);
    let refused_by_keychain = done.error.as_deref().is_some_and(is_keychain);
    tokio::spawn(async move {
        let way = engine.with(|core| match core.state.login() {
            Login::Confirming { way } => Some(*way),
            _ => None,
        });
        match way.await {
            Ok(Some(way)) if success => {
                confirm(&engine, way).await.ok();
            }
            _ => crate::usage::read(&engine),
        }
        if refused_by_keychain {
            check_keychain(&engine, false).await.ok();
        }
    });
}

/// Asks for the account, of a server that was just greeted and is not ready for other calls.
pub(crate) fn on_greeted(engine: &Engine, peer: &Peer) {
    let (engine, peer) = (engine.clone(), peer.clone());
    tokio::spawn(async move {
        tokens::resume(&engine).await;
        peer.call::<AccountRead>(AccountReadParams::default()).await.ok();
        look_around(&engine).await;
        read_limits(&engine).await.ok();
    });
}

/// Checks that the server knows who is signed in.
async fn confirm(engine: &Engine, way: Way) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    let said = match peer.call::<AccountRead>(AccountReadParams::default()).await {
        Ok(AccountFacts { account: Some(_), .. }) => {
            engine
                .with(|core| {
                    core.apply_local(LocalEvent::Login(Login::None));
                    let settings = core.state.settings();
                    if !settings.welcomed {
                        core.put_settings(Settings { welcomed: true, ..settings.clone() });
                    }
                })
                .await?;
            look_around(engine).await;
            read_limits(engine).await.ok();
            return Ok(());
        }
        Ok(_) => None,
        Err(CallError::Refused { source, .. }) => Some(source.message),
        Err(error) => Some(Failure::from(error).message),
    };
    Err(give_up(engine, unconfirmed(way, said.as_deref())).await)
}

/// The first step of every sign-in: checks that it is allowed and returns the server.
async fn start(engine: &Engine, way: Way) -> Result<Peer, Failure> {
    let (access, demo) = engine.with(|core| (core.state.access().clone(), core.state.server().demo.is_some())).await?;
    if demo {
        return Err(Failure::bad_input("The demo needs no account. Exit the demo first, then sign in."));
    }
    let allowed = match way {
        Way::Key => access.key_allowed,
        Way::Browser | Way::Device | Way::Tokens => access.chat_gpt_allowed,
        Way::Import | Way::Switch => true,
    };
    if !allowed {
        let message = match (access.key_allowed, access.chat_gpt_allowed) {
            (true, false) => "Sign in with an API key here. Ask your admin if you need ChatGPT.",
            (false, true) => "Sign in with ChatGPT here. Ask your admin if you need an API key.",
            _ => "Signing in is not allowed here. Ask your admin.",
        };
        let next = match (access.key_allowed, access.chat_gpt_allowed) {
            (true, _) => vec![Next::UseKey, Next::AskAdmin],
            (_, true) => vec![Next::UseBrowser, Next::AskAdmin],
            _ => vec![Next::AskAdmin],
        };
        let denied = Login::Failed { way, message: message.into(), next };
        engine.with(move |core| core.apply_local(LocalEvent::Login(denied))).await?;
        return Err(Failure::new(Code::Refused, message));
    }
    let peer = engine.peer().await?;
    engine.with(move |core| core.apply_local(LocalEvent::Login(Login::Starting { way }))).await?;
    Ok(peer)
}

/// Explains the server's refusal, with what this computer knows about the cause.
async fn fail(engine: &Engine, way: Way, error: &CallError) -> Failure {
    let said = match error {
        CallError::Refused { source, .. } => source.message.clone(),
        CallError::Closed => "Codex stopped before it answered".into(),
        other => other.to_string(),
    };
    let mut login = explain(way, &said);
    if let Login::Failed { message, .. } = &mut login {
        if is_port(&said) {
            let holder = tokio::task::spawn_blocking(port::holder).await.ok().flatten();
            *message = ports(holder.as_deref());
        } else if is_keychain(&said) {
            let keychain = engine.shared().sign_in.vault.glance().await;
            if keychain.verdict != crate::account::Verdict::Works {
                *message = keychain.message.clone();
            }
            edit_access(engine, move |access| access.keychain = Some(keychain)).await.ok();
        }
    }
    give_up(engine, login).await
}

/// Shows the failure unless the person has cancelled meanwhile, and returns it to the caller.
async fn give_up(engine: &Engine, login: Login) -> Failure {
    let message = match &login {
        Login::Failed { message, .. } => message.clone(),
        _ => String::new(),
    };
    let show = move |core: &mut crate::engine::Core| {
        if *core.state.login() != Login::None {
            core.apply_local(LocalEvent::Login(login));
        }
    };
    engine.with(show).await.ok();
    Failure::new(Code::Refused, message)
}

fn open(engine: &Engine, url: &str) {
    let opened = match safe_url(url) {
        Some(url) => engine.shared().platform.open_url(&url),
        None => Err("Codex returned a link that is neither https nor on this computer.".to_owned()),
    };
    if let Err(why) = opened {
        engine.post(move |core| core.apply_local(LocalEvent::Unopened(why)));
    }
}

async fn edit_access(engine: &Engine, edit: impl FnOnce(&mut Access) + Send + 'static) -> Result<(), Failure> {
    engine
        .with(move |core| {
            let mut access = core.state.access().clone();
            edit(&mut access);
            core.apply_local(LocalEvent::Access(access));
        })
        .await
}

/// Collects what the account page shows beside the account: the allowed ways, a sign-in in a file, the workspaces.
async fn look_around(engine: &Engine) {
    let Ok((account, demo)) =
        engine.with(|core| (core.state.account().clone(), core.state.server().demo.is_some())).await
    else {
        return;
    };
    let Ok(peer) = engine.peer().await else { return };
    let Allowed { ways, workspace_only } = allowed(engine, &peer).await;
    let importable = match account {
        Account::SignedOut { .. } if !demo => import::found(engine).await,
        _ => None,
    };
    let workspaces = match account {
        Account::ChatGpt { .. } => workspaces(engine, &peer).await,
        _ => Vec::new(),
    };
    let edit = move |access: &mut Access| {
        access.chat_gpt_allowed = ways.as_ref().is_none_or(|ways| ways.contains(&LoginMethod::ChatGpt));
        access.key_allowed = ways.as_ref().is_none_or(|ways| ways.contains(&LoginMethod::Api));
        access.workspace_only = workspace_only;
        access.importable = importable;
        access.workspaces = workspaces;
    };
    edit_access(engine, edit).await.ok();
}

/// What an administrator or the config allows.
#[derive(Default)]
struct Allowed {
    /// `None` if nobody restricts it.
    ways: Option<Vec<LoginMethod>>,
    workspace_only: bool,
}

async fn allowed(engine: &Engine, peer: &Peer) -> Allowed {
    let mut ways = None;
    if engine.connection().methods.knows::<ConfigRequirements>()
        && let Ok(answer) = peer.call::<ConfigRequirements>(()).await
    {
        ways = answer.requirements.and_then(|required| required.allowed_login_methods);
    }
    let Ok(answer) = peer.call::<ConfigRead>(ConfigReadParams::default()).await else {
        return Allowed { ways, workspace_only: false };
    };
    let forced = answer.config.get("forced_login_method").and_then(|way| way.as_str());
    // The setting is one id or a list of ids.
    let workspace_only = answer.config.get("forced_chatgpt_workspace_id").is_some_and(|ids| {
        ids.as_str().is_some_and(|id| !id.is_empty()) || ids.as_array().is_some_and(|ids| !ids.is_empty())
    });
    Allowed { ways: ways.or_else(|| forced.map(|way| vec![LoginMethod::from(way)])), workspace_only }
}

async fn workspaces(engine: &Engine, peer: &Peer) -> Vec<Workspace> {
    if !engine.connection().methods.knows::<AccountSessionList>() {
        return Vec::new();
    }
    // Without this the server lists only the workspace that is in use.
    let params = SessionListParams { refresh_workspace_metadata: Some(true) };
    let Ok(answer) = peer.call::<AccountSessionList>(params).await else { return Vec::new() };
    let all = answer.sessions.into_iter().flat_map(|session| {
        let chosen = session.selected_workspace_account_id.filter(|_| session.is_active);
        let owner = session.email.or(session.display_name);
        session.workspaces.into_iter().map(move |workspace| Workspace {
            session: session.session_id.clone(),
            active: chosen.as_ref() == Some(&workspace.account_id),
            name: render::visible(&workspace.name.or_else(|| owner.clone()).unwrap_or_default()),
            id: workspace.account_id,
        })
    });
    all.collect()
}
