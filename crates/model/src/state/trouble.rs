//! Why a turn failed, in words, with the action that helps.

use crate::refusal::Refusal;
use contract::row::{Help, Trouble};

/// By `codexErrorInfo`: what the error means to a person, and what they can do.
const TROUBLES: &[(&str, &str, Help)] = &[
    ("contextWindowExceeded", "The conversation no longer fits in the model’s context.", Help::Compact),
    ("sessionBudgetExceeded", "The budget of this session is used up.", Help::None),
    ("usageLimitExceeded", "A usage limit was reached.", Help::Wait),
    ("rateLimitExceeded", "Too many requests in a short time.", Help::Wait),
    ("serverOverloaded", "The model’s servers are overloaded.", Help::Wait),
    ("flexUnavailable", "There is no capacity for this tier right now.", Help::Wait),
    ("policyCapacityUnavailable", "There is no capacity for this request right now.", Help::Wait),
    ("unauthorized", "You are signed out, or the sign-in has expired.", Help::SignIn),
    (EXTERNAL, "The sign-in could not be renewed: the token command returned no new token.", Help::SignIn),
    ("internalServerError", "The model’s servers had a problem.", Help::Retry),
    ("httpConnectionFailed", "The model’s servers could not be reached.", Help::Retry),
    ("responseStreamConnectionFailed", "The model’s servers could not be reached.", Help::Retry),
    ("responseStreamDisconnected", "The connection was lost while the model was answering.", Help::Retry),
    ("responseTooManyFailedAttempts", "The model’s servers did not answer after several tries.", Help::Retry),
    ("badRequest", "The model refused the request.", Help::None),
    ("modelNotFound", "This model does not exist or is not available to you.", Help::None),
    ("cyberPolicy", "The model provider’s policy stopped the request.", Help::None),
    ("misalignmentPolicyViolation", "The model provider’s policy stopped the turn.", Help::None),
    ("tooManyDenials", "The turn was stopped after too many declined requests.", Help::Retry),
    ("sandboxError", "The sandbox for commands failed.", Help::None),
    ("other", "The turn failed.", Help::Retry),
];

const EXTERNAL: &str = "external";

/// Whether it failed because of a usage limit.
pub fn is_limit(error: Option<&protocol::turn::TurnError>) -> bool {
    let info = error.and_then(|error| error.codex_error_info.as_ref());
    info.is_some_and(|info| info.name() == "usageLimitExceeded")
}

pub fn of(error: Option<&protocol::turn::TurnError>) -> Trouble {
    let Some(error) = error else {
        return Trouble { message: "The turn failed. The server gave no reason.".into(), help: Help::Retry };
    };
    let info = error.codex_error_info.as_ref();
    // A provider that answered with a refusal was reached.
    let name = match info.and_then(|info| info.http_status()) {
        Some(401) => "unauthorized",
        Some(429) => "rateLimitExceeded",
        _ => info.map_or("other", |info| info.name()),
    };
    // The server has no error code for a token command that printed no token.
    let name = if Refusal::of_words(&error.message) == Refusal::NoToken { EXTERNAL } else { name };
    let known = TROUBLES.iter().find(|(known, ..)| *known == name);
    let (words, help) = known.map_or(("The turn failed.", Help::Retry), |(_, words, help)| (words, *help));
    let said = render::visible(error.message.trim());
    let message = if said.is_empty() { words.to_owned() } else { format!("{words} {said}") };
    Trouble { message, help }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::{from_value, json};

    fn help(error: serde_json::Value) -> Help {
        of(Some(&from_value(error).unwrap())).help
    }

    #[test]
    fn each_error_names_what_helps() {
        assert_eq!(help(json!({"message":"m","codexErrorInfo":"contextWindowExceeded"})), Help::Compact);
        assert_eq!(help(json!({"message":"m","codexErrorInfo":"usageLimitExceeded"})), Help::Wait);
        assert_eq!(help(json!({"message":"m","codexErrorInfo":"unauthorized"})), Help::SignIn);
        assert_eq!(
            help(json!({"message":"m","codexErrorInfo":{"httpConnectionFailed":{"httpStatusCode":503}}})),
            Help::Retry
        );
        let refused =
            |code: u16| json!({"message":"m","codexErrorInfo":{"httpConnectionFailed":{"httpStatusCode":code}}});
        assert_eq!((help(refused(401)), help(refused(429))), (Help::SignIn, Help::Wait));
        assert_eq!(help(json!({"message":"m","codexErrorInfo":"neverHeardOf"})), Help::Retry);
        let external = json!({"message":"auth refresh request failed: code=-32000","codexErrorInfo":"other"});
        assert_eq!(help(external), Help::SignIn);
        assert_eq!(help(json!({"message":"m"})), Help::Retry);
    }

    #[test]
    fn the_servers_words_come_after_ours() {
        let error = from_value(json!({"message":"It says \u{202e}no.","codexErrorInfo":"unauthorized"})).unwrap();
        let message = of(Some(&error)).message;
        assert!(message.starts_with("You are signed out"), "{message}");
        assert!(message.contains("It says") && !message.contains('\u{202e}'), "{message}");
        assert!(of(None).message.contains("gave no reason"));
    }
}
