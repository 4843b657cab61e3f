//! Token usage of turns and threads, from our own ledger and, where it answers, from the account.

use crate::account::{Spent, SpentTurn, ThreadUsage, UsageGroup};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::ThreadId;
use crate::usage::is_chatgpt;
use protocol::method::{AccountUsage, UsageParams};

/// How many turns are listed.
const MOST: u32 = 5;
const MICRO: f64 = 1_000_000.0;

pub(crate) async fn spent(engine: &Engine, since_ms: f64) -> Result<Spent, Failure> {
    let read = engine
        .with(move |core| core.read_store(move |store| (store.dearest(since_ms, MOST), store.spent_since(since_ms))));
    let Ok((dearest, sum)) = read.await?.await else { return Ok(Spent::default()) };
    let named = move |core: &mut crate::engine::Core| {
        let turn = |one: model::account::Spending| SpentTurn {
            title: core.state.title_of(&one.thread),
            thread: one.thread,
            turn: one.turn,
            at_ms: one.at_ms,
            tokens: one.tokens as f64,
            input: one.input as f64,
            cached: one.cached as f64,
            output: one.output as f64,
        };
        dearest.into_iter().map(turn).collect()
    };
    Ok(Spent { turns: engine.with(named).await?, turn_count: sum.turns, tokens: sum.tokens as f64 })
}

pub(crate) async fn thread_usage(engine: &Engine, thread: ThreadId) -> Result<ThreadUsage, Failure> {
    let of = thread.clone();
    let sum =
        engine.with(move |core| core.read_store(move |store| store.spent_in(&of))).await?.await.unwrap_or_default();
    let mut usage = ThreadUsage {
        tokens: (sum.turns > 0).then_some(sum.tokens as f64),
        turns: sum.turns,
        ..ThreadUsage::default()
    };
    if !is_chatgpt(engine).await? {
        return Ok(usage);
    }
    // An older server, or one that cannot reach the account, fails here. Our own figures are still correct.
    let params = UsageParams { thread_id: Some(thread.as_str().to_owned()) };
    let told = engine.peer().await?.call::<AccountUsage>(params).await;
    if let Ok(Some(told)) = told.map(|answer| answer.thread_usage) {
        let dollars = told.native_usage_usd_micros.or(told.estimated_usage_usd_micros);
        usage.credits = Some(told.estimated_usage_credits_micros as f64 / MICRO);
        usage.dollars = dollars.map(|micros| micros as f64 / MICRO);
        usage.groups = told
            .groups
            .into_iter()
            .map(|group| UsageGroup {
                model: group.model.as_deref().map(render::visible),
                effort: group.reasoning_effort.as_deref().map(render::visible),
                credits: group.estimated_usage_credits_micros as f64 / MICRO,
                tokens: group.total_tokens.map(|tokens| tokens as f64),
            })
            .collect();
    }
    Ok(usage)
}
