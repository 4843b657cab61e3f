//! Checks GitHub workflows line by line, with just the parts of YAML that our files use.

/// All problems of a workflow. `commands` is the help text with every `cargo xtask` command.
pub fn problems(text: &str, commands: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for key in ["name:", "on:", "permissions:", "jobs:"] {
        if !text.lines().any(|line| line.starts_with(key)) {
            wrong.push(format!("no `{key}` at the top"));
        }
    }
    let mut page = Page::default();
    for (at, line) in text.lines().enumerate() {
        let mut found = Vec::new();
        page.read(line, &mut found);
        found.extend(pinned(line));
        found.extend(known_command(line, commands));
        wrong.extend(found.into_iter().map(|why| format!("line {}: {why}", at + 1)));
    }
    let jobs = jobs(text);
    wrong.extend(jobs.iter().flat_map(incomplete));
    wrong.extend(jobs.iter().filter_map(signs_and_compiles));
    wrong
}

/// The position in the file: the open mappings' keys, and whether the line is inside a `|` block.
#[derive(Default)]
struct Page {
    open: Vec<(usize, Vec<String>)>,
    /// The indentation of the key whose block text follows.
    text: Option<usize>,
    /// The block is a script.
    script: bool,
}

impl Page {
    fn read(&mut self, line: &str, wrong: &mut Vec<String>) {
        let bare = line.trim();
        if bare.is_empty() {
            return;
        }
        if line.contains('\t') {
            wrong.push("a tab".to_owned());
        }
        let mut indent = line.len() - line.trim_start().len();
        if let Some(above) = self.text {
            if indent > above {
                if self.script && bare.contains("secrets.") {
                    wrong.push("a secret inside a script: it belongs into `env`".to_owned());
                }
                return;
            }
            self.text = None;
        }
        if bare.starts_with('#') {
            return;
        }
        if indent % 2 == 1 {
            wrong.push("an odd indentation".to_owned());
        }
        let mut rest = bare;
        if let Some(item) = bare.strip_prefix("- ") {
            // A new item closes everything that was open inside the previous one.
            self.open.retain(|(at, _)| *at < indent + 1);
            indent += 2;
            rest = item;
        }
        let Some((key, value)) = rest.split_once(':').filter(|(key, _)| !key.contains([' ', '"', '[', '{'])) else {
            return;
        };
        self.open.retain(|(at, _)| *at <= indent);
        match self.open.last_mut() {
            Some((at, keys)) if *at == indent => {
                if keys.iter().any(|held| held == key) {
                    wrong.push(format!("`{key}` stands twice"));
                }
                keys.push(key.to_owned());
            }
            _ => self.open.push((indent, vec![key.to_owned()])),
        }
        let value = value.trim();
        if value.starts_with(['|', '>']) {
            self.text = Some(indent);
            self.script = key == "run";
        } else if key == "run" && value.contains("secrets.") {
            wrong.push("a secret inside a script: it belongs into `env`".to_owned());
        }
    }
}

/// An action must be pinned by commit, with its tag as a comment. Returns the problem otherwise.
fn pinned(line: &str) -> Option<String> {
    let used = line.trim().trim_start_matches("- ").strip_prefix("uses: ")?;
    let (action, note) = used.split_once(" # ").unwrap_or((used, ""));
    let (name, pin) = action.trim().split_once('@').unwrap_or((action, ""));
    let commit = pin.len() == 40 && pin.bytes().all(|byte| byte.is_ascii_hexdigit());
    let tag = pin.starts_with('v') && note.contains("by tag");
    if (commit && note.starts_with('v')) || tag {
        return None;
    }
    Some(format!("{name} is pinned neither by commit (`@<40 digits> # vN`) nor by a tag that says why"))
}

fn known_command(line: &str, commands: &str) -> Option<String> {
    let (_, rest) = line.split_once("cargo xtask ")?;
    let word = rest.split_whitespace().next()?;
    let known = commands.lines().any(|line| line.split_whitespace().next() == Some(word));
    (!known).then(|| format!("there is no `cargo xtask {word}`"))
}

/// Each job's name and text.
fn jobs(text: &str) -> Vec<(&str, String)> {
    let body = text.split("\njobs:\n").nth(1).unwrap_or_default();
    let mut all: Vec<(&str, String)> = Vec::new();
    for line in body.lines() {
        let is_name = line.starts_with("  ") && !line.starts_with("   ") && line.ends_with(':');
        if is_name {
            all.push((line.trim().trim_end_matches(':'), String::new()));
        } else if let Some((_, job)) = all.last_mut() {
            job.push_str(line);
            job.push('\n');
        }
    }
    all
}

/// Every job must set its runner and a timeout.
fn incomplete((name, job): &(&str, String)) -> Vec<String> {
    ["runs-on", "timeout-minutes", "steps"]
        .iter()
        .filter(|key| !job.contains(&format!("    {key}:")))
        .map(|key| format!("job {name} has no `{key}`"))
        .collect()
}

/// A job with signing keys must not compile, because any dependency's build script could read them.
fn signs_and_compiles((name, job): &(&str, String)) -> Option<String> {
    let compiles = job.lines().any(|line| line.contains("cargo ") && !line.trim_start().starts_with('#'));
    (compiles && job.contains("secrets.")).then(|| format!("job {name} has secrets and compiles"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "  test      everything\n";
    const GOOD: &str = "name: A\non:\n  push:\npermissions:\n  contents: read\njobs:\n  one:\n    runs-on: x\n    \
        timeout-minutes: 5\n    steps:\n      - name: A\n        run: cargo xtask test\n  two:\n    runs-on: x\n    \
        timeout-minutes: 5\n    steps:\n      - name: B\n        env:\n          \
        KEY: ${{ secrets.KEY }}\n        run: |\n          echo \"$KEY\"\n";

    #[test]
    fn a_plain_workflow_passes() {
        assert_eq!(problems(GOOD, HELP), Vec::<String>::new());
    }

    #[test]
    fn an_unpinned_action_is_refused() {
        let uses = |what: &str| pinned(&format!("      - uses: {what}"));
        assert_eq!(uses(&format!("a/b@{} # v1", "0".repeat(40))), None);
        assert_eq!(uses("a/b@v1 # by tag: the commit could not be looked up"), None);
        assert!(uses("a/b@main").is_some());
        assert!(uses("a/b@v1").is_some());
        assert!(uses(&format!("a/b@{}", "0".repeat(40))).is_some(), "a person cannot read a commit");
    }

    #[test]
    fn workflow_mistakes_are_named() {
        let twice = GOOD.replacen("    timeout-minutes: 5\n", "    timeout-minutes: 5\n    runs-on: y\n", 1);
        assert_eq!(problems(&twice, HELP), ["line 10: `runs-on` stands twice"]);
        let endless = GOOD.replacen("    timeout-minutes: 5\n", "", 1);
        assert_eq!(problems(&endless, HELP), ["job one has no `timeout-minutes`"]);
        let leaking = GOOD.replace("echo \"$KEY\"", "echo ${{ secrets.KEY }}");
        assert_eq!(problems(&leaking, HELP), ["line 21: a secret inside a script: it belongs into `env`"]);
        let unknown = GOOD.replace("xtask test", "xtask tset");
        assert_eq!(problems(&unknown, HELP), ["line 12: there is no `cargo xtask tset`"]);
    }

    #[test]
    fn a_job_with_secrets_compiles_nothing() {
        let both = GOOD.replace("echo \"$KEY\"", "cargo build");
        assert_eq!(problems(&both, HELP), ["job two has secrets and compiles"]);
    }
}
