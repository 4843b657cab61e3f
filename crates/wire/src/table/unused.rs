//! What the server offers and we do not use, by the reason.

/// A reason, and the methods it holds for.
pub type Reason = (&'static str, &'static [&'static str]);

pub const CLIENT_REQUESTS: &[Reason] = &[
    ("the server's own test method", &["mock/experimentalMethod"]),
    (
        "not built yet: projects group threads beyond their folder",
        &[
            "project/list",
            "project/read",
            "project/create",
            "project/import",
            "project/update",
            "project/move",
            "project/delete",
        ],
    ),
    ("not built yet: hooks", &["hooks/list"]),
    (
        "sharing plugins inside a company needs its workspace backend",
        &[
            "plugin/share/save",
            "plugin/share/updateTargets",
            "plugin/share/list",
            "plugin/share/checkout",
            "plugin/share/delete",
        ],
    ),
    (
        "not built yet: MCP servers",
        &[
            "mcpServer/oauth/login",
            "config/mcpServer/reload",
            "mcpServerStatus/list",
            "mcpServer/resource/read",
            "mcpServer/tool/call",
            "mcpServer/event/stream/start",
            "mcpServer/event/stream/stop",
        ],
    ),
    (
        "not built yet: editing codex's settings",
        &[
            "config/batchWrite",
            "experimentalFeature/list",
            "experimentalFeature/enablement/set",
            "permissionProfile/list",
            "modelProvider/capabilities/read",
            "turn/settings/update",
        ],
    ),
    (
        "another provider's sign-in: its own tools do it",
        &[
            "account/bedrock/discover",
            "account/bedrock/setup",
            "account/bedrock/checkGovCloudRequirements",
            "account/gcp/setup",
            "account/gatewayOAuth/read",
            "account/gatewayOAuth/login",
            "account/gatewayOAuth/cancel",
        ],
    ),
    (
        "the engine reads and watches files itself, so that they are shown without a server too",
        &[
            "fs/readFile",
            "fs/writeFile",
            "fs/createDirectory",
            "fs/getMetadata",
            "fs/readDirectory",
            "fs/remove",
            "fs/copy",
            "fs/watch",
            "fs/unwatch",
        ],
    ),
    (
        "not built yet: a terminal beside the thread",
        &["command/exec/write", "command/exec/terminate", "command/exec/resize"],
    ),
    (
        "it runs outside the sandbox; command/exec does what we need inside it",
        &["process/spawn", "process/writeStdin", "process/kill", "process/resizePty"],
    ),
    (
        "not built yet: voice",
        &[
            "thread/realtime/start",
            "thread/realtime/appendAudio",
            "thread/realtime/appendText",
            "thread/realtime/appendSpeech",
            "thread/realtime/stop",
            "thread/realtime/listVoices",
        ],
    ),
    ("thread/turns/list and thread/items/list say the same", &["thread/timeline/list", "thread/items/read"]),
    (
        "not built yet: attachments and memory",
        &[
            "thread/attachment/add",
            "thread/attachment/list",
            "thread/attachmentOwner/list",
            "thread/attachment/remove",
            "thread/memoryMode/set",
            "thread/memory/read",
            "memory/status",
            "memory/reset",
        ],
    ),
    ("it changes history behind the person's back", &["thread/inject_items"]),
    (
        "for clients that sample or predict outside a conversation",
        &["thread/sample", "thread/sample/cancel", "thread/prediction/request"],
    ),
    (
        "a counter for clients that hold a turn open; our asks are answered or refused",
        &["thread/increment_elicitation", "thread/decrement_elicitation"],
    ),
    (
        "remote servers are reached over ssh; this is OpenAI's relay",
        &[
            "remoteControl/enable",
            "remoteControl/disable",
            "remoteControl/status/read",
            "remoteControl/pairing/start",
            "remoteControl/pairing/status",
            "remoteControl/client/list",
            "remoteControl/client/revoke",
        ],
    ),
    ("environments are of OpenAI's cloud", &["environment/add", "environment/info", "environment/status"]),
    (
        "not built yet: importing from other agents, and setting up the Windows sandbox",
        &[
            "externalAgentConfig/detect",
            "externalAgentConfig/import",
            "externalAgentConfig/import/recordHistory",
            "externalAgentConfig/import/readHistories",
            "windowsSandbox/setupStart",
            "windowsSandbox/readiness",
        ],
    ),
    (
        "it needs keys that only OpenAI's own app holds",
        &[
            "userVerification/status",
            "userVerification/enroll",
            "userVerification/delete",
            "userVerification/verify",
            "userVerification/cancel",
        ],
    ),
    ("it sends conversations to OpenAI; we have our own diagnostics", &["feedback/upload", "feedback/save"]),
    ("the server compresses its files by itself", &["rollout/compress"]),
];

pub const NOTICES: &[Reason] = &[
    (
        "not built yet: projects, attachments and predictions",
        &["project/changed", "thread/project/updated", "thread/attachment/updated", "thread/prediction/updated"],
    ),
    ("environments are of OpenAI's cloud", &["thread/environment/connected", "thread/environment/disconnected"]),
    ("process/spawn is not used", &["process/outputDelta", "process/exited"]),
    ("not built yet: MCP event streams", &["mcpServer/event/stream/notification"]),
    ("another provider's sign-in: its own tools do it", &["account/gatewayOAuth/changed"]),
    (
        "not built yet: importing from other agents, and setting up the Windows sandbox",
        &[
            "externalAgentConfig/import/progress",
            "externalAgentConfig/import/completed",
            "windowsSandbox/setupCompleted",
        ],
    ),
    ("metadata for OpenAI's own moderation; nothing a person can see", &["turn/moderationMetadata"]),
    (
        "not built yet: voice",
        &[
            "thread/realtime/started",
            "thread/realtime/itemAdded",
            "thread/realtime/item/started",
            "thread/realtime/item/transcript/delta",
            "thread/realtime/item/completed",
            "thread/realtime/transcript/delta",
            "thread/realtime/transcript/done",
            "thread/realtime/outputAudio/delta",
            "thread/realtime/sdp",
            "thread/realtime/error",
            "thread/realtime/closed",
        ],
    ),
];
