//! The built-in demo: a scripted model that knows one small project and a few tasks in it.
//!
//! It has no state: the next response follows from the request alone, so a turn that is interrupted, declined or
//! repeated still ends well. Files, commands and patches are real.

use std::io;
use std::path::Path;

use crate::input::RequestInput;
use crate::step::Turn;

mod scene;

/// Prompts that a new user is offered, best first.
pub const PROMPTS: [&str; 4] = [
    SHOT_PROMPT,
    "Prepare release 1.1.0 and commit it.",
    "What is in this project, and how do I run its tests?",
    "Should durations show weeks? Ask me before you decide.",
];

/// A prompt whose turn needs no answer from a person.
pub const SHOT_PROMPT: &str = "duration 90061 prints “25h 1m 1s”. Show days too, and prove it with tests.";

/// For `rules/default.rules` of the demo's codex home if the system allows no sandbox: codex would then never ask, but
/// the demo should show an approval.
pub const RULES: &str = "prefix_rule(pattern=[\"git\", \"commit\"], decision=\"prompt\", justification=\"A commit writes to .git. It stays on this machine.\")\n";

/// The demo's project: paths inside the workspace, with the files' content.
pub fn workspace_files() -> &'static [(&'static str, &'static str)] {
    &[
        ("CHANGELOG.md", include_str!("../demo/CHANGELOG.md")),
        ("README.md", include_str!("../demo/README.md")),
        ("VERSION", include_str!("../demo/VERSION")),
        ("bin/duration", include_str!("../demo/bin/duration")),
        ("src/duration.ts", include_str!("../demo/src/duration.ts")),
        ("tests/cases.tsv", include_str!("../demo/tests/cases.tsv")),
        ("tests/run.sh", include_str!("../demo/tests/run.sh")),
    ]
}

/// Writes the project's files. The caller makes the folder a git repository, with an identity to commit as.
pub fn write_project(workspace: &Path) -> io::Result<()> {
    for (path, text) in workspace_files() {
        let path = workspace.join(path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(())
}

pub(crate) fn answer(input: &RequestInput<'_>, workspace: &Path) -> Turn {
    let prompt = input.prompt().to_lowercase();
    let outputs = input.outputs();
    let says = |words: &[&str]| words.iter().any(|word| prompt.contains(word));
    if says(&["week"]) {
        scene::weeks::next(&outputs)
    } else if says(&["90061", "days", "a day"]) {
        scene::days::next(&outputs)
    } else if says(&["release", "1.1.0", "commit"]) {
        scene::release::next(&outputs)
    } else if says(&["project", "run its tests", "what is in", "explain", "readme"]) {
        scene::tour::next(&outputs)
    } else {
        scene::stranger(&input.prompt(), workspace)
    }
}
