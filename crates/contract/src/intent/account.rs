//! Signing in and out, accounts, and their limits.

use crate::domain::domain;
use protocol::Secret;

domain! {
    /// Signing in and out, accounts, and their limits.
    pub enum AccountIntent {
        /// Signs in with the browser.
        SignInWithBrowser,
        SignInWithCode,
        /// Signs in with an API key. With a label, the key is also kept in the keychain for later use.
        SignInWithKey {
            #[ts(type = "string")]
            key: Secret,
            #[serde(default)]
            #[ts(optional = nullable)]
            label: Option<String>,
        },
        SignInWithSavedKey {
            label: String,
        },
        ForgetKey {
            label: String,
        },
        CancelSignIn,
        SignOut,
        /// Keeps the sign-in in memory until Threadloft is closed; `false` goes back to the keychain.
        KeepForSession {
            on: bool,
        },
        /// Writes, reads and removes a test entry, and reports the result in `Access`. A locked keychain is only
        /// reported as locked, unless the person may be asked for its password.
        CheckKeychain {
            may_prompt: bool,
        },
        /// Moves the `auth.json` of the CLI into the keychain, where the CLI finds it too.
        ImportLogin,
        /// Parks the signed-in account, so that another one can sign in.
        ParkAccount,
        /// Switches to a parked account; the current one is parked instead.
        SwitchAccount {
            id: String,
        },
        ForgetAccount {
            id: String,
        },
        SwitchWorkspace {
            session: String,
            workspace: String,
        },
        /// Sets the program that prints tokens, with its arguments. Empty: use none.
        UseTokenCommand {
            command: Vec<String>,
        },
        RefreshLimits,
        /// Uses an earned reset of the limits, after the person confirmed it.
        UseReset {
            #[serde(default)]
            #[ts(optional = nullable)]
            id: Option<String>,
        },
        /// Asks the owner of the workspace by e-mail for credits or for a higher limit.
        AskOwner {
            for_credits: bool,
        },
    }
}
