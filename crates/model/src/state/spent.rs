//! The tokens that a running turn has used so far, for the ledger.
//!
//! Invariant: only running turns are counted. A thread that is opened reports its last usage again, which was already
//! counted.

use super::{Effect, State, Write};
use crate::account::Spending;
use contract::id::ThreadId;
use protocol::notification::TokenUsageUpdated;
use protocol::turn::TokenCount;

impl State {
    pub(super) fn spend(&mut self, update: &TokenUsageUpdated, at_ms: f64) {
        let id = ThreadId::from(update.thread_id.as_str());
        let thread = self.thread(&id);
        let Some((turn, _)) = &thread.running else { return };
        if update.turn_id.as_deref() != Some(turn.as_str()) {
            return;
        }
        let (total, last) = (update.token_usage.total, update.token_usage.last);
        let began = match &thread.before_turn {
            Some((of, began)) if of == turn => *began,
            // The first answer of this turn: subtracts what the thread had used before.
            _ => subtract(total, last),
        };
        thread.before_turn = Some((turn.clone(), began));
        let used = subtract(total, began);
        let spending = Spending {
            thread: id,
            turn: turn.clone(),
            at_ms,
            tokens: used.total_tokens,
            input: used.input_tokens,
            cached: used.cached_input_tokens,
            output: used.output_tokens,
        };
        self.effects.push(Effect::Store(Write::Spending(spending)));
    }
}

/// A total that was reset (by a compaction or a rollback) costs nothing.
fn subtract(a: TokenCount, b: TokenCount) -> TokenCount {
    let less = |a: i64, b: i64| a.saturating_sub(b).max(0);
    TokenCount {
        total_tokens: less(a.total_tokens, b.total_tokens),
        input_tokens: less(a.input_tokens, b.input_tokens),
        cached_input_tokens: less(a.cached_input_tokens, b.cached_input_tokens),
        output_tokens: less(a.output_tokens, b.output_tokens),
        reasoning_output_tokens: less(a.reasoning_output_tokens, b.reasoning_output_tokens),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::settings::Settings;
    use protocol::Event;
    use protocol::turn::TokenUsage;

    fn told(turn: &str, total: i64, last: i64) -> Event {
        let count =
            |total_tokens: i64| TokenCount { total_tokens, input_tokens: total_tokens, ..TokenCount::default() };
        let token_usage = TokenUsage { total: count(total), last: count(last), model_context_window: None };
        Event::TokenUsageUpdated(TokenUsageUpdated { thread_id: "t".into(), turn_id: Some(turn.into()), token_usage })
    }

    const NOTHING: [i64; 0] = [];

    fn spent(state: &mut State, event: Event) -> Vec<i64> {
        state.apply(event, 5.0);
        let tokens = |effect: Effect| match effect {
            Effect::Store(Write::Spending(one)) => Some(one.tokens),
            _ => None,
        };
        state.effects().into_iter().filter_map(tokens).collect()
    }

    #[test]
    fn a_turn_costs_what_its_answers_cost_together() {
        let mut state = State::new(Settings::default(), String::new());
        assert_eq!(spent(&mut state, told("old", 900, 100)), NOTHING, "an opened thread repeats itself");
        state.thread(&"t".into()).running = Some(("new".into(), 1.0));
        assert_eq!(spent(&mut state, told("new", 1_000, 100)), [100]);
        assert_eq!(spent(&mut state, told("new", 1_250, 250)), [350]);
        assert_eq!(spent(&mut state, told("old", 1_250, 250)), NOTHING);
        state.thread(&"t".into()).running = Some(("next".into(), 2.0));
        assert_eq!(spent(&mut state, told("next", 1_300, 50)), [50]);
        assert_eq!(spent(&mut state, told("next", 10, 10)), [0], "a total that was set back");
    }
}
