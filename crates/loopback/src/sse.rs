//! Encodes steps as events of the Responses API.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::step::{ScriptedUsage, Step, pieces};

/// Ids must be unique within the process, because codex keys items by them.
static SERIAL: AtomicU64 = AtomicU64::new(1);

pub(crate) fn serial(prefix: &str) -> String {
    format!("{prefix}_{}", SERIAL.fetch_add(1, Ordering::Relaxed))
}

/// The events of a step; none for steps that wait, break or end the stream.
pub(crate) fn events(step: &Step) -> Box<dyn Iterator<Item = Value> + Send + '_> {
    match step {
        Step::Text { chunks, phase } => text(chunks, phase.as_deref()),
        Step::Reason { parts, raw } => reason(parts, raw.as_deref()),
        Step::Call { name, namespace, arguments } => call(name, namespace.as_deref(), arguments),
        Step::Custom { name, input } => custom(name, input),
        Step::WebSearch { query } => web_search(query),
        Step::Flood { count, delta } => flood(*count, delta),
        Step::Raw(event) => Box::new(std::iter::once(event.clone())),
        Step::Wait(_)
        | Step::Pause(_)
        | Step::Hang
        | Step::Drop
        | Step::Status { .. }
        | Step::Failed { .. }
        | Step::End(_) => Box::new(std::iter::empty()),
    }
}

pub(crate) fn created(response: &str) -> Value {
    json!({ "type": "response.created", "response": { "id": response } })
}

pub(crate) fn failed(response: &str, code: &str, message: &str) -> Value {
    let error = json!({ "code": code, "message": message });
    json!({ "type": "response.failed", "response": { "id": response, "error": error } })
}

pub(crate) fn completed(response: &str, usage: ScriptedUsage) -> Value {
    let usage = json!({
        "input_tokens": usage.input,
        "input_tokens_details": { "cached_tokens": usage.cached },
        "output_tokens": usage.output,
        "output_tokens_details": { "reasoning_tokens": usage.reasoning },
        "total_tokens": usage.input + usage.output,
    });
    json!({ "type": "response.completed", "response": { "id": response, "usage": usage } })
}

/// Encodes one event.
pub(crate) fn encode(event: &Value, into: &mut Vec<u8>) {
    let kind = event.get("type").and_then(Value::as_str).unwrap_or("message");
    into.extend_from_slice(format!("event: {kind}\ndata: {event}\n\n").as_bytes());
}

/// True for a delta event.
pub(crate) fn is_delta(event: &Value) -> bool {
    event.get("type").and_then(Value::as_str).is_some_and(|kind| kind.ends_with(".delta"))
}

type Events<'a> = Box<dyn Iterator<Item = Value> + Send + 'a>;

fn added(item: &Value) -> Value {
    json!({ "type": "response.output_item.added", "output_index": 0, "item": item })
}

fn done(item: &Value) -> Value {
    json!({ "type": "response.output_item.done", "output_index": 0, "item": item })
}

fn text<'a>(chunks: &'a [String], phase: Option<&str>) -> Events<'a> {
    let id = serial("msg");
    let mut item = json!({ "type": "message", "role": "assistant", "id": id, "content": [] });
    if let Some(phase) = phase {
        item["phase"] = phase.into();
    }
    let first = added(&item);
    item["content"] = json!([{ "type": "output_text", "text": chunks.concat() }]);
    let last = done(&item);
    let deltas = chunks.iter().map(move |chunk| text_delta(&id, chunk));
    Box::new(std::iter::once(first).chain(deltas).chain([last]))
}

fn text_delta(id: &str, delta: &str) -> Value {
    json!({ "type": "response.output_text.delta", "item_id": id, "output_index": 0, "content_index": 0, "delta": delta })
}

fn flood(count: usize, delta: &str) -> Events<'_> {
    let id = serial("msg");
    let item = json!({ "type": "message", "role": "assistant", "id": id, "content": [] });
    let whole = json!({ "type": "message", "role": "assistant", "id": id,
                        "content": [{ "type": "output_text", "text": delta.repeat(count) }] });
    let event = text_delta(&id, delta);
    Box::new(std::iter::once(added(&item)).chain(std::iter::repeat_n(event, count)).chain([done(&whole)]))
}

fn reason<'a>(parts: &'a [String], raw: Option<&str>) -> Events<'a> {
    let id = serial("rs");
    let summary: Vec<Value> = parts.iter().map(|part| json!({ "type": "summary_text", "text": part })).collect();
    // Codex counts reasoning tokens by the size of this encrypted block.
    let mut item =
        json!({ "type": "reasoning", "id": id, "summary": summary, "encrypted_content": "YmJi".repeat(200) });
    let first = added(&json!({ "type": "reasoning", "id": id, "summary": [] }));
    let raw_delta = raw.map(|raw| {
        item["content"] = json!([{ "type": "reasoning_text", "text": raw }]);
        json!({ "type": "response.reasoning_text.delta", "item_id": id, "content_index": 0, "delta": raw })
    });
    let last = done(&item);
    let summary = parts.iter().enumerate().flat_map(move |(at, part)| {
        let id = id.clone();
        let opened = json!({ "type": "response.reasoning_summary_part.added", "item_id": id, "summary_index": at });
        let deltas = pieces(part, 15).into_iter().map(move |delta| {
            json!({ "type": "response.reasoning_summary_text.delta", "item_id": id, "summary_index": at, "delta": delta })
        });
        std::iter::once(opened).chain(deltas)
    });
    Box::new(std::iter::once(first).chain(summary).chain(raw_delta).chain([last]))
}

fn call(name: &str, namespace: Option<&str>, arguments: &Value) -> Events<'static> {
    let mut item = json!({ "type": "function_call", "id": serial("fc"), "call_id": serial("call"), "name": name,
                           "arguments": "" });
    if let Some(namespace) = namespace {
        item["namespace"] = namespace.into();
    }
    let first = added(&item);
    item["arguments"] = arguments.to_string().into();
    Box::new([first, done(&item)].into_iter())
}

fn custom<'a>(name: &str, input: &'a str) -> Events<'a> {
    let (id, call) = (serial("ctc"), serial("call"));
    let mut item = json!({ "type": "custom_tool_call", "id": id, "call_id": call, "name": name, "input": "" });
    let first = added(&item);
    item["input"] = input.into();
    let last = done(&item);
    let deltas = pieces(input, 40).into_iter().map(move |delta| {
        json!({ "type": "response.custom_tool_call_input.delta", "item_id": id, "call_id": call, "delta": delta })
    });
    Box::new(std::iter::once(first).chain(deltas).chain([last]))
}

fn web_search(query: &str) -> Events<'static> {
    let id = serial("ws");
    let action = json!({ "type": "search", "query": query });
    let first = added(&json!({ "type": "web_search_call", "id": id, "status": "in_progress" }));
    let last = done(&json!({ "type": "web_search_call", "id": id, "status": "completed", "action": action }));
    Box::new([first, last].into_iter())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn kinds(step: &Step) -> Vec<String> {
        events(step).map(|event| event["type"].as_str().unwrap().trim_start_matches("response.").to_owned()).collect()
    }

    #[test]
    fn a_streamed_text_closes_with_all_of_it() {
        let step = Step::text_in("abcdef", 3);
        let delta = "output_text.delta";
        assert_eq!(kinds(&step), ["output_item.added", delta, delta, "output_item.done"]);
        assert_eq!(events(&step).last().unwrap()["item"]["content"][0]["text"], "abcdef");
    }

    #[test]
    fn reasoning_has_a_part_per_paragraph() {
        let kinds = kinds(&Step::reason(&["one", "two"]));
        assert_eq!(kinds.iter().filter(|kind| *kind == "reasoning_summary_part.added").count(), 2);
        assert_eq!(kinds.last().unwrap(), "output_item.done");
    }

    #[test]
    fn a_call_carries_its_arguments_as_text() {
        let last = events(&Step::mcp("lab", "echo", json!({"a": 1}))).last().unwrap();
        assert_eq!(last["item"]["arguments"], r#"{"a":1}"#);
        assert_eq!(last["item"]["namespace"], "mcp__lab");
    }

    #[test]
    fn a_flood_has_the_given_length() {
        assert_eq!(kinds(&Step::flood(2000)).len(), 2002);
    }

    #[test]
    fn an_event_is_one_line() {
        let mut bytes = Vec::new();
        encode(&text_delta("m", "two\nlines\r\n\u{2028}"), &mut bytes);
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.starts_with("event: response.output_text.delta\ndata: {") && text.ends_with("}\n\n"));
        assert_eq!(text.matches('\n').count(), 3);
    }
}
