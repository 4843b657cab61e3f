//! A broken installation reports the problem with a message and a non-zero exit code, never with a panic.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use xtask::step::StepResult;

/// A name, a word that the message must contain, and the function that breaks the installation.
type Case<'a> = (&'a str, &'a str, &'a dyn Fn(&Path) -> StepResult);

/// The case in which the person has named their own codex, as the message about a missing one suggests.
const OWN_CODEX: &str = "no codex where one should be, and one of the person's own";

pub fn refusals(scratch: &Path, without: &Path) -> StepResult {
    let program = "usr/lib/threadloft/threadloft";
    // The real program asks the real loader for a library and a function that no system has.
    let no_library = |root: &Path| swap(&root.join(program), b"libwebkit2gtk-4.1.so.0\0", b"libwebkit2gtk-4.9.so.0\0");
    let too_old =
        |root: &Path| swap(&root.join(program), b"\0webkit_web_view_load_uri\0", b"\0webkit_web_view_load_urx\0");
    let no_program = |root: &Path| fs::remove_file(root.join(program)).map_err(|why| why.to_string());
    let no_codex = |root: &Path| {
        let contents = root.join("usr/lib/threadloft/contents.json");
        fs::write(contents, r#"{"codex":"0.0.0"}"#).map_err(|why| why.to_string())
    };
    let cases: &[Case] = &[
        ("no WebKitGTK", "libwebkit2gtk-4.9.so.0", &no_library),
        ("a WebKitGTK that is too old", "too old", &too_old),
        ("no program", "not whole", &no_program),
        ("no codex where one should be", "not whole", &no_codex),
        (OWN_CODEX, "there is no display", &no_codex),
        ("no display", "display", &|_| Ok(())),
    ];
    let mut wrong = Vec::new();
    for (what, word, break_it) in cases {
        let root = scratch.join("broken");
        copy(without, &root)?;
        break_it(&root).map_err(|why| format!("{what}: {why}"))?;
        let own = (*what == OWN_CODEX).then_some("/bin/true");
        match start(&root, own) {
            Ok((code, words)) if code != 0 && words.contains(word) && !words.contains("panicked") => {
                println!("    {what}: {}", words.lines().next().unwrap_or_default());
            }
            Ok((code, words)) => wrong.push(format!("{what}: ended with {code} and said {words:?}")),
            Err(why) => wrong.push(format!("{what}: {why}")),
        }
        let _ = fs::remove_dir_all(&root);
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Starts the app without a display, so that no dialog waits for a person.
fn start(root: &Path, codex: Option<&str>) -> Result<(i32, String), String> {
    let mut app = Command::new(root.join("usr/bin/threadloft"));
    let home = root.join("a home");
    fs::create_dir_all(&home).map_err(|why| why.to_string())?;
    app.env("HOME", &home).env_remove("XDG_CACHE_HOME").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    for ours in ["THREADLOFT_CODEX", "THREADLOFT_DATA_DIR"] {
        app.env_remove(ours);
    }
    app.envs(codex.map(|codex| ("THREADLOFT_CODEX", codex)));
    let said = app.stdin(Stdio::null()).output().map_err(|why| why.to_string())?;
    let words = String::from_utf8_lossy(&[said.stdout, said.stderr].concat()).trim().to_owned();
    Ok((said.status.code().unwrap_or(-1), words))
}

fn copy(from: &Path, to: &Path) -> StepResult {
    let _ = fs::remove_dir_all(to);
    let done = Command::new("cp").arg("-a").arg(from).arg(to).status();
    if done.is_ok_and(|status| status.success()) { Ok(()) } else { Err(format!("cp -a {}", from.display())) }
}

/// Replaces a name inside a program by another one of the same length.
fn swap(program: &PathBuf, name: &[u8], other: &[u8]) -> StepResult {
    let mut bytes = fs::read(program).map_err(|why| why.to_string())?;
    let places: Vec<usize> =
        bytes.windows(name.len()).enumerate().filter(|(_, at)| *at == name).map(|(at, _)| at).collect();
    if places.is_empty() {
        return Err(format!("the program does not name {}", String::from_utf8_lossy(name)));
    }
    for at in places {
        bytes[at..at + other.len()].copy_from_slice(other);
    }
    fs::write(program, bytes).map_err(|why| why.to_string())
}
