//! Lenient parsing: structs that accept missing fields, and lists that skip entries they cannot parse.

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::value::RawValue;

/// Declares structs that we receive. Older servers send fewer fields and newer ones more; both parse.
macro_rules! open {
    ($($(#[$doc:meta])* $name:ident { $($(#[$attr:meta])* $field:ident: $type:ty),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase", default)]
        pub struct $name {
            $($(#[$attr])* pub $field: $type,)*
        }
    )*};
}
pub(crate) use open;

/// Parses a list and skips the entries that cannot be parsed.
pub fn readable<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let entries = Option::<Vec<Box<RawValue>>>::deserialize(deserializer)?.unwrap_or_default();
    Ok(entries.iter().filter_map(|entry| serde_json::from_str(entry.get()).ok()).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use crate::method::ThreadListAnswer;

    #[test]
    fn an_unreadable_thread_does_not_hide_the_others() {
        let answer = r#"{"data":[{"id":"a"},{"id":7},"b",{"id":"c","preview":"hi"}],"nextCursor":"n"}"#;
        let answer: ThreadListAnswer = serde_json::from_str(answer).expect("reads");
        let ids: Vec<&str> = answer.data.iter().map(|thread| thread.id.as_str()).collect();
        assert_eq!((ids, answer.next_cursor.as_deref()), (vec!["a", "c"], Some("n")));
    }
}
