#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Finding codex in folders made for it.

use super::*;
use std::os::unix::fs::{PermissionsExt, symlink};

struct ScratchDisk(tempfile::TempDir);

impl ScratchDisk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(path)
    }

    fn file(&self, path: &str, mode: u32) -> PathBuf {
        let path = self.at(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path
    }

    /// npm's layout: a wrapper in `bin`, the package, and the native program in the package of the platform.
    fn npm(&self, root: &str) -> PathBuf {
        self.file(&format!("{root}/lib/node_modules/@openai/codex/bin/codex.js"), 0o755);
        let os = if cfg!(target_os = "macos") { "apple-darwin" } else { "unknown-linux-musl" };
        let triple = format!("{}-{os}", std::env::consts::ARCH);
        let package = format!("{root}/lib/node_modules/@openai/codex-{}/vendor", platform());
        self.file(&format!("{package}/riscv99-unknown-plan9/bin/codex"), 0o755);
        let native = self.file(&format!("{package}/{triple}/bin/codex"), 0o755);
        std::fs::create_dir_all(self.at(&format!("{root}/bin"))).unwrap();
        symlink("../lib/node_modules/@openai/codex/bin/codex.js", self.at(&format!("{root}/bin/codex"))).unwrap();
        native
    }
}

#[tokio::test]
async fn the_environment_variable_wins() {
    let disk = ScratchDisk::new();
    let good = disk.file("good/codex", 0o755);
    let places = Places {
        environment: Some(disk.at("gone")),
        setting: Some(good.clone()),
        bundled: Some(good),
        ..Places::default()
    };
    assert_eq!(find(&places).await, Err(Missing::NoFile(disk.at("gone"))));
}

#[tokio::test]
async fn each_way_a_codex_path_can_be_wrong_is_named() {
    let disk = ScratchDisk::new();
    let plain = disk.file("plain/codex", 0o644);
    let mut said = Vec::new();
    for path in [plain, disk.at("plain"), disk.at("nothing")] {
        let places = Places { setting: Some(path), ..Places::default() };
        said.push(find(&places).await.unwrap_err());
    }
    assert_eq!(
        said,
        [
            Missing::NotExecutable(disk.at("plain/codex")),
            Missing::Folder(disk.at("plain")),
            Missing::NoFile(disk.at("nothing"))
        ]
    );
    let reasons: Vec<StopReason> = said.iter().map(Missing::reason).collect();
    assert_eq!(reasons, [StopReason::NotExecutable, StopReason::NotExecutable, StopReason::NotFound]);
}

#[tokio::test]
async fn behind_npms_shim_stands_the_native_program_of_this_platform() {
    let disk = ScratchDisk::new();
    let native = disk.npm("usr");
    let places = Places { path: Some(disk.at("usr/bin").into()), ..Places::default() };
    assert_eq!(find(&places).await, Ok(Found { path: native, origin: CodexOrigin::Path }));
}

#[tokio::test]
async fn behind_a_script_for_windows_stands_the_package_beside_it() {
    let disk = ScratchDisk::new();
    let native = disk.npm("roaming");
    std::fs::rename(disk.at("roaming/lib/node_modules"), disk.at("roaming/node_modules")).unwrap();
    let native =
        disk.at("roaming/node_modules").join(native.strip_prefix(disk.at("roaming/lib/node_modules")).unwrap());
    for name in ["codex.cmd", "codex.ps1"] {
        // Not executable, because a wrapper is never run.
        let shim = disk.file(&format!("roaming/{name}"), 0o644);
        let places = Places { setting: Some(shim), ..Places::default() };
        assert_eq!(find(&places).await, Ok(Found { path: native.clone(), origin: CodexOrigin::Setting }), "{name}");
    }
    let alone = disk.file("alone/codex.cmd", 0o644);
    let places = Places { setting: Some(alone.clone()), ..Places::default() };
    assert_eq!(find(&places).await, Err(Missing::NotExecutable(alone)), "no package, no codex");
}

#[tokio::test]
async fn a_slow_login_shell_is_replaced_by_what_it_once_said() {
    let disk = ScratchDisk::new();
    let codex = disk.file("tools/codex", 0o755);
    let shell = disk.file("shell", 0o755);
    std::fs::write(&shell, "#!/bin/sh\nexit 1\n").unwrap();
    let remembered = Some(disk.at("tools").into());
    let places = Places { shell: Some(shell), remembered, ..Places::default() };
    assert_eq!(find(&places).await, Ok(Found { path: codex, origin: CodexOrigin::Path }));
}

#[tokio::test]
async fn a_login_shell_knows_a_path_that_the_app_was_not_given() {
    let disk = ScratchDisk::new();
    let codex = disk.file("tools/codex", 0o755);
    let shell = disk.file("shell", 0o755);
    let script = format!("#!/bin/sh\necho 'welcome back'\nprintf '\\n%s' '/nowhere:{}'\n", disk.at("tools").display());
    std::fs::write(&shell, script).unwrap();
    let places = Places { path: Some("/nowhere".into()), shell: Some(shell), ..Places::default() };
    assert_eq!(find(&places).await, Ok(Found { path: codex, origin: CodexOrigin::Path }));
}

#[tokio::test]
async fn our_own_fetched_copy_comes_before_the_other_usual_places() {
    let disk = ScratchDisk::new();
    disk.file("home/.local/bin/codex", 0o755);
    let native = disk.npm("data/codex");
    let places = Places { user_home: Some(disk.at("home")), fetched: disk.at("data/codex"), ..Places::default() };
    assert_eq!(find(&places).await, Ok(Found { path: native, origin: CodexOrigin::UsualPlace }));
}

#[tokio::test]
async fn nothing_anywhere_is_said_plainly() {
    assert_eq!(find(&Places::default()).await, Err(Missing::Nowhere));
}
