//! The built-in demo: a model that knows one small project and a few things to do with it.
//!
//! It keeps no memory of its own: what it does next follows from the request alone, so a turn that was interrupted,
//! declined or asked for twice still ends well. Everything it shows is real: real files, real commands, a real patch.

use std::io;
use std::path::Path;

use crate::input::Input;
use crate::step::Turn;

mod scene;

/// What a newcomer is offered to try, best first.
pub const PROMPTS: [&str; 4] = [
    SHOT_PROMPT,
    "Prepare release 1.1.0 and commit it.",
    "What is in this project, and how do I run its tests?",
    "Should durations show weeks? Ask me before you decide.",
];

/// Runs from thought to summary without a question to the person.
pub const SHOT_PROMPT: &str = "duration 90061 prints “25h 1m 1s”. Show days too, and prove it with tests.";

/// For `rules/default.rules` of the demo's codex home where the OS refuses a sandbox: without one codex never asks, and
/// the demo is to show an approval.
pub const RULES: &str = "prefix_rule(pattern=[\"git\", \"commit\"], decision=\"prompt\", justification=\"A commit writes to .git. It stays on this machine.\")\n";

/// The project that the demo works on: paths inside the workspace, and what the files hold.
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

/// Writes the project's files. Whoever calls this makes the folder a git repository, with an identity to commit as.
pub fn furnish(workspace: &Path) -> io::Result<()> {
    for (path, text) in workspace_files() {
        let path = workspace.join(path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(())
}

pub(crate) fn answer(input: &Input<'_>, workspace: &Path) -> Turn {
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
