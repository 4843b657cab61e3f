//! Who decides what the model says next, and how fast it says it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::demo;
use crate::input::Input;
use crate::prompt::{self, BadScript};
use crate::step::{Step, Turn};

/// The mind behind the server. Whatever it is, a prompt that starts with `SCRIPT:` is played back.
#[derive(Clone)]
pub struct Script {
    mind: Mind,
    pace: Pace,
}

type Answer = dyn Fn(&Input<'_>) -> Turn + Send + Sync;

#[derive(Clone)]
enum Mind {
    Echo,
    Demo(PathBuf),
    Own(Arc<Answer>),
}

/// The rest between two deltas, and before each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    pub delta: Duration,
    pub step: Duration,
}

impl Pace {
    /// No rest at all.
    pub const FULL: Self = Self { delta: Duration::ZERO, step: Duration::ZERO };
    /// As fast as a person likes to watch.
    pub const HUMANE: Self = Self { delta: Duration::from_millis(24), step: Duration::from_millis(350) };
}

impl Script {
    /// Says back what it hears, at full speed.
    pub fn echo() -> Self {
        Self { mind: Mind::Echo, pace: Pace::FULL }
    }

    /// Answers with a function of the request.
    pub fn answer(answer: impl Fn(&Input<'_>) -> Turn + Send + Sync + 'static) -> Self {
        Self { mind: Mind::Own(Arc::new(answer)), pace: Pace::FULL }
    }

    /// The built-in demo on the project that [`demo::furnish`] put there, at a humane rate.
    pub fn demo(workspace: &Path) -> Self {
        Self { mind: Mind::Demo(workspace.to_owned()), pace: Pace::HUMANE }
    }

    pub fn pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }

    pub(crate) fn rest(&self) -> Pace {
        self.pace
    }

    pub(crate) fn next(&self, body: &Value) -> Result<Turn, BadScript> {
        let input = Input::of(body);
        if let Some(turns) = prompt::read(&input.prompt())? {
            return Ok(stage(&turns, input.outputs().len()).cloned().unwrap_or_else(closing));
        }
        Ok(match &self.mind {
            Mind::Echo => echo(&input),
            Mind::Demo(workspace) => demo::answer(&input, workspace),
            Mind::Own(answer) => answer(&input),
        })
    }
}

/// The response that is due when `outputs` tool calls have been answered.
pub(crate) fn stage(turns: &[Turn], outputs: usize) -> Option<&Turn> {
    let mut answered = 0;
    turns.iter().find(|turn| {
        let due = outputs <= answered;
        answered += turn.calls();
        due
    })
}

fn closing() -> Turn {
    Turn::text("tool output received, done.")
}

fn echo(input: &Input<'_>) -> Turn {
    if !input.outputs().is_empty() {
        return closing();
    }
    let prompt = input.prompt();
    let from = prompt.char_indices().rev().nth(199).map_or(0, |(at, _)| at);
    Turn::new([Step::text(&format!("echo: {}", &prompt[from..]))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stage_follows_the_answered_calls() {
        let turns = [Turn::new([Step::exec("a"), Step::exec("b")]), Turn::new([Step::exec("c")]), Turn::text("end")];
        let at = |outputs| stage(&turns, outputs).map(|turn| turn.steps.len());
        assert_eq!([at(0), at(2), at(3)], [Some(2), Some(1), Some(1)]);
        assert_eq!(stage(&turns, 3), Some(&turns[2]));
        assert_eq!(stage(&turns[..2], 3), None);
    }
}
