//! Sign-in with tokens that a command prints, and prints again when the server asks. Off unless a person turns it on.
//!
//! Invariant: the command runs once for all requests that come together, because refresh tokens rotate. An answer is
//! given before the server stops waiting for it.

use super::keeping::{idle, restart};
use super::{confirm, fail, give_up, start};
use crate::account::{Login, Next, Way};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::sign_in::Tokens;
use protocol::ask::{TokenRefreshAsk, TokenRefreshReply};
use protocol::method::{LoginParams, LoginStart};
use protocol::{RequestId, RpcError, Secret};
use serde_json::Value;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::process::Command;
use tokio::time::Instant;
use zeroize::Zeroizing;

/// The server waits 10 s.
const ANSWER: Duration = Duration::from_secs(9);
const LARGEST: usize = 64 * 1024;
/// Requests that failed with the old token ask one after the other; the token that was just printed answers all of
/// them.
const FRESH: Duration = Duration::from_secs(3);

/// Signs in with a token from the command, and keeps using the command. An empty command turns this off.
pub(crate) async fn use_command(engine: &Engine, command: Vec<String>) -> Result<(), Failure> {
    let command: Vec<String> = command.into_iter().skip_while(|word| word.trim().is_empty()).collect();
    if command.is_empty() {
        return stop(engine).await.map(drop);
    }
    if command.iter().any(|word| word.contains('\0')) {
        return Err(Failure::bad_input("This is not a command."));
    }
    crate::confirm::token_command(engine, &command).await?;
    let _one = engine.shared().sign_in.one.lock().await;
    sign_in(engine, &command).await?;
    remember(engine, command).await
}

/// Signs in again after a start of the server, which forgets such tokens.
pub(super) async fn resume(engine: &Engine) {
    let command = command(engine).await;
    if !command.is_empty() {
        sign_in(engine, &command).await.ok();
    }
}

/// Turns the command off and makes the server forget its tokens. Returns whether it was in use.
pub(super) async fn stop(engine: &Engine) -> Result<bool, Failure> {
    if command(engine).await.is_empty() {
        return Ok(false);
    }
    idle(engine)?;
    remember(engine, Vec::new()).await?;
    engine.shared().sign_in.tokens.forget().await;
    // Signing out would also remove what the keychain holds for this home, so the server is restarted instead.
    restart(engine, async {}).await?;
    Ok(true)
}

/// Answers the server's request for a token. It waits 10 s, and asks once for every turn that is stalled.
pub(crate) fn refresh(engine: &Engine, id: RequestId, ask: TokenRefreshAsk) {
    let engine = engine.clone();
    let asked = Instant::now();
    tracing::debug!("the server asks for a token");
    tokio::spawn(async move {
        let command = command(&engine).await;
        let late = || "The token command took too long.".to_owned();
        let told = tokio::time::timeout(ANSWER, once(&engine, &command, asked, FRESH));
        let told = told.await.unwrap_or_else(|_| Err(late())).and_then(|tokens| same(tokens, &ask));
        let outcome = told.and_then(|tokens| {
            let reply = TokenRefreshReply {
                access_token: tokens.access,
                chatgpt_account_id: tokens.account,
                chatgpt_plan_type: tokens.plan,
            };
            serde_json::to_value(reply).map_err(|_| "The tokens could not be sent.".to_owned())
        });
        if let Err(why) = &outcome {
            let why = why.clone();
            engine.post(move |core| core.warn("tokens", "The token command returned no new token.", Some(why)));
        }
        let outcome = outcome.map_err(|message| RpcError { code: -32_000, message, data: Value::Null });
        if let Ok(peer) = engine.peer().await {
            peer.reply(&id, outcome);
        }
    });
}

async fn sign_in(engine: &Engine, command: &[String]) -> Result<(), Failure> {
    let peer = start(engine, Way::Tokens).await?;
    let told = tokio::time::timeout(ANSWER * 3, once(engine, command, Instant::now(), Duration::ZERO)).await;
    let tokens = match told.unwrap_or_else(|_| Err("The token command took too long.".into())) {
        Ok(tokens) => tokens,
        Err(message) => {
            let next = vec![Next::TryAgain, Next::UseBrowser];
            return Err(give_up(engine, Login::Failed { way: Way::Tokens, message, next }).await);
        }
    };
    let params = LoginParams::AuthTokens {
        access_token: tokens.access,
        chatgpt_account_id: tokens.account,
        chatgpt_plan_type: tokens.plan,
    };
    if let Err(error) = peer.call::<LoginStart>(params).await {
        return Err(fail(engine, Way::Tokens, &error).await);
    }
    confirm(engine, Way::Tokens).await
}

async fn once(engine: &Engine, command: &[String], asked: Instant, fresh: Duration) -> Result<Tokens, String> {
    engine.shared().sign_in.tokens.once(asked, fresh, run(command)).await
}

async fn run(command: &[String]) -> Result<Tokens, String> {
    let [program, args @ ..] = command else { return Err("No token command is set.".into()) };
    let mut command = Command::from(crate::program::quiet(program));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
    // Programs are searched in the `PATH` of the person's terminal, which has no relative folders.
    command.envs(crate::server::recovered_path().await.map(|path| ("PATH", path)));
    let not_started = |error: std::io::Error| format!("The token command could not start: {error}.");
    let mut child = command.spawn().map_err(not_started)?;
    // The buffer has its full size from the start, because a growing one would leave copies of secrets in memory.
    let mut said = Zeroizing::new(Vec::with_capacity(LARGEST + 1));
    if let Some(stdout) = child.stdout.take() {
        stdout.take(LARGEST as u64 + 1).read_to_end(&mut said).await.map_err(not_started)?;
    }
    if said.len() > LARGEST {
        // Nobody would read the rest.
        child.start_kill().ok();
        return Err("The token command printed too much.".into());
    }
    let status = child.wait().await.map_err(not_started)?;
    if !status.success() {
        return Err(format!("The token command failed ({status})."));
    }
    read(std::str::from_utf8(&said).map_err(|_| "The token command printed no text.")?)
}

/// Parses `{"accessToken": …, "accountId": …, "planType": …}`, in camel or snake case, or a bare token.
fn read(text: &str) -> Result<Tokens, String> {
    let text = text.trim();
    let json: Option<Value> = serde_json::from_str(text).ok().filter(Value::is_object);
    let field = |names: &[&str]| {
        let found = names.iter().find_map(|name| json.as_ref()?.get(name)?.as_str());
        found.map(str::to_owned).filter(|text| !text.is_empty())
    };
    let access = match &json {
        Some(_) => field(&["accessToken", "access_token"]),
        None => Some(text.to_owned()),
    };
    let access = access.filter(|token| token.starts_with("eyJ") && token.split('.').count() == 3);
    let access = access.ok_or("The token command printed no token.")?;
    let claims = claims(&access);
    let claim = |name: &str| {
        let auth = claims.as_ref()?.get("https://api.openai.com/auth")?;
        auth.get(name)?.as_str().map(str::to_owned)
    };
    let account = field(&["accountId", "account_id", "chatgptAccountId", "chatgpt_account_id"]);
    let account = account.or_else(|| claim("chatgpt_account_id"));
    let account = account.ok_or("The token command does not name the account.")?;
    let plan = field(&["planType", "plan_type", "chatgptPlanType"]).or_else(|| claim("chatgpt_plan_type"));
    Ok(Tokens { access: Secret::new(access), account, plan })
}

fn claims(token: &str) -> Option<Value> {
    use base64::Engine;
    let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Refuses a token of another account, because the server must not change accounts in the middle of a turn.
fn same(tokens: Tokens, ask: &TokenRefreshAsk) -> Result<Tokens, String> {
    match &ask.previous_account_id {
        Some(before) if *before != tokens.account => {
            Err("The token command printed a token for another account.".into())
        }
        _ => Ok(tokens),
    }
}

async fn command(engine: &Engine) -> Vec<String> {
    let held = engine.with(|core| {
        let demo = core.state.server().demo.is_some();
        if demo { Vec::new() } else { core.state.settings().accounts.token_command.clone() }
    });
    held.await.unwrap_or_default()
}

async fn remember(engine: &Engine, command: Vec<String>) -> Result<(), Failure> {
    engine
        .with(move |core| {
            let mut settings = core.state.settings().clone();
            settings.accounts.token_command = command;
            core.put_settings(settings);
        })
        .await
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::sign_in::TokenRuns;

    /// {"https://api.openai.com/auth":{"chatgpt_account_id":"acct-1","chatgpt_plan_type":"pro"}}
    const TOKEN: &str = "eyJhbGciOiJub25lIn0.eyJodHRwczovL2FwaS5vcGVuYWkuY29tL2F1dGgiOnsiY2hhdGdwdF9hY2NvdW50X2lkIjoiYWNjdC0xIiwiY2hhdGdwdF9wbGFuX3R5cGUiOiJwcm8ifX0.x";

    fn told(text: &str) -> Result<(String, Option<String>), String> {
        read(text).map(|tokens| (tokens.account, tokens.plan))
    }

    #[test]
    fn a_bare_token_says_whose_it_is() {
        assert_eq!(told(&format!("{TOKEN}\n")), Ok(("acct-1".into(), Some("pro".into()))));
    }

    #[test]
    fn an_object_may_say_more() {
        let json = format!(r#"{{"access_token":"{TOKEN}","accountId":"acct-2","planType":"team"}}"#);
        assert_eq!(told(&json), Ok(("acct-2".into(), Some("team".into()))));
    }

    #[test]
    fn anything_else_is_said_without_repeating_it() {
        for text in ["", "sk-secret-0123456789", r#"{"accessToken":"sk-secret"}"#, "{", "eyJ.sk-secret.x"] {
            let why = told(text).unwrap_err();
            assert!(!why.contains("secret"), "{why}");
        }
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_command_that_never_stops_printing_is_ended() {
        let why = run(&["yes".to_owned()]).await.err().unwrap();
        assert_eq!(why, "The token command printed too much.");
    }

    #[tokio::test]
    async fn two_that_ask_together_get_one_answer() {
        let held = TokenRuns::default();
        let runs = std::cell::Cell::new(0);
        let run = || async {
            runs.set(runs.get() + 1);
            tokio::task::yield_now().await;
            read(TOKEN)
        };
        let asked = Instant::now();
        let at_once = Duration::ZERO;
        let (first, second) = tokio::join!(held.once(asked, FRESH, run()), held.once(asked, FRESH, run()));
        assert!(first.is_ok() && second.is_ok());
        assert_eq!(runs.get(), 1);
        let later = Instant::now() + Duration::from_secs(1);
        held.once(later, FRESH, run()).await.unwrap();
        assert_eq!(runs.get(), 1, "who failed with the old one too gets the same");
        held.once(later, at_once, run()).await.unwrap();
        assert_eq!(runs.get(), 2, "who signs in gets a newer one");
        held.once(later + Duration::from_millis(1), FRESH, run()).await.unwrap();
        assert_eq!(runs.get(), 3, "and one whose token is refused right after it gets another");
    }

    #[test]
    fn another_account_is_refused() {
        let ask = |account: Option<&str>| TokenRefreshAsk {
            reason: Default::default(),
            previous_account_id: account.map(str::to_owned),
        };
        assert!(same(read(TOKEN).unwrap(), &ask(Some("acct-1"))).is_ok());
        assert!(same(read(TOKEN).unwrap(), &ask(None)).is_ok());
        assert!(same(read(TOKEN).unwrap(), &ask(Some("acct-9"))).is_err());
    }
}
