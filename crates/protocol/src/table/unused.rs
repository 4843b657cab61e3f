//! Methods and notifications that we do not use, grouped by reason.

/// A reason, and the methods it applies to.
pub type Reason = (&'static str, &'static [&'static str]);

pub const CLIENT_REQUESTS: &[Reason] = &[
    ("the server's own test method", &["mock/experimentalMethod"]),
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
        "streams of events are for clients that are themselves an MCP app",
        &["mcpServer/event/stream/start", "mcpServer/event/stream/stop"],
    ),
    (
        "another provider's sign-in: its own tools do it",
        &[
            "account/bedrock/discover",
            "account/bedrock/setup",
            "account/bedrock/checkGovCloudRequirements",
            "account/gcp/setup",
        ],
    ),
    (
        "the engine reads files itself, so that they are shown without a server too",
        &[
            "fs/readFile",
            "fs/writeFile",
            "fs/createDirectory",
            "fs/getMetadata",
            "fs/readDirectory",
            "fs/remove",
            "fs/copy",
        ],
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
    ("it changes history behind the person's back", &["thread/inject_items"]),
    ("for clients that sample outside a conversation", &["thread/sample", "thread/sample/cancel"]),
    ("0.166 declares it and answers that it is not implemented", &["thread/prediction/request"]),
    (
        "a counter for clients that hold a turn open; our asks are answered or refused",
        &["thread/increment_elicitation", "thread/decrement_elicitation"],
    ),
    (
        "it lets OpenAI's relay steer this computer from elsewhere; a window speaks only to the server it started",
        &[
            "remoteControl/enable",
            "remoteControl/pairing/start",
            "remoteControl/pairing/status",
            "remoteControl/client/list",
            "remoteControl/client/revoke",
        ],
    ),
    ("environments are of OpenAI's cloud", &["environment/add", "environment/info", "environment/status"]),
    ("the server itself records what it imports", &["externalAgentConfig/import/recordHistory"]),
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
];

pub const NOTIFICATIONS: &[Reason] = &[
    ("0.166 declares it and answers that it is not implemented", &["thread/prediction/updated"]),
    ("streams of events are for clients that are themselves an MCP app", &["mcpServer/event/stream/notification"]),
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
