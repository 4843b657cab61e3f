//! The arguments of the commands.

use session::{ExportFormat, Permissions, Place, ReviewTarget, ThreadId};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

const RUN: &str = "\
Run a turn and print its last message

  threadloft run [OPTIONS] [PROMPT|-]

  PROMPT                what to do; - or nothing reads it from standard input
  --cwd DIR             start a new thread in this folder (default: the current one)
  --thread ID           continue this thread instead
  --model M             use this model
  --effort E            use this reasoning effort
  --permissions P       as-configured, read-only, untrusted, ask, auto, auto-reviewed, full, or profile:NAME
                        (default: as last chosen for the thread, else as configured)
  --output-schema FILE  JSON Schema that the last message must follow
  --timeout 5m          interrupt the turn after this time (s, m or h)
  --approve P           what to do with requests: nothing (default) declines them all; edits accepts changes of files
                        that the sandbox allows anyway
  --trust, --no-trust   decide whether the folder's own config, hooks, rules and MCP servers count
  --json                print one JSON object per line instead

Exit codes: 0 done, 1 the turn failed, 2 wrong arguments, 3 nothing was begun, 4 timed out, 130 interrupted.
";

const REVIEW: &str = "\
Review changes and print the findings

  threadloft review [--base BRANCH | --commit SHA | --uncommitted | TEXT] [OPTIONS]

  --base BRANCH  what the current branch changes against BRANCH
  --commit SHA   what this commit changes
  --uncommitted  what is not committed (default)
  TEXT           what to review, in your own words

Options and exit codes are those of `threadloft run --help`.
";

const THREADS: &str = "\
List, read and keep threads

  threadloft threads list [--archived] [--cwd DIR] [--limit N] [--json]
  threadloft threads show ID [--format md|html|json]
  threadloft threads search WORDS [--limit N] [--json]
  threadloft threads archive ID...
  threadloft threads unarchive ID...
  threadloft threads export ID [--format md|html|json] [--to DIR]
";

#[derive(Debug, PartialEq)]
pub enum Command {
    Turn(Box<TurnCommand>),
    Threads(ThreadsCommand),
    Help(&'static str),
}

/// What is run.
#[derive(Debug, Clone, PartialEq)]
pub enum Work {
    /// `None`: the prompt is on standard input.
    Prompt(Option<String>),
    Review(ReviewTarget),
}

#[derive(Debug, Clone, PartialEq)]
pub struct TurnCommand {
    pub work: Work,
    /// `None`: the current folder.
    pub cwd: Option<PathBuf>,
    pub thread: Option<ThreadId>,
    pub model: Option<String>,
    pub effort: Option<String>,
    pub permissions: Option<Permissions>,
    pub output_schema: Option<PathBuf>,
    pub timeout: Option<Duration>,
    pub approve: Approve,
    pub trust: Option<bool>,
    pub json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approve {
    Nothing,
    Edits,
}

#[derive(Debug, PartialEq)]
pub enum ThreadsCommand {
    List { archived: bool, cwd: Option<PathBuf>, limit: usize, json: bool },
    Show { thread: ThreadId, format: ExportFormat },
    Search { words: String, limit: usize, json: bool },
    Archive { threads: Vec<ThreadId>, archived: bool },
    Export { thread: ThreadId, format: ExportFormat, to: PathBuf },
}

const LIMIT: usize = 50;

/// `None` if the first argument is none of the commands.
pub fn read(args: &[String]) -> Option<Result<Command, String>> {
    let (first, rest) = args.split_first()?;
    let help = match first.as_str() {
        "run" => RUN,
        "review" => REVIEW,
        "threads" => THREADS,
        _ => return None,
    };
    if rest.iter().any(|arg| arg == "--help" || arg == "-h") {
        return Some(Ok(Command::Help(help)));
    }
    let rest = Rest(rest.iter().cloned().collect());
    let command = match first.as_str() {
        "threads" => threads(rest).map(Command::Threads),
        name => turn(rest, name == "review").map(|turn| Command::Turn(Box::new(turn))),
    };
    Some(command.map_err(|why| format!("{why}\n\n{help}")))
}

struct Rest(VecDeque<String>);

impl Rest {
    fn next(&mut self) -> Option<String> {
        self.0.pop_front()
    }

    fn value(&mut self, option: &str) -> Result<String, String> {
        self.next().filter(|value| !value.is_empty()).ok_or_else(|| format!("{option} needs a value."))
    }
}

fn turn(mut rest: Rest, review: bool) -> Result<TurnCommand, String> {
    let mut turn = TurnCommand {
        work: Work::Prompt(None),
        cwd: None,
        thread: None,
        model: None,
        effort: None,
        permissions: None,
        output_schema: None,
        timeout: None,
        approve: Approve::Nothing,
        trust: None,
        json: false,
    };
    let mut targets = Vec::new();
    let mut words = Vec::new();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--cwd" => turn.cwd = Some(rest.value(&arg)?.into()),
            "--thread" => turn.thread = Some(thread(&rest.value(&arg)?)?),
            "--model" => turn.model = Some(rest.value(&arg)?),
            "--effort" => turn.effort = Some(rest.value(&arg)?),
            "--permissions" => turn.permissions = Some(permissions(&rest.value(&arg)?)?),
            "--timeout" => turn.timeout = Some(duration(&rest.value(&arg)?)?),
            "--trust" => turn.trust = Some(true),
            "--no-trust" => turn.trust = Some(false),
            "--json" => turn.json = true,
            "--approve" => {
                turn.approve = match rest.value(&arg)?.as_str() {
                    "nothing" => Approve::Nothing,
                    "edits" => Approve::Edits,
                    other => return Err(format!("--approve takes nothing or edits, not {other}.")),
                }
            }
            "--output-schema" if !review => turn.output_schema = Some(rest.value(&arg)?.into()),
            "--base" if review => targets.push(ReviewTarget::BaseBranch { branch: rest.value(&arg)? }),
            "--commit" if review => targets.push(ReviewTarget::Commit { sha: rest.value(&arg)?, title: None }),
            "--uncommitted" if review => targets.push(ReviewTarget::UncommittedChanges),
            "-" => words.push(arg),
            "--" => words.extend(std::iter::from_fn(|| rest.next())),
            other if other.starts_with('-') => return Err(format!("Unknown option: {other}")),
            _ => words.push(arg),
        }
    }
    if turn.cwd.is_some() && turn.thread.is_some() {
        return Err("Give --cwd or --thread, not both: a thread keeps its folder.".to_owned());
    }
    if turn.thread.is_some() && turn.trust.is_some() {
        return Err("--trust and --no-trust are for a new thread’s folder.".to_owned());
    }
    let words = words.join(" ");
    turn.work = if review {
        if !words.trim().is_empty() {
            targets.push(ReviewTarget::Custom { instructions: words });
        }
        let target = targets.pop().unwrap_or(ReviewTarget::UncommittedChanges);
        if !targets.is_empty() {
            return Err("Give one thing to review.".to_owned());
        }
        Work::Review(target)
    } else {
        Work::Prompt(Some(words).filter(|words| !words.trim().is_empty() && words != "-"))
    };
    Ok(turn)
}

fn threads(mut rest: Rest) -> Result<ThreadsCommand, String> {
    let what = rest.next().ok_or("Say what to do with threads.")?;
    let (mut archived, mut json) = (false, false);
    let (mut cwd, mut to, mut limit, mut format) = (None, None, None, None);
    let mut words = Vec::new();
    while let Some(arg) = rest.next() {
        match (what.as_str(), arg.as_str()) {
            ("list", "--archived") => archived = true,
            ("list", "--cwd") => cwd = Some(PathBuf::from(rest.value(&arg)?)),
            ("list" | "search", "--json") => json = true,
            ("list" | "search", "--limit") => {
                let value = rest.value(&arg)?;
                limit = Some(value.parse().map_err(|_| format!("--limit takes a number, not {value}."))?);
            }
            ("show" | "export", "--format") => format = Some(export_format(&rest.value(&arg)?)?),
            ("export", "--to") => to = Some(PathBuf::from(rest.value(&arg)?)),
            (_, other) if other.starts_with('-') => return Err(format!("Unknown option: {other}")),
            _ => words.push(arg),
        }
    }
    let limit = limit.unwrap_or(LIMIT);
    let format = format.unwrap_or(ExportFormat::Markdown);
    let one = |words: &[String]| match words {
        [id] => thread(id),
        _ => Err("Give the ID of one thread.".to_owned()),
    };
    match what.as_str() {
        "list" if words.is_empty() => Ok(ThreadsCommand::List { archived, cwd, limit, json }),
        "list" => Err("list takes no words. Use search.".to_owned()),
        "show" => Ok(ThreadsCommand::Show { thread: one(&words)?, format }),
        "search" if words.is_empty() => Err("Give the words to search for.".to_owned()),
        "search" => Ok(ThreadsCommand::Search { words: words.join(" "), limit, json }),
        "archive" | "unarchive" if words.is_empty() => Err("Give the IDs of the threads.".to_owned()),
        "archive" | "unarchive" => {
            let threads = words.iter().map(|id| thread(id)).collect::<Result<_, _>>()?;
            Ok(ThreadsCommand::Archive { threads, archived: what == "archive" })
        }
        "export" => {
            Ok(ThreadsCommand::Export { thread: one(&words)?, format, to: to.unwrap_or_else(|| PathBuf::from(".")) })
        }
        other => Err(format!("Unknown command: threads {other}")),
    }
}

fn thread(id: &str) -> Result<ThreadId, String> {
    let plain = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if plain { Ok(ThreadId::from(id)) } else { Err(format!("Not a thread ID: {id}")) }
}

fn permissions(name: &str) -> Result<Permissions, String> {
    Ok(match name {
        "as-configured" => Permissions::AsConfigured,
        "read-only" => Permissions::ReadOnly,
        "untrusted" => Permissions::AskEveryCommand,
        "ask" => Permissions::Ask,
        "auto" => Permissions::Auto,
        "auto-reviewed" => Permissions::AutoReviewed,
        "full" => Permissions::Full,
        other => match other.strip_prefix("profile:").filter(|id| !id.is_empty()) {
            Some(id) => Permissions::Profile { id: id.to_owned() },
            None => return Err(format!("There are no permissions named {other}.")),
        },
    })
}

fn export_format(name: &str) -> Result<ExportFormat, String> {
    match name {
        "md" | "markdown" => Ok(ExportFormat::Markdown),
        "html" => Ok(ExportFormat::Html),
        "json" => Ok(ExportFormat::Json),
        other => Err(format!("--format takes md, html or json, not {other}.")),
    }
}

/// `90`, `90s`, `5m`, `1h`.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("--timeout takes a time such as 90s, 5m or 1h, not {text}.");
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    let unit = match &text[digits.len()..] {
        "" | "s" => 1,
        "m" => 60,
        "h" => 3_600,
        _ => return Err(wrong()),
    };
    match number.checked_mul(unit) {
        Some(seconds) if seconds > 0 => Ok(Duration::from_secs(seconds)),
        _ => Err(wrong()),
    }
}

impl TurnCommand {
    /// Where it runs. The current folder is named by its real path, as the server names it.
    pub fn place(&self) -> Result<Place, String> {
        if let Some(thread) = &self.thread {
            return Ok(Place::Thread(thread.clone()));
        }
        let folder = self.cwd.clone().unwrap_or_else(|| PathBuf::from("."));
        let real = folder.canonicalize().map_err(|why| format!("{}: {why}", folder.display()))?;
        if !real.is_dir() {
            return Err(format!("{} is not a folder.", folder.display()));
        }
        Ok(Place::Folder(without_verbatim_prefix(&real.display().to_string()).to_owned()))
    }
}

/// Windows writes real paths as `\\?\C:\…`, which codex does not expect.
fn without_verbatim_prefix(path: &str) -> &str {
    path.strip_prefix(r"\\?\").filter(|rest| !rest.starts_with("UNC")).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    fn command(line: &[&str]) -> Result<Command, String> {
        let args: Vec<String> = line.iter().map(|arg| (*arg).to_owned()).collect();
        read(&args).unwrap()
    }

    fn turn_of(line: &[&str]) -> TurnCommand {
        match command(line) {
            Ok(Command::Turn(turn)) => *turn,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn anything_else_opens_a_window() {
        for line in [vec![], vec!["/a/folder"], vec!["--demo"], vec!["./run"]] {
            let args: Vec<String> = line.into_iter().map(str::to_owned).collect();
            assert!(read(&args).is_none(), "{args:?}");
        }
    }

    #[test]
    fn every_option_of_run_is_read() {
        let line = [
            "run",
            "--cwd",
            "/p",
            "--model",
            "m",
            "--effort",
            "high",
            "--permissions",
            "profile:careful",
            "--output-schema",
            "s.json",
            "--timeout",
            "5m",
            "--approve",
            "edits",
            "--no-trust",
            "--json",
            "do",
            "it",
        ];
        assert_eq!(
            turn_of(&line),
            TurnCommand {
                work: Work::Prompt(Some("do it".into())),
                cwd: Some("/p".into()),
                thread: None,
                model: Some("m".into()),
                effort: Some("high".into()),
                permissions: Some(Permissions::Profile { id: "careful".into() }),
                output_schema: Some("s.json".into()),
                timeout: Some(Duration::from_secs(300)),
                approve: Approve::Edits,
                trust: Some(false),
                json: true,
            }
        );
    }

    #[test]
    fn a_prompt_is_read_from_standard_input_unless_given() {
        assert_eq!(turn_of(&["run"]).work, Work::Prompt(None));
        assert_eq!(turn_of(&["run", "-"]).work, Work::Prompt(None));
        assert_eq!(turn_of(&["run", "--", "--json"]).work, Work::Prompt(Some("--json".into())));
    }

    #[test]
    fn one_thing_is_reviewed() {
        assert_eq!(turn_of(&["review"]).work, Work::Review(ReviewTarget::UncommittedChanges));
        let base = ReviewTarget::BaseBranch { branch: "main".into() };
        assert_eq!(turn_of(&["review", "--base", "main"]).work, Work::Review(base));
        assert!(command(&["review", "--base", "main", "--uncommitted"]).is_err());
        assert!(command(&["review", "--output-schema", "s"]).is_err());
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (line, part) in [
            (vec!["run", "--cwd"], "--cwd needs a value"),
            (vec!["run", "--nonsense"], "Unknown option: --nonsense"),
            (vec!["run", "--timeout", "soon"], "such as 90s"),
            (vec!["run", "--timeout", "0"], "such as 90s"),
            (vec!["run", "--timeout", "99999999999999999h"], "such as 90s"),
            (vec!["run", "--thread", "../x"], "Not a thread ID"),
            (vec!["run", "--thread", "a", "--cwd", "/"], "not both"),
            (vec!["run", "--permissions", "god"], "no permissions named god"),
            (vec!["run", "--approve", "all"], "nothing or edits"),
            (vec!["threads"], "Say what to do"),
            (vec!["threads", "show"], "ID of one thread"),
            (vec!["threads", "list", "--limit", "x"], "takes a number"),
            (vec!["threads", "export", "a", "--format", "pdf"], "md, html or json"),
        ] {
            let why = command(&line).unwrap_err();
            assert!(why.contains(part), "{line:?}: {why}");
        }
    }
}
