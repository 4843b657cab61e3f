//! Tokens with the claims that codex reads. They are unsigned (`alg` none); codex does not check signatures.

use serde_json::{Value, json};

use super::ScriptedAccount;
use crate::limits::now;
use crate::sse::serial;

pub(super) fn access(account: &ScriptedAccount) -> String {
    let issued = i64::try_from(now()).unwrap_or(i64::MAX);
    jwt(&json!({
        "iss": "loopback",
        "iat": issued,
        "exp": issued + account.lifetime,
        "jti": serial("jwt"),
        "email": account.email,
        "https://api.openai.com/profile": { "email": account.email, "email_verified": true },
        "https://api.openai.com/auth": {
            "chatgpt_account_id": account.id,
            "chatgpt_plan_type": account.plan,
            "chatgpt_user_id": account.user,
            "user_id": account.user,
        },
    }))
}

fn jwt(claims: &Value) -> String {
    let part = |value: &Value| base64url(value.to_string().as_bytes());
    format!("{}.{}.{}", part(&json!({ "alg": "none", "typ": "JWT" })), part(claims), base64url(b"unsigned"))
}

/// Base64url without padding, as JWTs need it.
fn base64url(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..=chunk.len() {
            let letter = bits >> (18 - 6 * at) & 63;
            text.push(char::from(LETTERS[letter as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_has_no_padding() {
        let pairs =
            [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("\u{ff}\u{fe}", "w7_Dvg")];
        for (bytes, text) in pairs {
            assert_eq!(base64url(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn no_two_tokens_are_the_same() {
        assert_ne!(access(&ScriptedAccount::default()), access(&ScriptedAccount::default()));
    }
}
