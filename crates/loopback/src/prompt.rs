//! The script language that a test can put into the prompt itself.
//!
//! `SCRIPT:[{"op":"exec","cmd":"ls"}]` is one response; `SCRIPT:[[…],[…]]` has one list per response. After the last
//! one the model says a closing line. A step with `type` instead of `op` is a raw event.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::step::{ScriptedUsage, Step, Turn, pieces};

/// Why a script is invalid. The text is returned with status 400.
#[derive(Debug, thiserror::Error)]
#[error("cannot read this script: {0}")]
pub(crate) struct BadScript(String);

/// Parses the prompt. Returns `None` if it is not a script.
pub(crate) fn read(prompt: &str) -> Result<Option<Vec<Turn>>, BadScript> {
    let Some(script) = prompt.trim().strip_prefix("SCRIPT:") else { return Ok(None) };
    let list: Vec<Value> = serde_json::from_str(script).map_err(|error| BadScript(error.to_string()))?;
    let nested = list.first().is_some_and(Value::is_array);
    let responses = if nested { list } else { vec![Value::Array(list)] };
    responses.into_iter().map(turn).collect::<Result<_, _>>().map(Some)
}

fn turn(steps: Value) -> Result<Turn, BadScript> {
    let Value::Array(steps) = steps else { return Err(BadScript("a response is a list of steps".to_owned())) };
    steps.into_iter().map(step).collect::<Result<Vec<_>, _>>().map(Turn::from)
}

fn step(value: Value) -> Result<Step, BadScript> {
    if value.get("op").is_none() && value.get("type").is_some_and(Value::is_string) {
        return Ok(Step::Raw(value));
    }
    let op: Op = serde_json::from_value(value).map_err(|error| BadScript(error.to_string()))?;
    Ok(op.into())
}

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Op {
    Text {
        text: String,
        chunks: Option<Vec<String>>,
        size: Option<usize>,
        phase: Option<String>,
    },
    Reason {
        text: Option<String>,
        parts: Option<Vec<String>>,
        raw: Option<String>,
    },
    Exec(Map<String, Value>),
    Fn {
        name: String,
        namespace: Option<String>,
        #[serde(default)]
        args: Map<String, Value>,
    },
    Custom {
        name: String,
        input: String,
    },
    Patch {
        input: String,
    },
    Plan {
        explanation: Option<String>,
        plan: Value,
    },
    Ask {
        questions: Value,
    },
    Permissions {
        reason: String,
        permissions: Value,
    },
    Websearch {
        q: String,
    },
    ViewImage {
        path: String,
    },
    Mcp {
        server: String,
        tool: String,
        #[serde(default)]
        args: Map<String, Value>,
    },
    Spawn {
        message: String,
    },
    Flood {
        n: usize,
        delta: Option<String>,
    },
    Sleep {
        s: f64,
    },
    Wait {
        gate: String,
    },
    Hang {},
    Drop {},
    Status {
        code: u16,
        body: Option<Value>,
    },
    Limit {
        plan: Option<String>,
        resets_in_seconds: Option<u64>,
    },
    Failed {
        code: Option<String>,
        message: Option<String>,
    },
    End {
        #[serde(default)]
        usage: ScriptedUsage,
    },
}

impl From<Op> for Step {
    fn from(op: Op) -> Self {
        match op {
            Op::Text { text, chunks, size, phase } => {
                Self::Text { chunks: chunks.unwrap_or_else(|| pieces(&text, size.unwrap_or(12))), phase }
            }
            Op::Reason { text, parts, raw } => {
                Self::Reason { parts: parts.unwrap_or_else(|| text.into_iter().collect()), raw }
            }
            Op::Exec(arguments) => Self::call("exec_command", arguments.into()),
            Op::Fn { name, namespace, args } => Self::Call { name, namespace, arguments: args.into() },
            Op::Custom { name, input } => Self::Custom { name, input },
            Op::Patch { input } => Self::patch(&input),
            Op::Plan { explanation, plan } => {
                Self::call("update_plan", json!({ "explanation": explanation, "plan": plan }))
            }
            Op::Ask { questions } => Self::call("request_user_input", json!({ "questions": questions })),
            Op::Permissions { reason, permissions } => Self::permissions(&reason, permissions),
            Op::Websearch { q } => Self::web_search(&q),
            Op::ViewImage { path } => Self::view_image(&path),
            Op::Mcp { server, tool, args } => Self::mcp(&server, &tool, args.into()),
            Op::Spawn { message } => Self::spawn_agent(&message),
            Op::Flood { n, delta } => Self::Flood { count: n, delta: delta.unwrap_or_else(|| "ab ".to_owned()) },
            // An hour is longer than any test. A negative or infinite number means no pause.
            Op::Sleep { s } => Self::Pause(Duration::try_from_secs_f64(s.min(3600.0)).unwrap_or_default()),
            Op::Wait { gate } => Self::Wait(gate),
            Op::Hang {} => Self::Hang,
            Op::Drop {} => Self::Drop,
            Op::Status { code, body } => {
                Self::Status { code, body: body.unwrap_or_else(|| json!({ "error": { "message": "scripted" } })) }
            }
            Op::Limit { plan, resets_in_seconds } => {
                Self::limit_reached(plan.as_deref().unwrap_or("pro"), resets_in_seconds.unwrap_or(1000))
            }
            Op::Failed { code, message } => Self::Failed {
                code: code.unwrap_or_else(|| "server_error".to_owned()),
                message: message.unwrap_or_else(|| "The model failed as scripted.".to_owned()),
            },
            Op::End { usage } => Self::End(usage),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_becomes_steps() {
        let turns =
            read(r#" SCRIPT:[{"op":"exec","cmd":"ls","tty":true},{"op":"wait","gate":"g"},{"type":"response.x"}]"#);
        let steps = vec![
            Step::call("exec_command", json!({"cmd": "ls", "tty": true})),
            Step::wait("g"),
            Step::Raw(json!({"type": "response.x"})),
        ];
        assert_eq!(turns.unwrap(), Some(vec![Turn::new(steps)]));
    }

    #[test]
    fn lists_in_the_list_are_responses() {
        let turns = read(r#"SCRIPT:[[{"op":"exec","cmd":"a"}],[{"op":"text","text":"b"}]]"#).unwrap().unwrap();
        assert_eq!(turns, [Turn::new([Step::exec("a")]), Turn::text("b")]);
    }

    #[test]
    fn a_bad_script_gives_a_clear_error() {
        for bad in ["SCRIPT:", "SCRIPT:{}", "SCRIPT:[1]", r#"SCRIPT:[{"op":"nope"}]"#, r#"SCRIPT:[[],{"op":"drop"}]"#] {
            assert!(read(bad).unwrap_err().to_string().starts_with("cannot read this script: "), "{bad}");
        }
        assert!(read("no script").unwrap().is_none());
    }
}
