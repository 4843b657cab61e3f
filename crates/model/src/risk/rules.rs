//! The risks of known programs, as data.

use contract::ask::Risk;

/// A program, optionally with one of the words after it, that carries a risk.
pub struct Rule {
    pub risk: Risk,
    pub programs: &'static [&'static str],
    /// One of these must be among the arguments. If empty, the program alone is enough.
    pub words: &'static [&'static str],
}

const fn rule(risk: Risk, programs: &'static [&'static str], words: &'static [&'static str]) -> Rule {
    Rule { risk, programs, words }
}

pub const FETCHERS: &[&str] =
    &["curl", "wget", "fetch", "http", "https", "iwr", "irm", "invoke-webrequest", "invoke-restmethod"];
pub const SHELLS: &[&str] = &[
    "sh",
    "bash",
    "zsh",
    "dash",
    "ksh",
    "fish",
    "python",
    "python3",
    "node",
    "perl",
    "ruby",
    "php",
    "pwsh",
    "powershell",
    "iex",
    "invoke-expression",
    "eval",
    "source",
    ".",
];
/// The programs among them whose arguments are the script.
pub const EVALUATORS: &[&str] = &["eval", "iex", "invoke-expression"];
/// Programs that turn unreadable data into something that can be run.
pub const DECODERS: &[&str] = &["base64", "base32", "xxd", "openssl", "uudecode"];
/// Program names that a person trusts at a glance, in addition to those of the rules.
pub const KNOWN: &[&str] = &[
    "ls",
    "cat",
    "echo",
    "cp",
    "mv",
    "ln",
    "mkdir",
    "touch",
    "chmod",
    "chown",
    "grep",
    "rg",
    "sed",
    "awk",
    "head",
    "tail",
    "sort",
    "less",
    "more",
    "tar",
    "zip",
    "unzip",
    "make",
    "cmake",
    "gcc",
    "g++",
    "clang",
    "rustc",
    "java",
    "javac",
    "mvn",
    "deno",
    "tsc",
    "vim",
    "vi",
    "nano",
    "code",
    "open",
    "xdg-open",
    "tee",
    "test",
    "true",
    "which",
    "ps",
    "kill",
    "systemctl",
    "jq",
    "codex",
];
pub const RULES: &[Rule] = &[
    rule(Risk::Network, FETCHERS, &[]),
    rule(
        Risk::Network,
        &["ssh", "scp", "sftp", "rsync", "nc", "ncat", "netcat", "telnet", "ftp", "gh", "npx", "ping", "dig"],
        &[],
    ),
    rule(Risk::Network, &["aws", "gcloud", "az", "kubectl", "helm", "terraform", "heroku", "vercel", "fly"], &[]),
    rule(Risk::Network, &["git"], &["push", "pull", "fetch", "clone", "ls-remote", "submodule"]),
    rule(
        Risk::Network,
        &["npm", "pnpm", "yarn", "bun"],
        &["install", "i", "ci", "add", "update", "upgrade", "publish", "dlx", "exec"],
    ),
    rule(
        Risk::Network,
        &["pip", "pip3", "uv", "pipx", "poetry", "conda", "gem", "bundle"],
        &["install", "download", "sync", "add", "update"],
    ),
    rule(Risk::Network, &["python", "python3"], &["pip", "http.server"]),
    rule(Risk::Network, &["cargo"], &["install", "fetch", "update", "add", "publish", "search"]),
    rule(Risk::Network, &["go"], &["get", "install", "mod"]),
    rule(Risk::Network, &["brew", "apt", "apt-get", "dnf", "yum", "pacman", "apk", "zypper", "winget", "choco"], &[]),
    rule(Risk::Network, &["docker", "podman"], &["pull", "push", "run", "build", "login"]),
    rule(
        Risk::Deletes,
        &["rm", "rmdir", "unlink", "shred", "del", "erase", "rd", "remove-item", "mkfs", "truncate", "dd"],
        &[],
    ),
    rule(Risk::Deletes, &["find"], &["-delete", "rm"]),
    rule(Risk::Deletes, &["git"], &["clean", "--hard"]),
    rule(Risk::Deletes, &["git"], &["-D"]),
    rule(Risk::Sudo, &["sudo", "sudoedit", "doas", "su", "pkexec", "runas", "run0", "gsudo"], &[]),
    rule(Risk::Sudo, &["start-process", "saps"], &["RunAs", "runas"]),
];
