//! Live status of MCP servers, imports and the Windows sandbox, from notifications.

use super::{Effect, State};
use contract::catalog::List;
use contract::catalog::environment::{
    Environment, Gateway, GatewayState, ImportLine, Importing, McpLive, McpLoginState, McpStart, SetupEnd,
    WindowsSandbox,
};
use contract::change::Change;
use protocol::enums::{GatewayStatus, McpStartup, WindowsSetup};
use protocol::event::GatewayAnswer;
use protocol::notification::{
    GatewayChanged, Imported, McpLoginCompleted, McpStartupUpdated, WindowsSetupCompleted, WorldWritable,
};

impl State {
    fn change_environment(&mut self, out: &mut Vec<Change>, change: impl FnOnce(&mut Environment)) {
        let before = self.environment.clone();
        change(&mut self.environment);
        if before != self.environment {
            out.push(Change::EnvironmentPut { environment: Box::new(self.environment.clone()) });
        }
    }

    /// Ends everything that ran in the old server.
    pub(super) fn forget_environment(&mut self, out: &mut Vec<Change>) {
        self.change_environment(out, |environment| *environment = Environment::default());
    }

    pub(super) fn platform(&mut self, windows: bool, out: &mut Vec<Change>) {
        self.change_environment(out, |environment| environment.windows = windows.then(WindowsSandbox::default));
    }

    pub(super) fn server_starts(&mut self, update: &McpStartupUpdated, out: &mut Vec<Change>) {
        let start = match update.status {
            McpStartup::Starting => McpStart::Starting,
            McpStartup::Ready => McpStart::Ready,
            McpStartup::Cancelled => McpStart::Cancelled,
            McpStartup::Failed | McpStartup::Other(_) => McpStart::Failed,
        };
        let problem = update.error.as_deref().map(render::visible);
        self.change_environment(out, |environment| {
            let live = live(environment, &update.name);
            live.start = Some(start);
            live.problem = problem;
        });
    }

    pub(super) fn server_login(&mut self, name: &str, url: String, out: &mut Vec<Change>) {
        self.change_environment(out, |environment| {
            live(environment, name).login = Some(McpLoginState::Waiting { url })
        });
    }

    pub(super) fn server_logged_in(&mut self, done: &McpLoginCompleted, out: &mut Vec<Change>) {
        let why = || render::visible(done.error.as_deref().unwrap_or("Sign-in failed."));
        let login = if done.success { McpLoginState::Done } else { McpLoginState::Failed { why: why() } };
        self.change_environment(out, |environment| live(environment, &done.name).login = Some(login));
        self.stale(List::Servers, out);
    }

    pub(super) fn import_started(&mut self, id: String, out: &mut Vec<Change>) {
        // Its first notification may arrive before the answer that names it.
        if self.environment.import.as_ref().is_none_or(|held| held.id != id) {
            self.change_environment(out, |environment| {
                environment.import = Some(Importing { id, ..Importing::default() })
            });
        }
    }

    pub(super) fn imported(&mut self, told: Imported, done: bool, out: &mut Vec<Change>) {
        let line =
            |what: &str, words: String| ImportLine { what: render::visible(what), words: render::visible(&words) };
        let mut brought = Vec::new();
        let mut failed = Vec::new();
        for kind in told.item_type_results {
            brought.extend(kind.successes.into_iter().map(|item| {
                let from = item.title.or(item.source).unwrap_or_default();
                match item.target.filter(|target| *target != from) {
                    Some(target) => line(&item.item_type, format!("{from} → {target}")),
                    None => line(&item.item_type, from),
                }
            }));
            failed.extend(kind.failures.into_iter().map(|item| line(&item.item_type, item.message)));
        }
        self.change_environment(out, |environment| {
            let fresh = environment.import.as_ref().is_none_or(|held| held.id != told.import_id);
            if fresh {
                environment.import = Some(Importing { id: told.import_id, ..Importing::default() });
            }
            let Some(import) = &mut environment.import else { return };
            if done {
                // The last notification contains everything; an older server's contains nothing.
                if !brought.is_empty() || !failed.is_empty() {
                    (import.brought, import.failed) = (brought, failed);
                }
                import.done = true;
            } else {
                import.brought.extend(brought);
                import.failed.extend(failed);
            }
        });
        if done {
            for list in [List::Config, List::Servers, List::Skills] {
                self.stale(list, out);
            }
        }
    }

    pub(super) fn gateway_read(&mut self, read: &GatewayAnswer, out: &mut Vec<Change>) {
        let named = if read.provider_name.is_empty() { &read.provider_id } else { &read.provider_name };
        let provider = render::visible(named);
        self.change_environment(out, |environment| match &mut environment.gateway {
            // A notification that arrived before this answer knows more, because the answer never has the sign-in
            // address.
            Some(told) if read.required => told.provider = provider,
            gateway => {
                let state = gateway_state(read.status.as_ref(), None, read.error.as_deref());
                *gateway = read.required.then_some(Gateway { provider, state });
            }
        });
    }

    pub(super) fn gateway_refused(&mut self, why: String, out: &mut Vec<Change>) {
        self.change_environment(out, |environment| {
            if let Some(gateway) = &mut environment.gateway {
                gateway.state = GatewayState::Failed { why: render::visible(&why) };
            }
        });
    }

    pub(super) fn gateway_changed(&mut self, changed: GatewayChanged, out: &mut Vec<Change>) {
        let page = changed.auth_url.as_deref().and_then(crate::link::safe_url);
        self.effects.extend(page.clone().map(Effect::GatewayPage));
        self.change_environment(out, |environment| {
            // The address is sent once and stays valid until the state changes.
            let known = match environment.gateway.as_ref().map(|gateway| &gateway.state) {
                Some(GatewayState::Waiting { url }) => url.clone(),
                _ => None,
            };
            let url = page.or(known);
            let state = gateway_state(Some(&changed.status), url, changed.error.as_deref());
            match &mut environment.gateway {
                Some(gateway) => gateway.state = state,
                None => environment.gateway = Some(Gateway { provider: render::visible(&changed.provider_id), state }),
            }
        });
    }

    pub(super) fn windows_begins(&mut self, running: bool, out: &mut Vec<Change>) {
        self.change_environment(out, |environment| {
            let windows = environment.windows.get_or_insert_default();
            windows.setting_up = running;
            windows.ended = None;
        });
    }

    pub(super) fn windows_ends(&mut self, done: &WindowsSetupCompleted, out: &mut Vec<Change>) {
        let why = || render::visible(done.error.as_deref().unwrap_or("Setup failed."));
        let problem = (!done.success).then(why);
        self.change_environment(out, |environment| {
            let windows = environment.windows.get_or_insert_default();
            windows.setting_up = false;
            windows.ended = Some(SetupEnd { elevated: done.mode == WindowsSetup::Elevated, problem });
        });
    }

    pub(super) fn world_writable(&mut self, told: &WorldWritable, out: &mut Vec<Change>) {
        self.change_environment(out, |environment| {
            let windows = environment.windows.get_or_insert_default();
            windows.open_folders = told.sample_paths.iter().map(|path| render::visible(path)).collect();
            windows.more_open = u32::try_from(told.extra_count).unwrap_or(u32::MAX);
        });
    }
}

fn gateway_state(status: Option<&GatewayStatus>, url: Option<String>, error: Option<&str>) -> GatewayState {
    match status {
        Some(GatewayStatus::Started) => GatewayState::Waiting { url },
        Some(GatewayStatus::Succeeded) => GatewayState::In,
        Some(GatewayStatus::Failed) => {
            GatewayState::Failed { why: render::visible(error.unwrap_or("Sign-in failed.")) }
        }
        Some(GatewayStatus::NotReady | GatewayStatus::Other(_)) | None => GatewayState::Out,
    }
}

fn live<'a>(environment: &'a mut Environment, name: &str) -> &'a mut McpLive {
    let name = render::visible(name);
    let at = match environment.servers.iter().position(|live| live.name == name) {
        Some(at) => at,
        None => {
            environment.servers.push(McpLive { name, start: None, problem: None, login: None });
            environment.servers.len() - 1
        }
    };
    &mut environment.servers[at]
}
