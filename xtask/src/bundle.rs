//! `bundle`: builds the installable packages for the current system, into `target/dist`.
//!
//! The bundled codex is a resource in its own folder layout, never a program on PATH, where it would shadow the user's
//! own.

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
use xtask::paths;
use xtask::step::{self, StepResult};

#[derive(Debug, Default, PartialEq)]
struct BundleOptions {
    check: bool,
    lint: bool,
    without_codex: bool,
    /// Allow Tauri to download the AppImage tools.
    appimage: bool,
    /// Only compile; packages are made and signed elsewhere.
    compile: bool,
    /// Only package what `--compile` built, possibly on another machine.
    built: bool,
    /// Only these formats.
    formats: Option<Vec<String>>,
    /// A Rust target triple other than this machine's (macOS builds for both processors).
    target: Option<String>,
}

/// One release build, from which the packages with and without codex are made.
struct Built {
    program: PathBuf,
    target: Option<String>,
}

impl Built {
    /// The `release` folder inside a target folder, below the triple if one was given.
    fn in_target(&self, target: &Path) -> PathBuf {
        self.target.as_ref().map_or_else(|| target.to_owned(), |triple| target.join(triple)).join("release")
    }

    /// The processor, as Tauri spells it in file names.
    fn machine(&self) -> &str {
        let triple = self.target.as_deref().unwrap_or(std::env::consts::ARCH);
        match triple.split('-').next().unwrap_or_default() {
            "x86_64" => "x64",
            other => other,
        }
    }
}

pub fn bundle(args: &[String]) -> StepResult {
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

fn read(args: &[String]) -> Result<BundleOptions, String> {
    let mut options = BundleOptions::default();
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

/// The folder into which npm installs the bundler.
fn tauri() -> PathBuf {
    paths::root().join("xtask/tauri")
}

fn dist() -> PathBuf {
    paths::target().join("dist")
}

fn release(target: Option<String>) -> Result<Built, String> {
    // `custom-protocol` is Tauri's production mode: pages come from inside the program only.
    let mut args = vec!["--release", "-p", "threadloft", "--bin", "threadloft", "--features", "tauri/custom-protocol"];
    if let Some(triple) = &target {
        args.extend(["--target", triple]);
    }
    build::rust(&args)?;
    compiled(target)
}

/// Finds the results of a build.
fn compiled(target: Option<String>) -> Result<Built, String> {
    let mut built = Built { program: PathBuf::new(), target };
    built.program = built.in_target(&paths::target()).join(format!("threadloft{}", std::env::consts::EXE_SUFFIX));
    if built.program.is_file() { Ok(built) } else { Err(format!("{} is not built", built.program.display())) }
}

/// The requested formats, or all. A format that cannot be made here is an error.
fn chosen(all: Vec<&'static str>, named: Option<&[String]>) -> Result<Vec<&'static str>, String> {
    let Some(named) = named else { return Ok(all) };
    let one = |name: &String| {
        let found = all.iter().copied().find(|format| format == name);
        found.ok_or_else(|| format!("no {name} can be made here, only {}", all.join(", ")))
    };
    named.iter().map(one).collect()
}

/// The formats this system can make. An AppImage needs tools that Tauri downloads.
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
                step::announce(&format!(
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

/// Runs the bundler and collects the packages.
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
        // Tauri takes the launcher for the program and puts it on PATH; the real program is among the resources.
        let target = dist().join("launcher");
        let program = built.in_target(&target).join("threadloft");
        let launcher = paths::root().join("src-tauri/packaging/linux/threadloft");
        fs::create_dir_all(built.in_target(&target))
            .and_then(|()| fs::copy(launcher, &program))
            .map_err(|why| format!("{}: {why}", program.display()))?;
        tauri_bundle(built, &target, &launched, &config, &folder)?;
    }
    if !plain.is_empty() {
        tauri_bundle(built, &paths::target(), &plain, &config, &folder)?;
    }
    let mut made: Vec<PathBuf> =
        fs::read_dir(&folder).into_iter().flatten().flatten().map(|file| file.path()).collect();
    made.sort();
    if made.is_empty() { Err("the bundler made nothing".to_owned()) } else { Ok(made) }
}

fn tauri_bundle(built: &Built, target: &Path, formats: &[&str], config: &Path, into: &Path) -> StepResult {
    let output = built.in_target(target).join("bundle");
    if output.exists() {
        fs::remove_dir_all(&output).map_err(|why| format!("{}: {why}", output.display()))?;
    }
    let mut bundler = Command::new("node");
    bundler.arg(tauri().join("node_modules/@tauri-apps/cli/tauri.js"));
    // Binary patching is for an updater, and the launcher has no room for it.
    bundler.args(["bundle", "--ci", "--no-binary-patching", "--bundles", &formats.join(","), "--config"]).arg(config);
    if let Some(triple) = &built.target {
        bundler.args(["--target", triple]);
    }
    bundler.current_dir(paths::root().join("src-tauri")).env("CARGO_TARGET_DIR", target);
    step::run(&format!("tauri bundle {}", formats.join(" ")), &mut bundler)?;
    gather(&output, into, built.machine(), zip)
}

/// Copies the packages out of Tauri's folders, so that the two kinds do not overwrite each other. A macOS app, which is
/// a folder, becomes a zip file with the processor in its name.
fn gather(output: &Path, folder: &Path, machine: &str, zip: impl Fn(&Path, &Path) -> StepResult) -> StepResult {
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

/// Apple's own tool preserves links and executable bits, which the signature covers.
fn zip(app: &Path, into: &Path) -> StepResult {
    let mut ditto = Command::new("ditto");
    ditto.args(["-c", "-k", "--keepParent"]).arg(app).arg(into);
    step::run("ditto -c -k", &mut ditto)
}

fn write(file: &Path, text: &str) -> StepResult {
    fs::write(file, text).map_err(|why| format!("{}: {why}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_bundler_made_is_gathered() -> StepResult {
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
    fn an_unavailable_format_is_an_error() {
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
            Ok(BundleOptions { without_codex: true, target: Some("x".into()), ..BundleOptions::default() })
        );
        let formats = Some(vec!["deb".to_owned(), "rpm".to_owned()]);
        assert_eq!(
            read(&words("--built --formats deb,rpm")),
            Ok(BundleOptions { built: true, formats, ..BundleOptions::default() })
        );
        assert_eq!(read(&words("--fast")), Err("bundle does not know --fast".to_owned()));
        assert_eq!(read(&words("--target")), Err("--target needs a triple".to_owned()));
    }
}
