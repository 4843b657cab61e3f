//! What a person needs to know about the keychain: whether it works, and if not, why and what to do.

use serde::Serialize;
use std::fmt;
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Keychain {
    pub verdict: Verdict,
    /// A sentence that says what is wrong and what to do.
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Verdict {
    Works,
    /// This system has no service that keeps secrets.
    NoService,
    /// The service runs but has no keychain.
    Empty,
    /// The keychain is locked, or waits for a password that nobody types.
    Locked,
    /// The person or the system refused access.
    Denied,
    Broken,
}

impl Keychain {
    pub fn new(verdict: Verdict) -> Self {
        let message = match verdict {
            Verdict::Works => "The keychain works.",
            Verdict::NoService if cfg!(target_os = "linux") => {
                "No keychain was found. Install and start one (GNOME Keyring or KWallet), or stay signed in for this \
                 session only."
            }
            Verdict::NoService => "The keychain cannot be reached. You can stay signed in for this session only.",
            Verdict::Empty => {
                "The keychain service has no keychain yet. Create one in your system’s password app, or \
                 stay signed in for this session only."
            }
            Verdict::Locked => {
                "The keychain is locked. Unlock it and try again, or stay signed in for this session only."
            }
            Verdict::Denied => {
                "Access to the keychain was denied or no password was entered. Try again and allow it, or stay \
                 signed in for this session only."
            }
            Verdict::Broken => {
                "The keychain gave an unexpected answer. Try again, or stay signed in for this session only."
            }
        };
        Self { verdict, message: message.to_owned() }
    }

    /// `why` must not contain a secret.
    pub fn broken(why: &impl fmt::Display) -> Self {
        let why: String = why.to_string().chars().filter(|c| !c.is_control()).take(200).collect();
        let message = format!("The keychain failed ({why}). Try again, or stay signed in for this session only.");
        Self { verdict: Verdict::Broken, message }
    }
}
