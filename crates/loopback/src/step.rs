//! What the model does: a `Turn` is one HTTP response, a `Step` one thing in it.

use serde::Deserialize;
use serde_json::{Value, json};

/// One model response. A turn of the conversation is one of these per round of tool calls, and one to close.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    pub steps: Vec<Step>,
    /// `None`: counted from what was asked and what was said.
    pub usage: Option<Usage>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Text {
        chunks: Vec<String>,
        phase: Option<String>,
    },
    /// A thought: its summary in parts, and the raw text where the provider would show it.
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
    /// `count` deltas of one message, as fast as they go.
    Flood {
        count: usize,
        delta: String,
    },
    /// Stands still until the gate of this name opens.
    Wait(String),
    Pause(std::time::Duration),
    /// Says nothing more until the other side leaves.
    Hang,
    /// Breaks the connection in the middle of the stream.
    Drop,
    /// No stream at all: this status and body.
    Status {
        code: u16,
        body: Value,
    },
    /// Ends the stream with `response.failed`.
    Failed {
        code: String,
        message: String,
    },
    /// Ends the stream here, with this usage.
    End(Usage),
    /// An event sent as it is.
    Raw(Value),
}

/// Where the tools for agents live; a bare `spawn_agent` is an unsupported call.
pub(crate) const AGENTS: &str = "multi_agent_v1";

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub struct Usage {
    #[serde(alias = "inp")]
    pub input: u64,
    pub cached: u64,
    #[serde(alias = "out")]
    pub output: u64,
    #[serde(alias = "reason")]
    pub reasoning: u64,
}

impl Default for Usage {
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

    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = Some(usage);
        self
    }

    /// How many tool outputs the next request will bring for this response.
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
    /// Streamed about a word at a time.
    pub fn text(text: &str) -> Self {
        Self::text_in(text, 12)
    }

    /// Streamed in pieces of `size` characters.
    pub fn text_in(text: &str, size: usize) -> Self {
        Self::Text { chunks: pieces(text, size), phase: None }
    }

    /// Each part is a paragraph of its own; a part that opens with `**…**` gives the thought its headline.
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

    /// A command that wants to leave the sandbox: the person is asked, with the reason.
    pub fn exec_escalated(command: &str, why: &str) -> Self {
        let escalation = json!({ "cmd": command, "sandbox_permissions": "require_escalated", "justification": why });
        Self::call("exec_command", escalation)
    }

    pub fn patch(patch: &str) -> Self {
        Self::Custom { name: "apply_patch".to_owned(), input: patch.to_owned() }
    }

    /// Steps with their status: `pending`, `in_progress`, `completed`.
    pub fn plan(explanation: &str, steps: &[(&str, &str)]) -> Self {
        let plan: Vec<Value> = steps.iter().map(|(step, status)| json!({ "step": step, "status": status })).collect();
        let mut arguments = json!({ "plan": plan });
        if !explanation.is_empty() {
            arguments["explanation"] = explanation.into();
        }
        Self::call("update_plan", arguments)
    }

    /// One question with its options, each a label and a description.
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

    /// 429: the account's limit is used up.
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

/// Cuts between characters, never inside one.
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
