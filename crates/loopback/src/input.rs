//! Reads the `input` of a Responses API request: the last prompt, and the tool outputs since.
//!
//! Parsing is lenient: a field of unexpected shape counts as missing.

use serde_json::Value;

/// The `input` of one request.
#[derive(Clone, Copy, Debug)]
pub struct RequestInput<'a> {
    items: &'a [Value],
}

impl<'a> RequestInput<'a> {
    pub fn of(body: &'a Value) -> Self {
        Self { items: body.get("input").and_then(Value::as_array).map_or(&[], Vec::as_slice) }
    }

    /// The person's last message. Marked blocks that codex sends in the user's name are skipped.
    pub fn prompt(&self) -> String {
        self.last_words().map(|(_, text)| text).unwrap_or_default()
    }

    /// The tool outputs since the last prompt, oldest first.
    pub fn outputs(&self) -> Vec<String> {
        let from = self.last_words().map_or(0, |(at, _)| at + 1);
        let items = self.items.get(from..).unwrap_or_default();
        items.iter().filter(|item| kind(item).ends_with("_output")).map(|item| words(&item["output"])).collect()
    }

    fn last_words(&self) -> Option<(usize, String)> {
        let spoken = self.items.iter().enumerate().rev().filter(|(_, item)| is_user(item));
        spoken.map(|(at, item)| (at, words(&item["content"]))).find(|(_, text)| !is_context(text))
    }
}

fn kind(item: &Value) -> &str {
    item.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn is_user(item: &Value) -> bool {
    kind(item) == "message" && item.get("role").and_then(Value::as_str) == Some("user")
}

fn is_context(text: &str) -> bool {
    const OPENINGS: [&str; 8] = [
        "<environment_context>",
        "<user_instructions>",
        "# AGENTS.md instructions",
        "<turn_aborted>",
        "<skills",
        "<skill>",
        "<permissions",
        "<subagent_notification>",
    ];
    let text = text.trim_start();
    OPENINGS.iter().any(|opening| text.starts_with(opening))
}

/// The text of a content list or of a plain string.
fn words(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts: Vec<&str> = parts.iter().filter_map(|part| part.get("text")?.as_str()).collect();
            texts.join(" ")
        }
        Value::Object(fields) => fields.get("content").map(words).unwrap_or_default(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn user(text: &str) -> Value {
        json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]})
    }

    #[test]
    fn the_prompt_is_the_persons_last_message() {
        let body =
            json!({"input": [user("first"), user("second"), user("<environment_context>x</environment_context>")]});
        assert_eq!(RequestInput::of(&body).prompt(), "second");
    }

    #[test]
    fn only_outputs_since_the_prompt_count() {
        let old = json!({"type": "function_call_output", "call_id": "1", "output": "old"});
        let new =
            json!({"type": "custom_tool_call_output", "call_id": "2", "output": [{"type": "text", "text": "new"}]});
        let body = json!({"input": [user("a"), old, user("b"), new]});
        assert_eq!(RequestInput::of(&body).outputs(), ["new"]);
    }

    #[test]
    fn a_body_of_another_shape_is_an_empty_input() {
        for body in [json!(null), json!({"input": 3}), json!({"input": [null, {"type": 4}]}), json!([])] {
            assert_eq!(RequestInput::of(&body).prompt(), "");
            assert!(RequestInput::of(&body).outputs().is_empty());
        }
    }
}
