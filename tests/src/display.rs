//! A private screen, window manager, session bus and home for one test.
//!
//! Invariant: when a display is dropped, every process that was started on it is gone. There is one display at a time,
//! because WebKitGTK's automation serves one session and two cores are not enough for two windows.

use crate::process::{self, MARK};
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::{Mutex, MutexGuard};

static ONE: Mutex<()> = Mutex::const_new(());
static COUNT: AtomicU32 = AtomicU32::new(0);

pub struct Display {
    mark: String,
    root: PathBuf,
    runtime: PathBuf,
    env: Vec<(String, String)>,
    children: Vec<Child>,
    _alone: MutexGuard<'static, ()>,
}

impl Display {
    /// A screen that is large enough for every test.
    pub async fn new() -> Self {
        Self::sized(1600, 1000).await
    }

    pub async fn sized(width: u32, height: u32) -> Self {
        let alone = ONE.lock().await;
        let mark = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let root = xtask::paths::target().join("test-displays").join(&mark);
        // Sockets go here, and the path of a socket must be short.
        let runtime = std::env::temp_dir().join(format!("threadloft-{mark}"));
        let mut display = Self { mark, root, runtime, env: Vec::new(), children: Vec::new(), _alone: alone };
        display.furnish();
        display.raise_screen(width, height);
        display.raise_bus();
        let openbox = display.command("openbox").spawn().unwrap_or_else(|why| panic!("openbox: {why}"));
        display.children.push(openbox);
        display
    }

    /// `:N`, to connect a viewer to.
    pub fn number(&self) -> &str {
        self.env.iter().find(|(name, _)| name == "DISPLAY").map_or("", |(_, value)| value)
    }

    /// The address of its session bus.
    pub fn bus(&self) -> &str {
        self.env.iter().find(|(name, _)| name == "DBUS_SESSION_BUS_ADDRESS").map_or("", |(_, value)| value)
    }

    /// A folder of this display, created if necessary.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = self.root.join(name);
        fs::create_dir_all(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        folder
    }

    /// A program in this display's environment, with nothing of the outer session.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        for outer in ["WAYLAND_DISPLAY", "CODEX_HOME", "OPENAI_API_KEY", "CODEX_API_KEY", "THREADLOFT_CODEX"] {
            command.env_remove(outer);
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    pub fn processes(&self) -> Vec<process::Process> {
        process::marked(&self.mark)
    }

    /// The codex processes on this display.
    pub fn codexes(&self) -> Vec<process::Process> {
        let codex = |one: &process::Process| one.exe.file_stem().is_some_and(|name| name == "codex");
        self.processes().into_iter().filter(codex).collect()
    }

    fn furnish(&mut self) {
        let private = |folder: &Path| {
            fs::create_dir_all(folder).and_then(|()| fs::set_permissions(folder, Permissions::from_mode(0o700)))
        };
        let temporary = self.runtime.join("tmp");
        for folder in [&self.runtime, &temporary] {
            private(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        }
        let home = self.folder("home");
        // Fonts as a desktop has them; without this, pages use a fallback that no person sees.
        for (folder, file, text) in [
            ("fontconfig", "fonts.conf", include_str!("fonts.conf")),
            ("gtk-3.0", "settings.ini", include_str!("gtk.ini")),
        ] {
            let folder = home.join(".config").join(folder);
            fs::create_dir_all(&folder)
                .and_then(|()| fs::write(folder.join(file), text))
                .unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        }
        let inside = |name: &str| home.join(name).to_string_lossy().into_owned();
        self.env = [
            (MARK, self.mark.clone()),
            ("HOME", home.to_string_lossy().into_owned()),
            ("XDG_RUNTIME_DIR", self.runtime.to_string_lossy().into_owned()),
            // Codex refuses a home inside the folder for temporary files, and this clone may be inside it.
            ("TMPDIR", temporary.to_string_lossy().into_owned()),
            ("XDG_DATA_HOME", inside(".local/share")),
            ("XDG_CONFIG_HOME", inside(".config")),
            ("XDG_CACHE_HOME", inside(".cache")),
            ("XDG_SESSION_TYPE", "x11".to_owned()),
            ("GDK_BACKEND", "x11".to_owned()),
            ("GTK_USE_PORTAL", "0".to_owned()),
            ("NO_AT_BRIDGE", "1".to_owned()),
            ("LIBGL_ALWAYS_SOFTWARE", "1".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec();
    }

    /// Xvfb picks a free display and prints its number when it is ready.
    fn raise_screen(&mut self, width: u32, height: u32) {
        let screen = format!("{width}x{height}x24");
        let args = ["-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp", "-noreset"];
        let display = self.spawn_and_hear("Xvfb", &args);
        self.env.push(("DISPLAY".to_owned(), format!(":{display}")));
    }

    fn raise_bus(&mut self) {
        let address =
            self.spawn_and_hear("dbus-daemon", &["--session", "--nofork", "--nopidfile", "--print-address=1"]);
        self.env.push(("DBUS_SESSION_BUS_ADDRESS".to_owned(), address));
    }

    fn spawn_and_hear(&mut self, program: &str, args: &[&str]) -> String {
        let mut child = self
            .command(program)
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|why| panic!("{program} does not start ({why}): run `cargo xtask setup`"));
        let mut line = String::new();
        let stdout = child.stdout.take().unwrap_or_else(|| panic!("{program} has no stdout"));
        self.children.push(child);
        let heard = BufReader::new(stdout).read_line(&mut line);
        assert!(heard.is_ok_and(|bytes| bytes > 0), "{program} ended before it was ready");
        line.trim().to_owned()
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let ours: Vec<u32> = self.processes().iter().map(|one| one.pid).collect();
        process::signal("KILL", &ours);
        for child in &mut self.children {
            // Waiting removes it from the process table; it may already have ended.
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = fs::remove_dir_all(&self.runtime);
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}
