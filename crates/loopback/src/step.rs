//! Scripted model output: a `Turn` is one HTTP response, a `Step` one part of it.

use serde::Deserialize;
use serde_json::{Value, json};

/// One model response. A turn of the conversation consists of one per round of tool calls, and a last one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    pub steps: Vec<Step>,
    /// `None` estimates the usage from input and output.
    pub usage: Option<ScriptedUsage>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Text {
        chunks: Vec<String>,
        phase: Option<String>,
    },
    /// Reasoning: the parts of its summary, and the raw text if the provider would show it.
    Reason {
        parts: Vec<String>,
        raw: Option<String>,
    },
    /// A function call; `namespace` is an MCP server's (`mcp__name`).
    Call {
        name: String,
        namespace: Option<String>,
        arguments: Value,
    },
    /// A free-form tool call.
    Custom {
        name: String,
        input: String,
    },
    WebSearch {
        query: String,
    },
    /// `count` deltas of one message, as fast as possible.
    Flood {
        count: usize,
        delta: String,
    },
    /// Waits until the gate of this name opens.
    Wait(String),
    Pause(std::time::Duration),
    /// Sends nothing more until the client disconnects.
    Hang,
    /// Breaks the connection mid-stream.
    Drop,
    /// Answers with this status and body instead of a stream.
    Status {
        code: u16,
        body: Value,
    },
    /// Ends the stream with `response.failed`.
    Failed {
        code: String,
        message: String,
    },
    /// Ends the stream with this usage.
    End(ScriptedUsage),
    /// A raw event, sent verbatim.
    Raw(Value),
}

/// The namespace of the agent tools; codex rejects a bare `spawn_agent`.
pub(crate) const AGENTS: &str = "multi_agent_v1";

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub struct ScriptedUsage {
    #[serde(alias = "inp")]
    pub input: u64,
    pub cached: u64,
    #[serde(alias = "out")]
    pub output: u64,
    #[serde(alias = "reason")]
    pub reasoning: u64,
}

impl Default for ScriptedUsage {
    fn default() -> Self {
        Self { input: 1200, cached: 200, output: 80, reasoning: 30 }
    }
}

impl Turn {
    pub fn new(steps: impl Into<Vec<Step>>) -> Self {
        Self { steps: steps.into(), usage: None }
    }

    pub fn text(text: &str) -> Self {
        Self::new([Step::text(text)])
    }

    pub fn with_usage(mut self, usage: ScriptedUsage) -> Self {
        self.usage = Some(usage);
        self
    }

    /// The number of tool outputs that the next request will contain for this response.
    pub(crate) fn calls(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Call { .. } | Step::Custom { .. })).count()
    }
}

impl From<Step> for Turn {
    fn from(step: Step) -> Self {
        Self::new([step])
    }
}

impl<const N: usize> From<[Step; N]> for Turn {
    fn from(steps: [Step; N]) -> Self {
        Self::new(steps)
    }
}

impl From<Vec<Step>> for Turn {
    fn from(steps: Vec<Step>) -> Self {
        Self::new(steps)
    }
}

impl Step {
    /// A message, streamed about a word at a time.
    pub fn text(text: &str) -> Self {
        Self::text_in(text, 12)
    }

    /// A message, streamed in pieces of `size` characters.
    pub fn text_in(text: &str, size: usize) -> Self {
        Self::Text { chunks: pieces(text, size), phase: None }
    }

    /// Reasoning with one paragraph per part. A part that starts with `**…**` sets its headline.
    pub fn reason(parts: &[&str]) -> Self {
        Self::Reason { parts: parts.iter().map(|part| (*part).to_owned()).collect(), raw: None }
    }

    pub fn call(name: &str, arguments: Value) -> Self {
        Self::Call { name: name.to_owned(), namespace: None, arguments }
    }

    pub fn mcp(server: &str, tool: &str, arguments: Value) -> Self {
        Self::Call { name: tool.to_owned(), namespace: Some(format!("mcp__{server}")), arguments }
    }

    pub fn exec(command: &str) -> Self {
        Self::call("exec_command", json!({ "cmd": command }))
    }

    /// A command that asks to run outside the sandbox, with a reason for the person.
    pub fn exec_escalated(command: &str, why: &str) -> Self {
        let escalation = json!({ "cmd": command, "sandbox_permissions": "require_escalated", "justification": why });
        Self::call("exec_command", escalation)
    }

    pub fn patch(patch: &str) -> Self {
        Self::Custom { name: "apply_patch".to_owned(), input: patch.to_owned() }
    }

    /// A plan: each step with its status (`pending`, `in_progress` or `completed`).
    pub fn plan(explanation: &str, steps: &[(&str, &str)]) -> Self {
        let plan: Vec<Value> = steps.iter().map(|(step, status)| json!({ "step": step, "status": status })).collect();
        let mut arguments = json!({ "plan": plan });
        if !explanation.is_empty() {
            arguments["explanation"] = explanation.into();
        }
        Self::call("update_plan", arguments)
    }

    /// A question to the person. Each option is a label and a description.
    pub fn ask(id: &str, header: &str, question: &str, options: &[(&str, &str)]) -> Self {
        let options: Vec<Value> =
            options.iter().map(|(label, text)| json!({ "label": label, "description": text })).collect();
        let question = json!({ "id": id, "header": header, "question": question, "options": options });
        Self::call("request_user_input", json!({ "questions": [question] }))
    }

    pub fn permissions(reason: &str, permissions: Value) -> Self {
        Self::call("request_permissions", json!({ "reason": reason, "permissions": permissions }))
    }

    pub fn web_search(query: &str) -> Self {
        Self::WebSearch { query: query.to_owned() }
    }

    pub fn view_image(path: &str) -> Self {
        Self::call("view_image", json!({ "path": path }))
    }

    pub fn spawn_agent(message: &str) -> Self {
        let arguments = json!({ "message": message });
        Self::Call { name: "spawn_agent".to_owned(), namespace: Some(AGENTS.to_owned()), arguments }
    }

    pub fn flood(count: usize) -> Self {
        Self::Flood { count, delta: "ab ".to_owned() }
    }

    pub fn wait(gate: &str) -> Self {
        Self::Wait(gate.to_owned())
    }

    /// Status 429: the account's limit is used up.
    pub fn limit_reached(plan: &str, resets_in_seconds: u64) -> Self {
        let resets_at = crate::limits::now() + resets_in_seconds;
        let error = json!({ "type": "usage_limit_reached", "message": "The usage limit has been reached",
                            "plan_type": plan, "resets_at": resets_at, "resets_in_seconds": resets_in_seconds });
        Self::Status { code: 429, body: json!({ "error": error }) }
    }

    pub fn server_error() -> Self {
        let error = json!({ "type": "server_error", "message": "The server had an error" });
        Self::Status { code: 500, body: json!({ "error": error }) }
    }

    pub fn context_length_exceeded() -> Self {
        Self::Failed {
            code: "context_length_exceeded".to_owned(),
            message: "Your input exceeds the context window of this model.".to_owned(),
        }
    }
}

/// Splits between characters, never inside one.
pub(crate) fn pieces(text: &str, size: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(size.max(1)).map(|piece| piece.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_cut_between_characters() {
        let text = "héllo wörld ✓ done";
        assert_eq!(pieces(text, 5).concat(), text);
        assert_eq!(pieces(text, 0).len(), text.chars().count());
        assert!(pieces("", 5).is_empty());
    }
}
