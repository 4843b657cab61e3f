//! A sign-in in progress.
//!
//! Invariant: only the newest attempt counts. Notifications about an older one are ignored.

use super::State;
use crate::account::explain;
use contract::account::{Login, Next, Way};
use contract::change::Change;
use protocol::event::LoginStarted;
use protocol::notification::LoginCompleted;

impl State {
    pub(super) fn set_login(&mut self, login: Login, out: &mut Vec<Change>) {
        self.login_id = None;
        self.put_login(login, out);
    }

    pub(super) fn login_started(&mut self, started: LoginStarted, at_ms: f64, out: &mut Vec<Change>) {
        // It was cancelled before the answer came, so the caller cancels it at the server.
        if self.login == Login::None {
            return;
        }
        let (id, login) = match started {
            LoginStarted::ChatGpt { login_id, auth_url } => {
                (login_id, Login::Browser { url: auth_url, since_ms: at_ms, unopened: None })
            }
            LoginStarted::DeviceCode { login_id, verification_url, user_code } => {
                let code = render::visible(&user_code);
                (login_id, Login::Device { url: verification_url, code, since_ms: at_ms })
            }
            _ => return,
        };
        self.login_id = Some(id);
        self.put_login(login, out);
    }

    pub(super) fn login_completed(&mut self, done: LoginCompleted, out: &mut Vec<Change>) {
        if done.login_id.is_none() || done.login_id != self.login_id {
            return;
        }
        let way = self.login_way();
        let login = if done.success {
            Login::Confirming { way }
        } else {
            self.login_id = None;
            explain(way, done.error.as_deref().unwrap_or_default())
        };
        self.put_login(login, out);
    }

    /// The browser could not be opened. The link can still be copied.
    pub(super) fn browser_failed(&mut self, why: String, out: &mut Vec<Change>) {
        if let Login::Browser { url, since_ms, .. } = &self.login {
            let login = Login::Browser { url: url.clone(), since_ms: *since_ms, unopened: Some(why) };
            self.put_login(login, out);
        }
    }

    /// The server ended. An import or a switch ends it on purpose and continues.
    pub(super) fn login_lost(&mut self, out: &mut Vec<Change>) {
        let way = self.login_way();
        if self.login_id.is_none() && !matches!(self.login, Login::Starting { way: Way::Browser | Way::Device }) {
            return;
        }
        let message = "Codex stopped before the sign-in was finished. Try again.".to_owned();
        self.set_login(Login::Failed { way, message, next: vec![Next::TryAgain] }, out);
    }

    fn login_way(&self) -> Way {
        match &self.login {
            Login::Starting { way } | Login::Confirming { way } | Login::Failed { way, .. } => *way,
            Login::Device { .. } => Way::Device,
            Login::Browser { .. } | Login::None => Way::Browser,
        }
    }

    fn put_login(&mut self, login: Login, out: &mut Vec<Change>) {
        if self.login != login {
            self.login = login.clone();
            out.push(Change::LoginPut { login });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::LocalEvent;
    use contract::settings::Settings;
    use protocol::Event;

    fn state() -> State {
        let mut state = State::new(Settings::default(), String::new());
        state.local(LocalEvent::Login(Login::Starting { way: Way::Browser }), 0.0);
        state
    }

    fn started(id: &str) -> Event {
        Event::LoginStarted(LoginStarted::ChatGpt { login_id: id.into(), auth_url: format!("https://x/{id}") })
    }

    fn completed(id: &str, error: Option<&str>) -> Event {
        let error = error.map(str::to_owned);
        Event::LoginCompleted(LoginCompleted { login_id: Some(id.into()), success: error.is_none(), error })
    }

    fn waiting(id: &str) -> Login {
        Login::Browser { url: format!("https://x/{id}"), since_ms: 5.0, unopened: None }
    }

    #[test]
    fn a_second_attempt_replaces_the_first() {
        let mut state = state();
        state.apply(started("a"), 5.0);
        state.local(LocalEvent::Login(Login::Starting { way: Way::Browser }), 5.0);
        state.apply(completed("a", Some("Login cancelled")), 5.0);
        let told = state.apply(started("b"), 5.0);
        assert_eq!(told, [Change::LoginPut { login: waiting("b") }]);
        assert_eq!(state.apply(completed("a", None), 6.0), []);
        let told = state.apply(completed("b", None), 6.0);
        assert_eq!(told, [Change::LoginPut { login: Login::Confirming { way: Way::Browser } }]);
    }

    #[test]
    fn an_attempt_that_was_given_up_does_not_come_back() {
        let mut state = state();
        state.local(LocalEvent::Login(Login::None), 1.0);
        assert_eq!(state.apply(started("a"), 5.0), []);
        assert_eq!(state.apply(completed("a", Some("late")), 6.0), []);
    }

    #[test]
    fn a_server_that_ends_ends_the_wait() {
        let mut state = state();
        state.apply(started("a"), 5.0);
        state.local(LocalEvent::ServerGone { why: "Codex stopped.".into() }, 6.0);
        assert!(matches!(state.login(), Login::Failed { way: Way::Browser, .. }));
        state.local(LocalEvent::Login(Login::Starting { way: Way::Switch }), 7.0);
        state.local(LocalEvent::ServerGone { why: "Codex was restarted.".into() }, 8.0);
        assert_eq!(state.login(), &Login::Starting { way: Way::Switch });
    }

    #[test]
    fn a_browser_that_cannot_be_opened_leaves_the_link() {
        let mut state = state();
        state.apply(started("a"), 5.0);
        state.local(LocalEvent::Unopened("no browser".into()), 6.0);
        let login = Login::Browser { url: "https://x/a".into(), since_ms: 5.0, unopened: Some("no browser".into()) };
        assert_eq!(state.login(), &login);
    }
}
