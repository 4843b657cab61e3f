//! Explains a failed sign-in to the person.

use contract::account::{Login, Next, Way};

/// Translates the server's message, which is untrusted and written for programmers.
pub fn explain(way: Way, said: &str) -> Login {
    let low = said.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| low.contains(word));
    let (message, next) = if is_keychain(said) {
        let message = "The keychain did not accept the sign-in, so it could not be saved. Unlock or start the \
                       keychain and try again, or stay signed in for this session only.";
        (message.to_owned(), vec![Next::CheckKeychain, Next::SessionOnly])
    } else if is_port(said) {
        (ports(None), vec![Next::UseDevice, Next::TryAgain])
    } else if says(&["routing discovery", "backend origin", "https origin"]) {
        (unreachable_workspace(), vec![Next::TryAgain, Next::AskAdmin])
    } else if says(&["cancelled", "canceled", "was not completed"]) {
        ("The sign-in was not finished. Try again when you are ready.".into(), vec![Next::TryAgain, Next::UseDevice])
    } else if says(&["timed out", "timeout", "expired"]) && way == Way::Device {
        ("The code has expired. Get a new one.".into(), vec![Next::TryAgain, Next::UseBrowser])
    } else if says(&["timed out", "timeout"]) {
        ("The sign-in took too long. Try again.".into(), vec![Next::TryAgain, Next::UseDevice])
    } else if says(&["access_denied", "refused", "denied"]) {
        let message = "The sign-in page refused access. Try again, or sign in another way.";
        (message.into(), vec![Next::TryAgain, Next::UseDevice, Next::UseKey])
    } else if says(&["restricted to workspace", "forced_chatgpt_workspace", "not a member", "required workspace"]) {
        let message = "This computer only accepts accounts from a certain workspace. Choose that \
                       workspace when you sign in, or ask your admin.";
        (message.into(), vec![Next::TryAgain, Next::AskAdmin])
    } else if says(&["login is disabled", "login is not allowed", "use api key", "use chatgpt"]) {
        ("This way to sign in is not allowed here. Use another one, or ask your admin.".into(), vec![Next::AskAdmin])
    } else if says(&["device code", "deviceauth"]) && says(&["not enabled", "404", "not found"]) {
        let message = "This account cannot sign in with a code. Use the browser.";
        (message.into(), vec![Next::UseBrowser, Next::UseKey])
    } else if says(&["not yet valid", "clock", "issued in the future"]) {
        let message = "This computer’s clock differs from the sign-in service’s clock. Set the clock, then try \
                       again.";
        (message.into(), vec![Next::TryAgain])
    } else if says(&["error sending request", "connect", "dns", "network", "certificate", "tls"]) {
        let message = "The sign-in service cannot be reached. Check your connection and proxy, then try again.";
        (message.into(), vec![Next::TryAgain, Next::UseKey])
    } else {
        let said = plain(said);
        let message = match said.as_str() {
            "" => "Sign-in failed. Try again, or sign in another way.".to_owned(),
            said => format!("Sign-in failed: {said}. Try again, or sign in another way."),
        };
        (message, vec![Next::TryAgain, Next::UseDevice, Next::UseKey])
    };
    let next = next.into_iter().filter(|next| !is_same(way, *next)).collect();
    Login::Failed { way, message, next }
}

/// The server reported success, but then did not know who was signed in.
pub fn unconfirmed(way: Way, said: Option<&str>) -> Login {
    let low = said.unwrap_or_default().to_lowercase();
    if low.contains("routing") || low.contains("origin") {
        return Login::Failed { way, message: unreachable_workspace(), next: vec![Next::TryAgain, Next::AskAdmin] };
    }
    let message = match said.map(plain).filter(|said| !said.is_empty()) {
        Some(said) => format!(
            "You were signed in, but Codex cannot use the account yet ({said}). Restart Codex, or sign in again."
        ),
        None => {
            "Codex reported that you were signed in, but has no account. Restart Codex, or sign in again.".to_owned()
        }
    };
    Login::Failed { way, message, next: vec![Next::RestartCodex, Next::TryAgain] }
}

/// Both ports that the browser could return to are occupied.
pub fn ports(by: Option<&str>) -> String {
    let by = by.map_or_else(|| "another program".to_owned(), |name| format!("“{}”", plain(name)));
    format!(
        "The browser cannot return to Codex: {by} is using ports 1455 and 1457. Use a code instead, or close that \
         program and try again."
    )
}

pub fn is_port(said: &str) -> bool {
    let low = said.to_lowercase();
    low.contains("already in use")
        || low.contains("address in use")
        || low.contains("login server") && low.contains("bind")
}

/// Codex passes on the message of a library.
pub fn is_keychain(said: &str) -> bool {
    let low = said.to_lowercase();
    ["keyring", "secret service", "keychain", "credential store", "failed to save api key", "dbus"]
        .iter()
        .any(|word| low.contains(word))
}

fn unreachable_workspace() -> String {
    "ChatGPT accepted the sign-in, but Codex cannot reach this account’s workspace. Try again later, or ask \
     your admin."
        .to_owned()
}

/// The way that just failed is offered as "try again" instead.
fn is_same(way: Way, next: Next) -> bool {
    matches!((way, next), (Way::Device, Next::UseDevice) | (Way::Browser, Next::UseBrowser) | (Way::Key, Next::UseKey))
}

fn plain(said: &str) -> String {
    let said = said.trim().trim_end_matches('.');
    let said = said.strip_prefix("Login server error: ").unwrap_or(said);
    render::visible(&said.chars().filter(|c| !c.is_control()).take(200).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages of the real codex.
    #[test]
    fn what_the_server_says_becomes_a_next_step() {
        let cases = [
            (Way::Browser, "failed to start login server: Port 127.0.0.1:1457 is already in use", Next::UseDevice),
            (
                Way::Key,
                "failed to save api key: failed to write OAuth tokens to keyring: no secret service provider or dbus \
                 session found",
                Next::CheckKeychain,
            ),
            (Way::Browser, "Login server error: Login was not completed", Next::TryAgain),
            (Way::Device, "workspace routing discovery missing backend origin", Next::TryAgain),
            (Way::Device, "device auth timed out after 15 minutes", Next::TryAgain),
            (Way::Device, "device code login is not enabled for this Codex server", Next::UseBrowser),
            (Way::Browser, "Login is restricted to workspace acct-1", Next::TryAgain),
            (Way::Browser, "Login server error: Sign-in failed: nope", Next::TryAgain),
            (Way::Browser, "", Next::TryAgain),
        ];
        for (way, said, first) in cases {
            let Login::Failed { message, next, .. } = explain(way, said) else { panic!("{said}") };
            assert_eq!(next.first(), Some(&first), "{said}: {message}");
            assert!(message.ends_with('.') && !message.contains(".."), "{message}");
        }
    }

    #[test]
    fn the_way_that_failed_is_not_offered_as_another_one() {
        let Login::Failed { next, .. } = explain(Way::Device, "access_denied") else { panic!() };
        assert_eq!(next, [Next::TryAgain, Next::UseKey]);
    }

    #[test]
    fn a_sign_in_that_nobody_confirms_has_words_of_its_own() {
        let Login::Failed { message, .. } = unconfirmed(Way::Browser, None) else { panic!() };
        assert!(message.contains("has no account"), "{message}");
        let Login::Failed { message, .. } = unconfirmed(Way::Browser, Some("workspace routing discovery failed"))
        else {
            panic!()
        };
        assert!(message.contains("cannot reach this account’s workspace"), "{message}");
    }
}
