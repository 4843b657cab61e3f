//! What is drawn beside the conversation: changes in one and two columns, a complete output, a picture, data,
//! terminals.

use super::{Gallery, SIZES};
use loopback::{Step, Turn};
use serde_json::json;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;

const BEFORE: &str = "//! Boats, and where they lie.\n\npub struct Boat {\n    pub name: String,\n    pub length: u32,\n}\n\n\
    impl Boat {\n    pub fn new(name: &str) -> Self {\n        Self { name: name.to_owned(), length: 0 }\n    }\n\n    \
    /// Whether it fits into a berth.\n    pub fn fits(&self, berth: u32) -> bool {\n        self.length < berth\n    }\n}\n\n\
    pub fn moor(boats: &[Boat], berths: &[u32]) -> usize {\n    let mut moored = 0;\n    for (boat, berth) in \
    boats.iter().zip(berths) {\n        if boat.fits(*berth) {\n            moored += 1;\n        }\n    }\n    moored\n}\n";
const PATCH: &str = "*** Begin Patch\n*** Update File: src/harbour.rs\n@@ impl Boat {\n-    pub fn new(name: &str) -> Self {\n\
    -        Self { name: name.to_owned(), length: 0 }\n+    pub fn new(name: &str, length: u32) -> Self {\n\
    +        Self { name: name.to_owned(), length }\n     }\n@@\n     let mut moored = 0;\n\
    -    for (boat, berth) in boats.iter().zip(berths) {\n-        if boat.fits(*berth) {\n-            moored += 1;\n-        }\n\
    +    for boat in boats {\n+        moored += usize::from(berths.iter().any(|berth| boat.fits(*berth)));\n     }\n     moored\n\
    *** Add File: docs/berths.md\n+# Berths\n+\n+A boat takes the first berth it fits into.\n*** End Patch\n";
/// A chart drawn by a program.
const CHART: &str = "python3 - <<'END'\nimport struct, zlib\nw, h = 480, 270\nrows = b''\nfor y in range(h):\n    rows += b'\\0'\n    for x in range(w):\n        top = h - 20 - (x // 40 * 37 % 190)\n        rows += (b'\\x06\\x64\\x80' if y > top and x % 40 > 8 and y < h - 20 else b'\\xf7\\xf8\\xf9')\nchunk = lambda kind, data: struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))\nopen('boats.png', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, 8, 2, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))\nEND";

/// A message with everything that a message can contain.
const PROSE: &str = "Every boat now takes the first berth it fits into; see `src/harbour.rs:19` and [the notes](docs/berths.md).\n\n\
    | Berth | Length | Boats |\n|:--|--:|:-:|\n| North 1 | 12 m | *Ida*, *Heron* |\n| North 2 | 9 m | ~~none~~ *Tern* |\n\n\
    - [x] `Boat::new` takes a length\n- [ ] berths that are taken are left out[^1]\n\n\
    > A berth is never shared.\n\n\
    ```rust\n/// Whether it fits into a berth.\npub fn fits(&self, berth: u32) -> bool {\n    self.length < berth // \u{202e}never equal\n}\n```\n\n\
    The graph comes from ![the dashboard](https://charts.example/boats.png), and $O(n \\cdot m)$ is fine here.\n\n\
    [^1]: Tomorrow.\n";
const CTRL_J: &str = "\u{E009}j";

impl Gallery {
    pub async fn drawing(&self) {
        let display = Display::new().await;
        let codex_home = CodexHome::on(&display).await;
        codex_home.configure(&format!("mcp_servers.harbour.command = {:?}", super::beside("mcp")));
        let project = codex_home.project().to_owned();
        std::fs::create_dir_all(project.join("src")).unwrap_or_else(|why| panic!("{why}"));
        std::fs::write(project.join("src/harbour.rs"), BEFORE).unwrap_or_else(|why| panic!("{why}"));
        let shell = |command: &str| display.command("sh").args(["-c", command]).current_dir(&project).output();
        let commit =
            "git init -q -b main && git add -A && git -c user.name=A -c user.email=a@example.org commit -q -m first";
        let made = shell(commit).and_then(|_| shell(CHART));
        assert!(made.is_ok_and(|made| made.status.success()), "the project could not be made");
        codex_home.converse("Every boat takes the first berth it fits into").await;
        let app = codex_home.start().env("THREADLOFT_THEME", self.theme).ready().await;
        app.browse().await;
        app.open_thread("Every boat takes").await;

        let berths = json!({ "berths": [{ "name": "North 1", "length": 12, "boats": ["Ida", "Heron"] },
            { "name": "North 2", "length": 9, "boats": [] }], "tide": { "high": "14:20", "metres": 2.75 }, "open": true });
        codex_home.model.say(Turn::new([
            Step::reason(&["**Looking for berths that fit**\n\nThe zip pairs by place."]),
            Step::mcp("harbour", "repeat", berths),
        ]));
        codex_home.model.say(Turn::new([Step::patch(PATCH)]));
        codex_home.model.say(Turn::new([Step::view_image(&project.join("boats.png").display().to_string())]));
        codex_home.model.say(Turn::new([Step::exec("printf '\\033[32mok\\033[0m %s\\n' $(seq 1 600); printf '\\033[1;31mFAIL\\033[0m \\033[4mberth 7\\033[0m\\n'")]));
        codex_home.model.say(Turn::text(PROSE));
        app.send("Do it, then show me the numbers").await;
        let over = "document.querySelector('[data-part=ask-accept]')?.click();
            return document.querySelectorAll('[data-part=picture] img').length === 1
                && document.querySelector('[data-part=transcript]')?.dataset.turn === 'done'";
        app.until("the turn is done", over).await;
        app.see_on("[data-part=changes][data-state=shown]").await;
        self.take(&app, "prose").await;
        let open = "document.querySelector('[data-kind=tool] [aria-expanded=false]')?.click();
            return document.querySelectorAll('[data-part=tree]').length > 1";
        scroll_to(&app, "tool").await;
        app.until("the data is open", open).await;
        scroll_to(&app, "tool").await;
        self.take(&app, "data-and-edits").await;
        scroll_to(&app, "edited").await;
        self.take_wide(&app, "edits").await;
        self.changes(&app).await;

        scroll_to(&app, "ran").await;
        let open = "document.querySelector('[data-kind=ran] [aria-expanded=false]')?.click();
            return document.querySelector('[data-part=show-all]') !== null";
        app.until("the command is open", open).await;
        app.click("show-all").await;
        app.see("whole-output").await;
        app.until("its lines", "return document.querySelectorAll('[data-part=whole-output] .ansi-2').length > 3").await;
        self.take(&app, "whole-output").await;
        scroll_to(&app, "image").await;
        app.click("picture").await;
        app.see("picture-whole").await;
        self.take(&app, "picture").await;
        app.click_on("[data-part=picture-whole] button").await;
        app.miss("picture-whole").await;
        self.terminals(&app).await;
    }

    async fn changes(&self, app: &App<'_>) {
        app.click("next-change").await;
        self.take_beside(app, "changes").await;
        // The panel was unmounted while the window was narrow, so its position is lost.
        app.click("next-change").await;
        app.write("diff", "c").await;
        app.write("comment-input", "Count each berth once.").await;
        app.click("split").await;
        self.take_wide(app, "changes-split").await;
        app.click("comment-add").await;
        app.click("compared").await;
        app.until("branches", "return document.querySelectorAll('[role=menuitemradio]').length > 3").await;
        self.take_wide(app, "changes-compared").await;
        app.script("[...document.querySelectorAll('[role=menuitemradio]')][2].click()", vec![]).await;
        app.read("change-file", "boats.png").await;
        self.take_beside(app, "changes-uncommitted").await;
        app.click_on("[aria-label='One column']").await;
    }

    /// Takes the right column, also where it lies over the page.
    async fn take_beside(&self, app: &App<'_>, name: &str) {
        self.take_wide(app, name).await;
        let [(_, wide, tall), (size, width, height)] = SIZES;
        app.resize(width, height).await;
        app.write("composer-input", CTRL_J).await;
        app.see_on(".panel :is([data-part=changes][data-state=shown], [data-part=terminal])").await;
        self.shoot(app, name, size).await;
        app.click_on(".panel [aria-label^='Hide']").await;
        app.resize(wide, tall).await;
        app.see_on(".panel :is([data-part=changes][data-state=shown], [data-part=terminal])").await;
    }

    async fn terminals(&self, app: &App<'_>) {
        app.tab("terminal").await;
        app.see("open-terminal").await;
        self.take_beside(app, "terminal-none").await;
        app.click("open-terminal").await;
        let prompt = "return /[$#%>]/.test(document.querySelector('[data-part=terminal-screen]')?.textContent ?? '')";
        app.until("a prompt", prompt).await;
        app.write("terminal-input", "git status --short; ls --color=always; touch ../outside\u{E007}").await;
        app.read("terminal-screen", "boats.png").await;
        self.take_beside(app, "terminal").await;
        app.click("another-terminal").await;
        app.script("[...document.querySelectorAll('[role=menuitem]')].at(-1).click()", vec![]).await;
        app.see_on("[data-part=terminal-fence][data-kind=not]").await;
        app.until("a prompt", prompt).await;
        self.take_beside(app, "terminal-bare").await;
    }
}

/// Scrolls from the top of the transcript to the first row of this kind. Only rows near the visible part exist.
async fn scroll_to(app: &App<'_>, kind: &str) {
    app.script("document.querySelector('[data-part=transcript]').scrollTop = 0", vec![]).await;
    let script = format!(
        "const row = document.querySelector('[data-part=row][data-kind={kind}]');
         if (row) row.scrollIntoView(); else document.querySelector('[data-part=transcript]').scrollTop += 300;
         return row !== null"
    );
    app.until(&format!("a row of kind {kind}"), &script).await;
}
