//! The demo's scenes. Each is a function from the tool outputs so far to the next response.

use std::path::Path;

use crate::step::{Step, Turn, pieces};

pub(super) mod days;
pub(super) mod release;
pub(super) mod tour;
pub(super) mod weeks;

/// The response to a prompt without a scene.
pub(super) fn stranger(prompt: &str, workspace: &Path) -> Turn {
    let heard: String = prompt.chars().take(160).collect();
    let heard = heard.replace(['\n', '\r'], " ");
    let offers: String = super::PROMPTS.iter().map(|offer| format!("- {offer}\n")).collect();
    Turn::new([
        Step::reason(&["**Looking for a matching answer**\n\nNone of the demo's answers is about this."]),
        closing(&format!(
            "You wrote:\n\n> {heard}\n\nThis is the demo: the server, the files and the commands are real, but my answers were written in \
             advance, and none of them fits this. I know the small project in `{}`. Try one of these:\n\n{offers}\nOnce you sign in, this window talks to a real model.",
            workspace.display()
        )),
    ])
}

/// A message before a tool call.
fn remark(text: &str) -> Step {
    Step::Text { chunks: words(text), phase: Some("commentary".to_owned()) }
}

/// The last message of a turn.
fn closing(text: &str) -> Step {
    Step::Text { chunks: words(text), phase: Some("final_answer".to_owned()) }
}

/// Splits a text into words, as a model streams it.
fn words(text: &str) -> Vec<String> {
    pieces(text, 9)
}

/// A plan with its first `done` steps completed and the next one in progress.
fn plan(steps: &[&str], done: usize) -> Step {
    let status = |at: usize| match at.cmp(&done) {
        std::cmp::Ordering::Less => "completed",
        std::cmp::Ordering::Equal => "in_progress",
        std::cmp::Ordering::Greater => "pending",
    };
    let steps: Vec<(&str, &str)> = steps.iter().enumerate().map(|(at, step)| (*step, status(at))).collect();
    Step::plan("", &steps)
}

/// True if the person or one of their rules declined.
fn declined(output: &str) -> bool {
    let output = output.to_lowercase();
    output.contains("rejected") || output.contains("declined") || output.contains("not approved")
}

/// True if a command ran successfully.
fn succeeded(output: &str) -> bool {
    output.contains("exited with code 0")
}
