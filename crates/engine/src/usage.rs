//! Account questions for the server: who is signed in, rate limits, usage, and messages of the workspace.

use crate::account::{UsageDay, UsageDays, WorkspaceMessage};
use crate::change::Account;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::peer::CallError;
use protocol::enums::{MessageKind, NudgeKind, NudgeStatus, ResetOutcome};
use protocol::method::{
    AccountRateLimits, AccountRead, AccountReadParams, AccountUsage, NudgeOwner, NudgeParams, RateLimitsParams,
    ResetConsume, ResetConsumeParams, UsageParams, WorkspaceMessages,
};

/// Asks the server who is signed in. The answer reaches the state as an event.
pub(crate) fn read(engine: &Engine) {
    let engine = engine.clone();
    tokio::spawn(async move {
        if let Ok(peer) = engine.peer().await {
            peer.call::<AccountRead>(AccountReadParams::default()).await.ok();
        }
    });
}

/// Reads the usage limits of a ChatGPT account. The server refuses this call for every other kind of sign-in.
pub(crate) async fn read_limits(engine: &Engine) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    if is_chatgpt(engine).await? {
        peer.call::<AccountRateLimits>(RateLimitsParams::default()).await?;
    }
    Ok(())
}

/// Uses one earned reset. The idempotency key of an attempt without an answer is kept, so that a retry cannot use up
/// a second reset.
pub(crate) async fn use_reset(engine: &Engine, id: Option<String>) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    let mut attempt = engine.shared().reset_attempt.lock().await;
    let key = attempt.get_or_insert_with(|| fresh_key(engine)).clone();
    let outcome = peer.call::<ResetConsume>(ResetConsumeParams { idempotency_key: key, credit_id: id }).await;
    let refused = |message: &str| Err(Failure::new(Code::Refused, message));
    let answer = match outcome {
        Ok(answer) => answer,
        Err(error @ (CallError::TimedOut { .. } | CallError::Closed)) => return Err(error.into()),
        Err(error) => {
            *attempt = None;
            return Err(error.into());
        }
    };
    *attempt = None;
    read_limits(engine).await.ok();
    match answer.outcome {
        ResetOutcome::Reset | ResetOutcome::AlreadyRedeemed => Ok(()),
        ResetOutcome::NothingToReset => refused("There is nothing to reset now. Your earned reset was not used."),
        ResetOutcome::NoCredit => refused("You have no earned resets left."),
        ResetOutcome::Other(_) => refused("The reset was not used. Check your limits, then try again."),
    }
}

pub(crate) async fn ask_owner(engine: &Engine, for_credits: bool) -> Result<(), Failure> {
    let credit_type = if for_credits { NudgeKind::Credits } else { NudgeKind::UsageLimit };
    let answer = engine.peer().await?.call::<NudgeOwner>(NudgeParams { credit_type }).await?;
    match answer.status {
        NudgeStatus::CooldownActive => {
            let message = "The owner was asked a short while ago. Wait before you ask again.";
            Err(Failure::new(Code::Refused, message))
        }
        _ => Ok(()),
    }
}

pub(crate) async fn usage(engine: &Engine) -> Result<UsageDays, Failure> {
    let peer = engine.peer().await?;
    if !is_chatgpt(engine).await? {
        let message = "Usage is reported for ChatGPT accounts only. For API keys, see usage on OpenAI’s website.";
        return Err(Failure::new(Code::Refused, message));
    }
    let told = peer.call::<AccountUsage>(UsageParams::default()).await?;
    let number = |count: Option<i64>| count.map(|count| count as f64);
    let mut days: Vec<UsageDay> = told
        .daily_usage_buckets
        .unwrap_or_default()
        .into_iter()
        .map(|day| UsageDay { day: render::visible(&day.start_date), tokens: day.tokens as f64 })
        .collect();
    days.sort_by(|a, b| a.day.cmp(&b.day));
    Ok(UsageDays {
        days,
        lifetime_tokens: number(told.summary.lifetime_tokens),
        peak_daily_tokens: number(told.summary.peak_daily_tokens),
        streak_days: number(told.summary.current_streak_days),
    })
}

pub(crate) async fn messages(engine: &Engine) -> Result<Vec<WorkspaceMessage>, Failure> {
    let peer = engine.peer().await?;
    if !is_chatgpt(engine).await? {
        return Ok(Vec::new());
    }
    let told = peer.call::<WorkspaceMessages>(()).await?;
    let seen = told.messages.into_iter().map(|message| WorkspaceMessage {
        id: message.message_id,
        is_headline: message.message_type == MessageKind::Headline,
        text: render::visible(&message.message_body),
        at_ms: message.created_at.map(|seconds| seconds as f64 * 1_000.0),
    });
    Ok(seen.collect())
}

pub(crate) async fn is_chatgpt(engine: &Engine) -> Result<bool, Failure> {
    engine.with(|core| matches!(core.state.account(), Account::ChatGpt { .. })).await
}

/// A key in the form of a UUID, which the server recommends. It identifies one attempt and is no secret.
fn fresh_key(engine: &Engine) -> String {
    use sha2::{Digest, Sha256};
    let seed = format!("{}:{}:{:?}", crate::engine::now_ms(), std::process::id(), std::ptr::from_ref(engine.shared()));
    let hex: String = Sha256::digest(seed.as_bytes()).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{}-4{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..32])
}
