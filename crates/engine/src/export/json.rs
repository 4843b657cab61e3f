//! A thread as JSON: the server's own data with nothing left out but secrets.

use serde_json::{Value, json};

pub const END: &str = "\n]}\n";

pub fn begin(thread: &protocol::Thread, title: &str) -> String {
    let mut head = serde_json::to_value(thread).unwrap_or_default();
    if let Some(head) = head.as_object_mut() {
        head.remove("turns");
    }
    let mut text = json!({ "format": "threadloft", "version": 1, "title": title, "thread": head }).to_string();
    // The closing brace is written at the end of the file.
    text.pop();
    text + ",\"turns\":[\n"
}

pub fn turn(turn: &Value, first: bool) -> String {
    format!("{}{turn}", if first { "" } else { ",\n" })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_pieces_are_one_value() {
        let thread = protocol::Thread { id: "t".into(), ..Default::default() };
        let turns = [json!({"id": "1", "unknown": {"kept": [1]}}), json!({"id": "2"})];
        let text = begin(&thread, "a \"title\"}") + &turn(&turns[0], true) + &turn(&turns[1], false) + END;
        let whole: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(whole["turns"], json!(turns));
        assert_eq!((&whole["title"], &whole["thread"]["id"]), (&json!("a \"title\"}"), &json!("t")));
        let empty: Value = serde_json::from_str(&(begin(&thread, "") + END)).unwrap();
        assert_eq!(empty["turns"], json!([]));
    }
}
