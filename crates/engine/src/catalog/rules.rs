//! Standing permissions: Codex's rules files, what was allowed for this session, and a test of a command against the
//! rules.
//!
//! The files are read and edited here because the server has no call for it. What a rule decides is always asked of
//! Codex.

pub(crate) mod read;
mod tried;

pub use contract::catalog::rules::{RuleBody, RuleDecision, RuleIntent, RuleProblem, Rules, StandingRule};
pub(crate) use tried::try_line;
pub use tried::{RuleTrial, TriedCommand};

use super::List;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::intent::Receipt;
use model::state::LocalEvent;
use read::{Call, calls};
use std::path::{Path, PathBuf};

pub(crate) async fn list(engine: &Engine, cwd: Option<String>) -> Result<Rules, Failure> {
    let session = engine.with(|core| core.state.session_grants()).await?;
    let (home, files) = places(engine, cwd).await?;
    let folder = home.join("rules").display().to_string();
    let (rules, problems) = tokio::task::spawn_blocking(move || gather(&files))
        .await
        .map_err(|_| Failure::new(Code::Refused, "The rules could not be read."))?;
    Ok(Rules { rules, session, problems, folder })
}

pub(crate) async fn act(engine: &Engine, intent: RuleIntent) -> Result<Receipt, Failure> {
    match intent {
        RuleIntent::Remove { file, line, text } => {
            let path = known(engine, &file).await?;
            tokio::task::spawn_blocking(move || cut(&path, line, &text))
                .await
                .map_err(|_| Failure::new(Code::Refused, "The rule could not be removed."))??;
            engine.with(|core| core.apply_local(LocalEvent::Stale(List::Rules))).await?;
        }
        RuleIntent::Reveal { file } => {
            let path = known(engine, &file).await?;
            engine.shared().platform.reveal(&path).map_err(|message| Failure::new(Code::Refused, message))?;
        }
    }
    Ok(Receipt::default())
}

/// CODEX_HOME, and every rules file with the folder it applies to.
async fn places(engine: &Engine, cwd: Option<String>) -> Result<(PathBuf, Vec<(PathBuf, Option<String>)>), Failure> {
    let (home, mut folders) = engine.with(|core| (core.state.server().home.clone(), core.state.folders())).await?;
    folders.extend(cwd);
    folders.sort();
    folders.dedup();
    let home = PathBuf::from(home);
    let inside = home.clone();
    let files = tokio::task::spawn_blocking(move || {
        let mut files: Vec<_> = rule_files(&inside.join("rules")).into_iter().map(|file| (file, None)).collect();
        for folder in folders {
            let own = rule_files(&Path::new(&folder).join(".codex/rules"));
            files.extend(own.into_iter().map(|file| (file, Some(folder.clone()))));
        }
        files
    });
    Ok((home, files.await.unwrap_or_default()))
}

/// The path, but only of a file that was listed.
async fn known(engine: &Engine, file: &str) -> Result<PathBuf, Failure> {
    let (_, files) = places(engine, None).await?;
    let path = files.into_iter().map(|(path, _)| path).find(|path| path.display().to_string() == file);
    path.ok_or_else(|| Failure::bad_input("This is not one of Codex’s rules files."))
}

fn rule_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "rules")).collect();
    files.sort();
    files
}

fn gather(files: &[(PathBuf, Option<String>)]) -> (Vec<StandingRule>, Vec<RuleProblem>) {
    let mut rules = Vec::new();
    let mut problems = Vec::new();
    for (path, folder) in files {
        let file = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => rules.extend(calls(&text).iter().map(|call| standing(&file, folder.as_deref(), call))),
            Err(error) => problems.push(RuleProblem { file, message: error.to_string() }),
        }
    }
    (rules, problems)
}

fn standing(file: &str, folder: Option<&str>, call: &Call<'_>) -> StandingRule {
    let body = match call.name {
        "prefix_rule" => RuleBody::Command { pattern: call.steps("pattern") },
        "network_rule" => RuleBody::Network {
            host: render::visible(&call.text("host").unwrap_or_default()),
            protocol: call.text("protocol").map(|text| render::visible(&text)),
        },
        other => RuleBody::Other { name: render::visible(other) },
    };
    // A prefix rule without a decision allows.
    let decision = match (call.text("decision"), &body) {
        (Some(word), _) => RuleDecision::of(&word),
        (None, RuleBody::Command { .. }) => RuleDecision::Allow,
        (None, _) => RuleDecision::Unknown,
    };
    StandingRule {
        file: file.to_owned(),
        line: call.line,
        text: render::visible(call.source),
        body,
        decision,
        justification: call.text("justification").map(|text| render::visible(&text)),
        folder: folder.map(str::to_owned),
    }
}

/// Removes one rule and leaves every other byte as it is.
fn cut(path: &Path, line: u32, text: &str) -> Result<(), Failure> {
    let refused = |error: std::io::Error| Failure::new(Code::Refused, format!("{}: {error}.", path.display()));
    let held = std::fs::read_to_string(path).map_err(refused)?;
    let found = calls(&held).into_iter().find(|call| call.line == line && render::visible(call.source) == text);
    let Some(call) = found else {
        return Err(Failure::new(Code::Conflict, "The file has changed. Check the rules again."));
    };
    let (start, mut end) = (call.start, call.start + call.source.len());
    if held[end..].starts_with('\n') {
        end += 1;
    }
    let rest = format!("{}{}", &held[..start], &held[end..]);
    let beside = path.with_extension("rules.new");
    std::fs::write(&beside, rest).and_then(|()| std::fs::rename(&beside, path)).map_err(refused)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn removing_one_rule_touches_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("default.rules");
        let text =
            "# mine\nprefix_rule(pattern=[\"a\"], decision=\"allow\")\n\nprefix_rule(\n  pattern=[\"b\"],\n)\n# end\n";
        std::fs::write(&file, text).unwrap();
        let (rules, _) = gather(&[(file.clone(), None)]);
        assert_eq!(rules.iter().map(|rule| rule.line).collect::<Vec<_>>(), [2, 4]);
        assert_eq!(rules[1].decision, RuleDecision::Allow);
        assert!(cut(&file, 3, &rules[1].text).is_err(), "it does not stand there");
        cut(&file, 4, &rules[1].text).unwrap();
        assert_eq!(
            std::fs::read_to_string(&file).unwrap(),
            "# mine\nprefix_rule(pattern=[\"a\"], decision=\"allow\")\n\n# end\n"
        );
    }
}
