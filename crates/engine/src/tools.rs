//! Tools of the program around the engine, which the model may call.

use crate::platform::BoxFuture;
use protocol::ask::ToolCallReply;
use protocol::item::ToolContent;
use protocol::{RequestBody, ServerRequest};
use serde_json::{Value, json};
use std::sync::Arc;

type ToolFunction = Arc<dyn Fn(Value) -> BoxFuture<Result<String, String>> + Send + Sync>;

/// A function that the model may call in threads that this engine starts.
#[derive(Clone)]
pub struct ClientTool {
    name: String,
    description: String,
    /// JSON Schema of the arguments.
    input_schema: Value,
    run: ToolFunction,
}

impl ClientTool {
    /// `run` gets the model's arguments, which nobody has checked against the schema. Its error goes to the model as
    /// text, and the turn continues.
    pub fn new<F>(
        name: impl Into<String>,
        description: impl Into<String>,
        input_schema: Value,
        run: impl Fn(Value) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<String, String>> + Send + 'static,
    {
        let run: ToolFunction = Arc::new(move |arguments| Box::pin(run(arguments)));
        Self { name: name.into(), description: description.into(), input_schema, run }
    }
}

impl std::fmt::Debug for ClientTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientTool").field("name", &self.name).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, Default)]
pub struct ClientTools(Arc<[ClientTool]>);

impl FromIterator<ClientTool> for ClientTools {
    fn from_iter<T: IntoIterator<Item = ClientTool>>(tools: T) -> Self {
        Self(tools.into_iter().collect())
    }
}

impl ClientTools {
    /// The `dynamicTools` of a new thread. `None` without tools, because older servers do not know the field.
    pub(crate) fn specs(&self) -> Option<Vec<Value>> {
        let spec = |tool: &ClientTool| {
            json!({
                "type": "function",
                "name": tool.name,
                "description": tool.description,
                "inputSchema": tool.input_schema,
            })
        };
        (!self.0.is_empty()).then(|| self.0.iter().map(spec).collect())
    }

    /// The reply to a call of one of these tools, once it has run. `None` for every other request.
    pub(crate) fn call(&self, request: &ServerRequest) -> Option<BoxFuture<Value>> {
        let RequestBody::ToolCall(call) = &request.body else { return None };
        let tool = self.0.iter().find(|tool| call.namespace.is_none() && tool.name == call.tool)?;
        let running = (tool.run)(call.arguments.clone());
        Some(Box::pin(async move {
            let (text, success) = match running.await {
                Ok(text) => (text, true),
                Err(why) => (why, false),
            };
            json!(ToolCallReply { content_items: vec![ToolContent::InputText { text }], success })
        }))
    }
}
