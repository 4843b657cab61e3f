//! What Codex can use: skills, plugins, apps, an untrusted hook and a running one, a company's gateway.

use crate::Gallery;
use loopback::accounts::ListedApp;
use loopback::mcp::TestMcpServer;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::keyring::unlock;
use threadloft_tests::marketplace::{ADDRESS, Marketplace, skill, write};

async fn section(app: &App<'_>, name: &str) {
    app.click("account").await;
    app.click_on(&format!("[data-section={name}]")).await;
}

/// Switches a feature on that the loopback's config switches off.
fn feature(codex_home: &CodexHome<'_>, name: &str) {
    let file = codex_home.home().join("config.toml");
    let config = std::fs::read_to_string(&file).unwrap_or_default();
    write(&file, &config.replace(&format!("features.{name} = false"), &format!("features.{name} = true")));
}

impl Gallery {
    pub(crate) async fn library(&self) {
        let display = Display::new().await;
        let codex_home = self.codex_home(&display).await;
        feature(&codex_home, "plugins");
        for (name, does) in [
            ("moor", "Moors a boat at the first berth it fits into, and writes down which one it was."),
            ("tide-table", "Reads the tide table of a harbour."),
        ] {
            write(&codex_home.project().join(format!(".agents/skills/{name}/SKILL.md")), &skill(name, does));
        }
        write(&codex_home.project().join(".agents/skills/half/SKILL.md"), "nothing in front");
        let market = Marketplace::in_folder(&display.folder("git"));
        codex_home.converse("first words").await;
        let start = market.env().into_iter().fold(codex_home.start(), |start, (name, value)| start.env(&name, value));
        let app = start.ready().await;
        app.browse().await;
        app.open_thread("first words").await;
        section(&app, "skills").await;
        app.see_on("[data-name=moor]").await;
        app.see("skill-problems").await;
        self.take(&app, "skills").await;
        app.click_on("[data-section=plugins]").await;
        app.click("add-market").await;
        app.write("market-source", "/no/such/folder").await;
        app.click("dialog-yes").await;
        app.read("dialog", "does not exist").await;
        self.take(&app, "plugins-add").await;
        app.script("document.querySelector('[data-part=market-source]').select()", vec![]).await;
        app.write("market-source", ADDRESS).await;
        app.click("dialog-yes").await;
        app.miss("dialog").await;
        app.click_on("[data-part=market] [data-name=\"tidy@lab-market\"] [data-part=plugin-details]").await;
        app.read("plugin-brings", "tidy-mcp").await;
        self.take(&app, "plugins").await;
        app.click_on("[data-part=market] [data-name=\"tidy@lab-market\"] [data-part=install-plugin]").await;
        app.read("plugins-installed", "Tidy").await;
        self.take(&app, "plugins-installed").await;
    }

    pub(crate) async fn apps(&self) {
        let display = Display::new().await;
        unlock(display.command("gnome-keyring-daemon"));
        let codex_home = CodexHome::with_accounts(&display).await.in_theme(self.theme);
        feature(&codex_home, "apps");
        codex_home.model.account(|account| {
            account.apps = vec![
                ListedApp::new("connector_desk", "Incident Desk", "Opens incidents").connected("find", "Finds one"),
                ListedApp::new("connector_drive", "Cloud drive", "Documents and sheets"),
            ];
        });
        let app = codex_home.start().arg(codex_home.project().to_string_lossy()).browsing().await;
        section(&app, "apps").await;
        app.see("apps-need-login").await;
        self.take(&app, "apps-need-login").await;
        app.click_on("[data-part=apps-need-login] button").await;
        app.click("sign-in-code").await;
        app.miss("welcome").await;
        app.read("apps-on", "Incident Desk").await;
        app.read("apps-off", "Cloud drive").await;
        self.take(&app, "apps").await;
    }

    /// Behind a gateway that needs a sign-in.
    pub(crate) async fn gateway(&self) {
        let display = Display::new().await;
        unlock(display.command("gnome-keyring-daemon"));
        let codex_home = self.codex_home(&display).await;
        let desk = TestMcpServer::start(true).await.unwrap_or_else(|why| panic!("no gateway: {why}"));
        let site = desk.url().trim_end_matches("/mcp").to_owned();
        let config = codex_home.model.config();
        let provider =
            config.iter().find(|(name, _)| name == "model_provider").map(|(_, value)| value.trim_matches('"'));
        let gateway = format!("model_providers.{}.gateway_oauth", provider.unwrap_or_default());
        for (name, value) in [
            ("authorization_url", format!("\"{site}/authorize\"")),
            ("token_url", format!("\"{site}/token\"")),
            ("client_id", "\"lab\"".to_owned()),
            ("delivery", "{ kind = \"header\", name = \"X-Gateway\" }".to_owned()),
        ] {
            codex_home.configure(&format!("{gateway}.{name} = {value}"));
        }
        let app = codex_home.start().ready().await;
        app.browse().await;
        section(&app, "account").await;
        app.see_on("[data-part=gateway][data-state=out]").await;
        app.script("document.querySelector('[data-part=gateway]').scrollIntoView()", vec![]).await;
        self.take(&app, "gateway").await;
        app.click("gateway-sign-in").await;
        app.see_on("[data-part=gateway][data-state=waiting]").await;
        self.take(&app, "gateway-waiting").await;
    }

    /// A hook that is not trusted, the question about it, and a running hook.
    pub(crate) async fn hooks(&self) {
        let display = Display::new().await;
        let codex_home = self.codex_home(&display).await;
        codex_home.converse("first words").await;
        let waits = "while [ ! -e /nowhere ]; do sleep 0.2; done";
        codex_home.configure(&format!(
            "[[hooks.UserPromptSubmit]]\n[[hooks.UserPromptSubmit.hooks]]\ntype = \"command\"\ncommand = \"{waits}\"\n"
        ));
        let app = codex_home.start().ready().await;
        app.browse().await;
        app.open_thread("first words").await;
        section(&app, "features").await;
        app.see("trust-hook").await;
        app.script("document.querySelector('[data-part=trust-hook]').scrollIntoView({ block: 'center' })", vec![])
            .await;
        self.take(&app, "hook-untrusted").await;
        app.click("trust-hook").await;
        app.see("dialog").await;
        self.take(&app, "hook-trust").await;
        app.click("dialog-yes").await;
        app.miss("trust-hook").await;
        app.click_on("[data-part=settings] .esc").await;
        app.send("With a hook").await;
        app.read("head-state", "ook").await;
        app.read("sent", "With a hook").await;
        self.take(&app, "hook-running").await;
        app.click("stop").await;
        app.miss("sent").await;
        app.see("toast").await;
        self.take(&app, "hook-stopped").await;
    }
}
