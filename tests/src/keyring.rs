//! Runs a test in a process of its own, with a private session bus, home and keychain.
//!
//! The keychain is found through the environment, which a running process cannot change safely. So the test program
//! is started again for this one test, in the right environment.
//!
//! Invariant: one at a time on this machine, because the ports of a browser sign-in are fixed. At the end,
//! every process that was started for the test is gone.

use crate::process::{self, MARK};
use std::fs::{self, File, Permissions};
use std::future::Future;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The state of the keychain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keychain {
    Unlocked,
    Locked,
    /// A bus without a keychain.
    Absent,
    /// Not even a session bus.
    NoBus,
}

/// The folders of the test.
#[derive(Debug, Clone)]
pub struct PrivateSession {
    pub root: PathBuf,
}

const INSIDE: &str = "THREADLOFT_TEST_SESSION";

/// Runs the body as the test that calls this.
pub fn with_keychain<F, T>(keys: Keychain, body: F)
where
    F: FnOnce(PrivateSession) -> T,
    T: Future<Output = ()>,
{
    if let Some(root) = std::env::var_os(INSIDE) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.unwrap_or_else(|why| panic!("no runtime: {why}"));
        runtime.block_on(body(PrivateSession { root: root.into() }));
        // Do not wait for threads that hang in a locked keychain.
        runtime.shutdown_background();
        return;
    }
    let name = std::any::type_name::<F>().trim_end_matches("::{{closure}}");
    let name = name.split_once("::").map_or(name, |(_, name)| name);
    Session::raise(keys, name).run(name);
}

impl PrivateSession {
    /// A folder of this session, created if necessary.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = self.root.join(name);
        fs::create_dir_all(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        folder
    }

    /// The files of this session whose path or content contains the text.
    pub fn holding(&self, text: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut open = vec![self.root.clone()];
        while let Some(folder) = open.pop() {
            // The keychain's own files are encrypted, so they never match.
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => open.push(path),
                    Ok(kind) if kind.is_file() => {
                        let held = fs::read(&path).unwrap_or_default();
                        let inside = held.windows(text.len()).any(|window| window == text.as_bytes());
                        if inside || path.to_string_lossy().contains(text) {
                            found.push(path);
                        }
                    }
                    _ => {}
                }
            }
        }
        found
    }
}

/// A lock for tests that sign in: the ports that a browser returns to are fixed.
pub fn alone() -> File {
    let lock = File::create(std::env::temp_dir().join("threadloft-sign-in.lock"));
    lock.and_then(|file| file.lock().map(|()| file)).unwrap_or_else(|why| panic!("no lock: {why}"))
}

/// Starts an unlocked keychain on the command's bus, and returns when it is ready.
pub fn unlock(mut keyring: Command) {
    keyring.args(["--unlock", "--components=secrets", "--daemonize"]).stdin(Stdio::piped());
    let mut keyring = keyring.spawn().unwrap_or_else(|why| panic!("gnome-keyring-daemon: {why}"));
    // The password of a keychain that exists only for this test.
    let typed = keyring.stdin.take().map(|mut stdin| stdin.write_all(b"pw"));
    assert!(matches!(typed, Some(Ok(()))) && keyring.wait().is_ok_and(|done| done.success()), "no keychain");
}

/// Locks that keychain, with a `dbus-send` on its bus.
pub fn lock(mut dbus_send: Command) {
    let service = "/org/freedesktop/secrets";
    dbus_send.args(["--session", "--print-reply", "--dest=org.freedesktop.secrets", service]);
    dbus_send.arg("org.freedesktop.Secret.Service.Lock").arg(format!("array:objpath:{service}/collection/login"));
    assert!(dbus_send.status().is_ok_and(|done| done.success()), "the keychain does not lock");
}

struct Session {
    mark: String,
    root: PathBuf,
    runtime: PathBuf,
    env: Vec<(String, String)>,
    bus: Option<std::process::Child>,
    _alone: File,
}

impl Session {
    fn raise(keys: Keychain, name: &str) -> Self {
        let alone = alone();
        // A path with `::` in it would break variables that hold a list of paths.
        let mark = format!("{}-{}", std::process::id(), name.replace("::", "-"));
        let root = xtask::paths::target().join("test-sessions").join(&mark);
        // Sockets go here, and the path of a socket must be short.
        let runtime = std::env::temp_dir().join(format!("threadloft-session-{}", std::process::id()));
        let mut outside = Self { mark, root, runtime, env: Vec::new(), bus: None, _alone: alone };
        outside.furnish();
        if keys != Keychain::NoBus {
            outside.raise_bus(keys);
        }
        if matches!(keys, Keychain::Unlocked | Keychain::Locked) {
            unlock(outside.command("gnome-keyring-daemon"));
        }
        if keys == Keychain::Locked {
            lock(outside.command("dbus-send"));
        }
        outside
    }

    fn run(&self, name: &str) {
        let program = std::env::current_exe().unwrap_or_else(|why| panic!("no program: {why}"));
        let mut test = self.command(program);
        test.args(["--exact", name, "--nocapture", "--test-threads=1"]).env(INSIDE, &self.root);
        let said = test.stdout(Stdio::piped()).stderr(Stdio::piped()).output();
        let said = said.unwrap_or_else(|why| panic!("the test does not start: {why}"));
        let text = format!("{}{}", String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
        assert!(said.status.success() && text.contains("1 passed"), "{name} inside its session:\n{text}");
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        for outer in ["DISPLAY", "WAYLAND_DISPLAY", "CODEX_HOME", "OPENAI_API_KEY", "CODEX_API_KEY"] {
            command.env_remove(outer);
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn furnish(&mut self) {
        let private = |folder: &Path| {
            fs::create_dir_all(folder).and_then(|()| fs::set_permissions(folder, Permissions::from_mode(0o700)))
        };
        let home = self.root.join("home");
        for folder in [&self.runtime, &home] {
            private(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        }
        let inside = |name: &str| home.join(name).to_string_lossy().into_owned();
        self.env = [
            (MARK, self.mark.clone()),
            ("HOME", home.to_string_lossy().into_owned()),
            ("XDG_RUNTIME_DIR", self.runtime.to_string_lossy().into_owned()),
            ("XDG_DATA_HOME", inside(".local/share")),
            ("XDG_CONFIG_HOME", inside(".config")),
            ("XDG_CACHE_HOME", inside(".cache")),
            ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec();
    }

    fn raise_bus(&mut self, keys: Keychain) {
        let mut bus = self.command("dbus-daemon");
        bus.args(["--nofork", "--nopidfile", "--print-address=1"]);
        if keys == Keychain::Absent {
            // The default configuration would start a keychain on demand.
            let config = self.root.join("bus.conf");
            let listen = format!("unix:dir={}", self.runtime.display());
            let text = format!(
                "<busconfig><type>session</type><listen>{listen}</listen><policy context=\"default\">\
                 <allow send_destination=\"*\"/><allow own=\"*\"/><allow eavesdrop=\"true\"/></policy></busconfig>"
            );
            fs::write(&config, text).unwrap_or_else(|why| panic!("{}: {why}", config.display()));
            bus.arg(format!("--config-file={}", config.display()));
        } else {
            bus.arg("--session");
        }
        let mut bus = bus.stdout(Stdio::piped()).spawn().unwrap_or_else(|why| panic!("dbus-daemon: {why}"));
        let mut line = String::new();
        let heard = bus.stdout.take().map(|stdout| BufReader::new(stdout).read_line(&mut line));
        self.bus = Some(bus);
        assert!(matches!(heard, Some(Ok(1..))), "dbus-daemon ended before it was ready");
        self.env.retain(|(name, _)| name != "DBUS_SESSION_BUS_ADDRESS");
        self.env.push(("DBUS_SESSION_BUS_ADDRESS".to_owned(), line.trim().to_owned()));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let ours: Vec<u32> = process::marked(&self.mark).iter().map(|one| one.pid).collect();
        process::signal("KILL", &ours);
        if let Some(bus) = &mut self.bus {
            // Waiting removes it from the process table; it may already have ended.
            let _ = bus.kill();
            let _ = bus.wait();
        }
        let _ = fs::remove_dir_all(&self.runtime);
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}
