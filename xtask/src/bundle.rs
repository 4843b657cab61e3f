//! `bundle`: what a person installs, for the system this runs on; everything lands in `target/dist`.
//!
//! Codex travels as resources in its own folder layout, never as a program on PATH: it would shadow the user's own.

#[cfg(target_os = "linux")]
mod check;
mod config;
mod lint;
mod parcel;
mod sign;
#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
mod sizes;

use crate::build;
use crate::setup::{Needs, setup};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::place;
use xtask::step::{self, Done};

#[derive(Debug, Default, PartialEq)]
struct Options {
    check: bool,
    lint: bool,
    without_codex: bool,
    /// Tauri may fetch the AppImage tools.
    appimage: bool,
    /// Stop before the packages: they are made, and signed, elsewhere.
    compile: bool,
    /// Package what `--compile` has built, possibly on another machine. Nothing is compiled.
    built: bool,
    /// These formats and no others.
    formats: Option<Vec<String>>,
    /// A Rust target triple other than this machine's (macOS builds both of its).
    target: Option<String>,
}

/// One release build, from which parcels with and without codex are made.
struct Built {
    program: PathBuf,
    target: Option<String>,
}

impl Built {
    /// `release` in a target folder, below the triple's if one was named.
    fn in_target(&self, target: &Path) -> PathBuf {
        self.target.as_ref().map_or_else(|| target.to_owned(), |triple| target.join(triple)).join("release")
    }

    /// The processor it runs on, as Tauri writes it into the names of other files.
    fn machine(&self) -> &str {
        let triple = self.target.as_deref().unwrap_or(std::env::consts::ARCH);
        match triple.split('-').next().unwrap_or_default() {
            "x86_64" => "x64",
            other => other,
        }
    }
}

pub fn bundle(args: &[String]) -> Done {
    let options = read(args)?;
    if options.check && !cfg!(target_os = "linux") {
        return Err("bundle --check runs on Linux only: it needs a driver for the window".to_owned());
    }
    if options.lint {
        return lint::lint();
    }
    setup(if options.check { Needs::CheckedPackage } else { Needs::App })?;
    step::npm_ci(&tauri())?;
    let built = if options.built {
        compiled(options.target.clone())?
    } else {
        build::ui()?;
        release(options.target.clone())?
    };
    if options.compile {
        return Ok(());
    }
    #[cfg(target_os = "linux")]
    if options.check {
        return check::check(&built);
    }
    let formats = chosen(formats(options.appimage), options.formats.as_deref())?;
    let made = make(&built, &formats, !options.without_codex)?;
    println!();
    sizes::print(&made)
}

fn read(args: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--check" => options.check = true,
            "--lint" => options.lint = true,
            "--without-codex" => options.without_codex = true,
            "--appimage" => options.appimage = true,
            "--compile" => options.compile = true,
            "--built" => options.built = true,
            "--formats" => {
                let named = args.next().ok_or("--formats needs names with commas between them")?;
                options.formats = Some(named.split(',').map(str::to_owned).collect());
            }
            "--target" => options.target = Some(args.next().ok_or("--target needs a triple")?.clone()),
            other => return Err(format!("bundle does not know {other}")),
        }
    }
    Ok(options)
}

/// The folder that npm fills with the bundler.
fn tauri() -> PathBuf {
    place::root().join("xtask/tauri")
}

fn dist() -> PathBuf {
    place::target().join("dist")
}

fn release(target: Option<String>) -> Result<Built, String> {
    // `custom-protocol` is what Tauri calls production: pages come from inside the program and nowhere else.
    let mut args = vec!["--release", "-p", "threadloft", "--bin", "threadloft", "--features", "tauri/custom-protocol"];
    if let Some(triple) = &target {
        args.extend(["--target", triple]);
    }
    build::rust(&args)?;
    compiled(target)
}

/// What a build has left.
fn compiled(target: Option<String>) -> Result<Built, String> {
    let mut built = Built { program: PathBuf::new(), target };
    built.program = built.in_target(&place::target()).join(format!("threadloft{}", std::env::consts::EXE_SUFFIX));
    if built.program.is_file() { Ok(built) } else { Err(format!("{} is not built", built.program.display())) }
}

/// Those that were named, or all. One that cannot be made here is an error, not a package less.
fn chosen(all: Vec<&'static str>, named: Option<&[String]>) -> Result<Vec<&'static str>, String> {
    let Some(named) = named else { return Ok(all) };
    let one = |name: &String| {
        let found = all.iter().copied().find(|format| format == name);
        found.ok_or_else(|| format!("no {name} can be made here, only {}", all.join(", ")))
    };
    named.iter().map(one).collect()
}

/// What this system can make. An AppImage needs tools that Tauri fetches from the internet at large.
fn formats(fetch: bool) -> Vec<&'static str> {
    match std::env::consts::OS {
        "macos" => vec!["app", "dmg"],
        "windows" => vec!["nsis", "msi"],
        _ => {
            let mut formats = vec!["deb", "rpm"];
            let tool = format!("linuxdeploy-{}.AppImage", std::env::consts::ARCH);
            if fetch || cache().is_some_and(|cache| cache.join("tauri").join(&tool).is_file()) {
                formats.push("appimage");
            } else {
                step::say(&format!(
                    "no AppImage: {tool} is not in Tauri's cache; `--appimage` lets Tauri fetch it and its like"
                ));
            }
            formats
        }
    }
}

fn cache() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| Some(std::env::home_dir()?.join(".cache")))
}

/// Bundles, and gathers what came out of it.
fn make(built: &Built, formats: &[&str], with_codex: bool) -> Result<Vec<PathBuf>, String> {
    let stage = dist().join("parts");
    fs::create_dir_all(&stage).map_err(|why| format!("{}: {why}", stage.display()))?;
    let codex = if with_codex { Some(parcel::codex(&stage, built.target.as_deref())?) } else { None };
    let config = stage.join("tauri.json");
    let merged = config::merged(&built.program, &stage, codex.as_ref())?;
    write(&config, &merged.to_string())?;

    let kind = if with_codex { "with-codex" } else { "without-codex" };
    let folder = dist().join(kind);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let (launched, plain): (Vec<&str>, Vec<&str>) =
        formats.iter().partition(|format| matches!(**format, "deb" | "rpm"));
    if !launched.is_empty() {
        // What Tauri takes for the program, and puts on PATH, is the launcher; the program lies with its parts.
        let target = dist().join("launcher");
        let program = built.in_target(&target).join("threadloft");
        let launcher = place::root().join("src-tauri/packaging/linux/threadloft");
        fs::create_dir_all(built.in_target(&target))
            .and_then(|()| fs::copy(launcher, &program))
            .map_err(|why| format!("{}: {why}", program.display()))?;
        tauri_bundle(built, &target, &launched, &config, &folder)?;
    }
    if !plain.is_empty() {
        tauri_bundle(built, &place::target(), &plain, &config, &folder)?;
    }
    let mut made: Vec<PathBuf> =
        fs::read_dir(&folder).into_iter().flatten().flatten().map(|file| file.path()).collect();
    made.sort();
    if made.is_empty() { Err("the bundler made nothing".to_owned()) } else { Ok(made) }
}

fn tauri_bundle(built: &Built, target: &Path, formats: &[&str], config: &Path, into: &Path) -> Done {
    let output = built.in_target(target).join("bundle");
    if output.exists() {
        fs::remove_dir_all(&output).map_err(|why| format!("{}: {why}", output.display()))?;
    }
    let mut bundler = Command::new("node");
    bundler.arg(tauri().join("node_modules/@tauri-apps/cli/tauri.js"));
    // What it would write into the program is for an updater, and a launcher has no room for it.
    bundler.args(["bundle", "--ci", "--no-binary-patching", "--bundles", &formats.join(","), "--config"]).arg(config);
    if let Some(triple) = &built.target {
        bundler.args(["--target", triple]);
    }
    bundler.current_dir(place::root().join("src-tauri")).env("CARGO_TARGET_DIR", target);
    step::run(&format!("tauri bundle {}", formats.join(" ")), &mut bundler)?;
    gather(&output, into, built.machine(), zip)
}

/// From Tauri's folders, one per format, so that the two kinds do not overwrite each other. A macOS app is a folder, and
/// leaves as a file that says for which processor it is, as everything else does.
fn gather(output: &Path, folder: &Path, machine: &str, zip: impl Fn(&Path, &Path) -> Done) -> Done {
    const WANTED: &[&str] = &["deb", "rpm", "AppImage", "dmg", "exe", "msi"];
    for format in fs::read_dir(output).map_err(|why| format!("{}: {why}", output.display()))?.flatten() {
        for file in fs::read_dir(format.path()).into_iter().flatten().flatten().map(|file| file.path()) {
            if file.extension().is_some_and(|ext| ext == "app") && file.is_dir() {
                let name = file.file_stem().unwrap_or_default().to_string_lossy();
                zip(&file, &folder.join(format!("{name}_{}_{machine}.app.zip", config::version())))?;
                continue;
            }
            let ours = file.extension().is_some_and(|ext| WANTED.iter().any(|wanted| ext == *wanted));
            let Some(name) = file.file_name().filter(|_| ours && file.is_file()) else { continue };
            let there = folder.join(name);
            fs::rename(&file, &there).map_err(|why| format!("{}: {why}", there.display()))?;
        }
    }
    Ok(())
}

/// Apple's own tool keeps links and exec bits, and with them the signature.
fn zip(app: &Path, into: &Path) -> Done {
    let mut ditto = Command::new("ditto");
    ditto.args(["-c", "-k", "--keepParent"]).arg(app).arg(into);
    step::run("ditto -c -k", &mut ditto)
}

fn write(file: &Path, text: &str) -> Done {
    fs::write(file, text).map_err(|why| format!("{}: {why}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_bundler_made_is_gathered() -> Done {
        let root = std::env::temp_dir().join(format!("threadloft-gather-{}", std::process::id()));
        let (output, folder) = (root.join("bundle"), root.join("dist"));
        let app = output.join("macos/Threadloft.app");
        let made = fs::create_dir_all(app.join("Contents"))
            .and_then(|()| fs::create_dir_all(output.join("dmg")))
            .and_then(|()| fs::create_dir_all(&folder));
        made.map_err(|why| why.to_string())?;
        write(&output.join("dmg/Threadloft_x64.dmg"), "")?;
        write(&output.join("dmg/bundle_dmg.sh"), "")?;
        gather(&output, &folder, "aarch64", |from, into| write(into, &from.to_string_lossy()))?;
        let mut names: Vec<String> = fs::read_dir(&folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|file| file.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        let zip = format!("Threadloft_{}_aarch64.app.zip", config::version());
        assert_eq!(names, [zip.clone(), "Threadloft_x64.dmg".to_owned()]);
        assert_eq!(fs::read_to_string(folder.join(zip)).unwrap_or_default(), app.to_string_lossy());
        fs::remove_dir_all(root).map_err(|why| why.to_string())
    }

    #[test]
    fn a_format_that_was_named_is_made_or_missed() {
        let named = |name: &str| vec![name.to_owned()];
        assert_eq!(chosen(vec!["deb", "rpm"], Some(&named("rpm"))), Ok(vec!["rpm"]));
        assert_eq!(chosen(vec!["deb", "rpm"], None), Ok(vec!["deb", "rpm"]));
        assert!(chosen(vec!["deb", "rpm"], Some(&named("appimage"))).is_err());
    }

    #[test]
    fn an_unknown_argument_builds_nothing() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            read(&words("--without-codex --target x")),
            Ok(Options { without_codex: true, target: Some("x".into()), ..Options::default() })
        );
        let formats = Some(vec!["deb".to_owned(), "rpm".to_owned()]);
        assert_eq!(
            read(&words("--built --formats deb,rpm")),
            Ok(Options { built: true, formats, ..Options::default() })
        );
        assert_eq!(read(&words("--fast")), Err("bundle does not know --fast".to_owned()));
        assert_eq!(read(&words("--target")), Err("--target needs a triple".to_owned()));
    }
}
