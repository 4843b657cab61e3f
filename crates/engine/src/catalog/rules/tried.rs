//! Tests a command against the rules with `codex execpolicy check`.

use super::{RuleBody, RuleDecision, StandingRule, gather, places};
use crate::catalog::{some_words, words};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
pub use contract::catalog::rules::{RulePlace, RuleTrial, TriedCommand};
use model::shell::{self, Token};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::Command;

/// Codex answers within milliseconds. Another program in its place may never answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most commands of one line to check.
const MOST: usize = 20;

pub(crate) async fn try_line(engine: &Engine, line: &str, cwd: Option<String>) -> Result<RuleTrial, Failure> {
    let only = cwd.clone();
    let (_, files) = places(engine, cwd).await?;
    // Rules of other folders do not apply here.
    let files: Vec<_> = files.into_iter().filter(|(_, folder)| folder.is_none() || *folder == only).collect();
    let read = files.clone();
    let rules = tokio::task::spawn_blocking(move || gather(&read).0).await.unwrap_or_default();
    if let Some(host) = host(line) {
        return Ok(network(&host, line, &rules));
    }
    let codex = engine.with(|core| core.state.server().codex.as_ref().map(|codex| codex.path.clone())).await?;
    let Some(codex) = codex else { return Err(Failure::new(Code::ServerGone, "Codex was not found.")) };
    let mut commands = Vec::new();
    for words in split(line) {
        commands.push(check(&codex, &files, &words, &rules).await?);
    }
    let strictest = commands.iter().filter_map(|one| one.decision).max_by_key(|decision| strictness(*decision));
    // A single command without a rule makes Codex ask about the whole line, so an overall "allow" is dropped.
    let unruled = commands.iter().any(|one| one.decision.is_none());
    let decision = strictest.filter(|decision| !(unruled && *decision == RuleDecision::Allow));
    Ok(RuleTrial { decision, commands })
}

fn strictness(decision: RuleDecision) -> u8 {
    match decision {
        RuleDecision::Allow => 0,
        RuleDecision::Unknown => 1,
        RuleDecision::Prompt => 2,
        RuleDecision::Forbid => 3,
    }
}

/// Splits a line into its commands. A shell with a script is replaced by the commands of the script.
fn split(line: &str) -> Vec<Vec<String>> {
    // A person types a shell by its bare name, while `unwrapped` expects a path to one.
    let script = shell::unwrapped(line).or_else(|| shell::unwrapped(&format!("/bin/{line}")));
    let tokens = shell::split(script.as_deref().unwrap_or(line)).tokens;
    let mut out = vec![Vec::new()];
    let mut skip = false;
    for token in tokens {
        match token {
            Token::Word(_) if std::mem::take(&mut skip) => {}
            Token::Word(word) => {
                if let Some(last) = out.last_mut() {
                    last.push(word);
                }
            }
            Token::Redirect | Token::HereText => skip = true,
            Token::Pipe | Token::Group | Token::End => out.push(Vec::new()),
        }
    }
    out.retain(|words| !words.is_empty());
    out.truncate(MOST);
    out
}

async fn check(
    codex: &str,
    files: &[(PathBuf, Option<String>)],
    line: &[String],
    rules: &[StandingRule],
) -> Result<TriedCommand, Failure> {
    let command = words(&shell::join(line));
    if files.is_empty() {
        return Ok(TriedCommand { command, decision: None, rules: Vec::new(), justification: None });
    }
    let mut program = Command::from(crate::program::quiet(codex));
    program.args(["execpolicy", "check"]);
    for (file, _) in files {
        program.arg("--rules").arg(file);
    }
    program.arg("--").args(line).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let refused = |why: &str| Failure::new(Code::Refused, format!("Codex could not check this: {}", words(why)));
    let said = tokio::time::timeout(PATIENCE, program.output()).await.map_err(|_| refused("No answer in time."))?;
    let said = said.map_err(|error| refused(&error.to_string()))?;
    let Ok(answer) = serde_json::from_slice::<Value>(&said.stdout) else {
        return Err(refused(&String::from_utf8_lossy(&said.stderr)));
    };
    let verdict = answer["decision"].as_str().map(RuleDecision::of);
    let matched = answer["matchedRules"].as_array().cloned().unwrap_or_default();
    let prefixes = matched.iter().map(|rule| &rule["prefixRuleMatch"]);
    let mut places = Vec::new();
    let mut justification = None;
    for rule in prefixes {
        let prefix: Vec<&str> =
            rule["matchedPrefix"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let decision = RuleDecision::of(rule["decision"].as_str().unwrap_or_default());
        // Only the deciding rule's justification is shown. Another one's would explain something else.
        if verdict == Some(decision) {
            justification = justification.or_else(|| some_words(rule["justification"].as_str()));
        }
        places.extend(rules.iter().filter(|rule| rule.decision == decision && speaks(rule, &prefix)).map(place));
    }
    places.dedup();
    Ok(TriedCommand { command, decision: verdict, rules: places, justification })
}

fn speaks(rule: &StandingRule, prefix: &[&str]) -> bool {
    let RuleBody::Command { pattern } = &rule.body else { return false };
    pattern.len() == prefix.len() && pattern.iter().zip(prefix).all(|(step, word)| step.iter().any(|one| one == word))
}

fn place(rule: &StandingRule) -> RulePlace {
    RulePlace { file: rule.file.clone(), line: rule.line }
}

/// The host of an address that was typed instead of a command.
fn host(line: &str) -> Option<String> {
    let (_, rest) = line.trim().split_once("://").filter(|(scheme, _)| scheme.chars().all(char::is_alphanumeric))?;
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    (!host.is_empty() && !host.contains(char::is_whitespace)).then(|| host.to_lowercase())
}

fn network(host: &str, line: &str, rules: &[StandingRule]) -> RuleTrial {
    let scheme = line.trim().split("://").next().unwrap_or_default().to_lowercase();
    let speaks = |rule: &&StandingRule| match &rule.body {
        RuleBody::Network { host: held, protocol } => {
            held.eq_ignore_ascii_case(host) && protocol.as_deref().is_none_or(|protocol| protocol.starts_with(&scheme))
        }
        _ => false,
    };
    let found: Vec<&StandingRule> = rules.iter().filter(speaks).collect();
    let decision = found.iter().map(|rule| rule.decision).max_by_key(|decision| strictness(*decision));
    let mut deciding = found.iter().filter(|rule| Some(rule.decision) == decision);
    let justification = deciding.find_map(|rule| rule.justification.clone());
    let command =
        TriedCommand { command: words(host), decision, rules: found.into_iter().map(place).collect(), justification };
    RuleTrial { decision, commands: vec![command] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_tried_command_by_command() {
        let one = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        assert_eq!(
            split("git add . && git push > out | cat"),
            [one(&["git", "add", "."]), one(&["git", "push"]), one(&["cat"])]
        );
        assert_eq!(split("bash -lc 'ls; pwd'"), [one(&["ls"]), one(&["pwd"])]);
        assert!(split("   ").is_empty());
    }

    #[test]
    fn an_address_is_held_against_the_rules_for_hosts() {
        assert_eq!(host("https://API.a.test/x").as_deref(), Some("api.a.test"));
        assert_eq!(host("git clone https://a.test"), None);
        let rule = StandingRule {
            file: "f".into(),
            line: 3,
            text: String::new(),
            body: RuleBody::Network { host: "api.a.test".into(), protocol: Some("https".into()) },
            decision: RuleDecision::Forbid,
            justification: Some("no".into()),
            folder: None,
        };
        let trial = network("api.a.test", "https://api.a.test", &[rule]);
        assert_eq!(trial.decision, Some(RuleDecision::Forbid));
        assert_eq!(trial.commands[0].rules, [RulePlace { file: "f".into(), line: 3 }]);
    }
}
