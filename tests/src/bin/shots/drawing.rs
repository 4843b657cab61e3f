//! What is drawn beside the talk: changes in one column and two, a whole output, a picture, data, terminals.

use super::Gallery;
use loopback::{Step, Turn};
use threadloft_tests::lab::Lab;
use threadloft_tests::stage::Stage;

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
/// A chart, as a program would draw it.
const CHART: &str = "python3 - <<'END'\nimport struct, zlib\nw, h = 480, 270\nrows = b''\nfor y in range(h):\n    rows += b'\\0'\n    for x in range(w):\n        top = h - 20 - (x // 40 * 37 % 190)\n        rows += (b'\\x06\\x64\\x80' if y > top and x % 40 > 8 and y < h - 20 else b'\\xf7\\xf8\\xf9')\nchunk = lambda kind, data: struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))\nopen('boats.png', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, 8, 2, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))\nEND";

impl Gallery {
    pub async fn drawing(&mut self) {
        let stage = Stage::new().await;
        let lab = Lab::on(&stage).await;
        let project = lab.project().to_owned();
        std::fs::create_dir_all(project.join("src")).unwrap_or_else(|why| panic!("{why}"));
        std::fs::write(project.join("src/harbour.rs"), BEFORE).unwrap_or_else(|why| panic!("{why}"));
        let shell = |command: &str| stage.command("sh").args(["-c", command]).current_dir(&project).output();
        let commit =
            "git init -q -b main && git add -A && git -c user.name=A -c user.email=a@example.org commit -q -m first";
        let made = shell(commit).and_then(|_| shell(CHART));
        assert!(made.is_ok_and(|made| made.status.success()), "the project could not be made");
        lab.converse("Every boat takes the first berth it fits into").await;
        let app = lab.start().env("THREADLOFT_THEME", self.theme).ready().await;
        app.browse().await;
        app.open_thread("Every boat takes").await;

        lab.model.say(Turn::new([Step::patch(PATCH)]));
        lab.model.say(Turn::new([Step::view_image(&project.join("boats.png").display().to_string())]));
        lab.model.say(Turn::new([Step::exec("printf '\\033[32mok\\033[0m %s\\n' $(seq 1 600)")]));
        lab.model.say(Turn::text(
            "Done: see `src/harbour.rs:19`. The graph comes from ![the dashboard](https://charts.example/boats.png).",
        ));
        app.send("Do it, then show me the numbers").await;
        let over = "document.querySelector('[data-part=ask-accept]')?.click();
            return document.querySelectorAll('[data-part=picture] img').length === 1
                && document.querySelector('[data-part=transcript]')?.dataset.turn === 'done'";
        app.until("the turn is done", over).await;
        app.see_on("[data-part=changes][data-state=shown]").await;
        app.click("next-change").await;
        self.take(&app, "changes").await;
        app.write("diff", "c").await;
        app.write("comment-input", "Count each berth once.").await;
        app.click("split").await;
        self.take(&app, "changes-split").await;
        app.click("comment-add").await;
        app.click("compared").await;
        app.until("branches", "return document.querySelectorAll('[role=menuitemradio]').length > 3").await;
        self.take(&app, "changes-compared").await;
        app.script("[...document.querySelectorAll('[role=menuitemradio]')][2].click()", vec![]).await;
        app.read("change-file", "boats.png").await;
        self.take(&app, "changes-uncommitted").await;
        let open = "document.querySelector('[data-kind=ran] [aria-expanded=false]')?.click();
            return document.querySelector('[data-part=show-all]') !== null";
        app.until("the command is open", open).await;
        app.click("show-all").await;
        app.see("whole-output").await;
        self.take(&app, "whole-output").await;
        app.click("picture").await;
        app.see("picture-whole").await;
        self.take(&app, "picture").await;
        app.click_on("[data-part=picture-whole] button").await;
        app.miss("picture-whole").await;
        self.terminals(&app).await;
    }

    async fn terminals(&mut self, app: &threadloft_tests::app::App<'_>) {
        app.click_on("#tab-terminal").await;
        app.see("open-terminal").await;
        self.take(app, "terminal-none").await;
        app.click("open-terminal").await;
        let prompt = "return /[$#%>]/.test(document.querySelector('[data-part=terminal-screen]')?.textContent ?? '')";
        app.until("a prompt", prompt).await;
        app.write("terminal-input", "git status --short; ls --color=always; touch ../outside\u{E007}").await;
        app.read("terminal-screen", "boats.png").await;
        self.take(app, "terminal").await;
        app.click("another-terminal").await;
        app.script("[...document.querySelectorAll('[role=menuitem]')].at(-1).click()", vec![]).await;
        app.see_on("[data-part=terminal-fence][data-kind=not]").await;
        app.until("a prompt", prompt).await;
        self.take(app, "terminal-bare").await;
    }
}
