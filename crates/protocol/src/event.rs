//! Everything the server tells us, as one type: the state has no other input from it.
//!
//! Notifications, requests and answers that carry state all become an `Event` and pass through one queue,
//! in wire order.

mod answers;

pub use answers::*;

use crate::account::{AccountFacts, AppInfo, Model, RateLimitsRead, SkillsListEntry, UsageReport};
use crate::ask::ServerRequest;
use crate::frame::RequestId;
use crate::notification::*;
use crate::round_trip::RoundTrip;
use crate::thread::ThreadSession;
use serde_json::value::RawValue;

macro_rules! events {
    ($($method:literal => $variant:ident($payload:ty)),* $(,)?) => {
        #[derive(Debug, Clone, PartialEq)]
        #[allow(clippy::large_enum_variant)] // most events are deltas, and are moved, not stored
        pub enum Event {
            $($variant($payload),)*

            /// The variants from here on are not notifications: `Method::event` and the peer make them.
            ThreadsListed(ThreadsListed),
            ThreadLoaded(Box<ThreadLoaded>),
            ThreadReverting(Box<Reverted>),
            SessionStarted(Box<ThreadSession>),
            SessionResumed(Box<ThreadSession>),
            SessionForked(Box<ThreadSession>),
            TurnsListed(TurnsListed),
            ItemsListed(ItemsListed),
            TurnAccepted(TurnAccepted),
            Steered(Steered),
            QueueListed(QueueListed),
            TerminalsListed(TerminalsListed),
            GoalRead(GoalRead),
            SectionsListed(SectionsListed),
            ProjectsListed(ProjectsListed),
            GatewayRead(GatewayAnswer),
            AccountRead(AccountFacts),
            LoginStarted(LoginStarted),
            RateLimitsRead(Box<RateLimitsRead>),
            UsageRead(UsageReport),
            ModelsListed { models: Vec<Model>, next_cursor: Option<String> },
            SkillsListed(Vec<SkillsListEntry>),
            AppsListed { apps: Vec<AppInfo>, next_cursor: Option<String> },
            Asked(Box<ServerRequest>),
            /// A notification this build does not use. Counted, never an error.
            Unknown { method: String },
            /// A known notification that could not be parsed. Counted separately, because the protocol has drifted.
            Unreadable { method: String },
            /// A line that is not a frame. Only its size is kept, never its content.
            Garbled { bytes: usize },
            /// The connection is closed: this server will send nothing more.
            Closed,
        }

        impl Event {
            /// The notifications this build handles, with their variants' names.
            pub const NOTIFICATIONS: &[(&str, &str)] = &[$(($method, stringify!($variant))),*];

            pub fn from_notification(method: &str, params: &RawValue) -> Self {
                match method {
                    $($method => match serde_json::from_str(fields(params)) {
                        Ok(payload) => Self::$variant(payload),
                        Err(_) => Self::Unreadable { method: method.to_owned() },
                    },)*
                    _ => Self::Unknown { method: method.to_owned() },
                }
            }

            /// For the drift test: parses and re-serialises a notification's parameters.
            pub fn round_trip(method: &str) -> Option<RoundTrip> {
                match method {
                    $($method => Some(RoundTrip::of::<$payload>()),)*
                    _ => None,
                }
            }
        }
    };
}

events! {
    "item/agentMessage/delta" => MessageGrew(Delta),
    "item/commandExecution/outputDelta" => OutputGrew(Delta),
    "item/reasoning/summaryTextDelta" => SummaryGrew(SummaryDelta),
    "item/reasoning/textDelta" => ReasoningGrew(ReasoningDelta),
    "item/plan/delta" => PlanGrew(Delta),
    "item/fileChange/outputDelta" => PatchOutputGrew(Delta),
    "item/reasoning/summaryPartAdded" => SummaryPartAdded(SummaryPart),
    "item/fileChange/patchUpdated" => PatchUpdated(PatchUpdated),
    "item/commandExecution/terminalInteraction" => TerminalTyped(TerminalInput),
    "item/mcpToolCall/progress" => McpProgressed(McpProgress),
    "item/started" => ItemStarted(ItemStarted),
    "item/completed" => ItemCompleted(ItemCompleted),
    "item/autoApprovalReview/started" => AutoReviewStarted(AutoReviewStarted),
    "item/autoApprovalReview/completed" => AutoReviewCompleted(AutoReviewCompleted),
    "autoApprovalReview/strictReviewRequired" => StrictReviewRequired(OfTurn),
    "turn/started" => TurnStarted(OfWholeTurn),
    "turn/completed" => TurnCompleted(OfWholeTurn),
    "turn/diff/updated" => DiffUpdated(DiffUpdated),
    "turn/plan/updated" => PlanUpdated(PlanUpdated),
    "hook/started" => HookStarted(HookRan),
    "hook/completed" => HookCompleted(HookRan),
    "error" => Failed(Failed),
    "serverRequest/resolved" => AskResolved(Resolved),
    "thread/started" => ThreadStarted(ThreadStarted),
    "thread/status/changed" => StatusChanged(StatusChanged),
    "thread/readState/changed" => ReadStateChanged(ReadStateChanged),
    "thread/archived" => ThreadArchived(OfThread),
    "thread/unarchived" => ThreadUnarchived(OfThread),
    "thread/deleted" => ThreadDeleted(OfThread),
    "thread/closed" => ThreadClosed(OfThread),
    "thread/reverted" => ThreadReverted(OfThread),
    "thread/compacted" => ThreadCompacted(OfTurn),
    "thread/name/updated" => NameUpdated(NameUpdated),
    "thread/goal/updated" => GoalUpdated(GoalUpdated),
    "thread/goal/cleared" => GoalCleared(OfThread),
    "thread/queue/changed" => QueueChanged(OfThread),
    "thread/settings/updated" => SettingsUpdated(SettingsUpdated),
    "thread/tokenUsage/updated" => TokenUsageUpdated(TokenUsageUpdated),
    "account/updated" => AccountUpdated(AccountUpdated),
    "account/login/completed" => LoginCompleted(LoginCompleted),
    "account/rateLimits/updated" => RateLimitsUpdated(RateLimitsUpdated),
    "model/rerouted" => ModelRerouted(ModelRerouted),
    "model/safetyBuffering/updated" => ModelBuffering(ModelBuffering),
    "model/verification" => ModelVerified(ModelVerified),
    "modelProvider/authRecoveryStarted" => AuthRecoveryStarted(AuthRecovery),
    "modelProvider/authRecoveryCompleted" => AuthRecoveryCompleted(AuthRecovery),
    "warning" => Warned(Warning),
    "guardianWarning" => GuardianWarned(Warning),
    "deprecationNotice" => Deprecated(Deprecation),
    "configWarning" => ConfigWarned(ConfigWarning),
    "windows/worldWritableWarning" => WorldWritable(WorldWritable),
    "skills/changed" => SkillsChanged(Empty),
    "app/list/updated" => AppsUpdated(AppsUpdated),
    "mcpServer/startupStatus/updated" => McpStartupUpdated(McpStartupUpdated),
    "mcpServer/oauthLogin/completed" => McpLoginCompleted(McpLoginCompleted),
    "externalAgentConfig/import/progress" => ImportProgressed(Imported),
    "externalAgentConfig/import/completed" => ImportCompleted(Imported),
    "windowsSandbox/setupCompleted" => WindowsSetupCompleted(WindowsSetupCompleted),
    "remoteControl/status/changed" => RemoteControlChanged(RemoteControlChanged),
    "fs/changed" => FsChanged(FsChanged),
    "fuzzyFileSearch/sessionUpdated" => FilesFound(FilesFound),
    "fuzzyFileSearch/sessionCompleted" => FilesSearched(FilesSearched),
    "command/exec/outputDelta" => CommandOutput(CommandOutput),
    "process/outputDelta" => ProcessOutput(ProcessOutput),
    "process/exited" => ProcessExited(ProcessExited),
    "project/changed" => ProjectChanged(ProjectChanged),
    "thread/project/updated" => ThreadProjectUpdated(ThreadProjectUpdated),
    "thread/attachment/updated" => AttachmentUpdated(AttachmentUpdated),
    "thread/environment/connected" => EnvironmentConnected(OfEnvironment),
    "thread/environment/disconnected" => EnvironmentLost(OfEnvironment),
    "account/gatewayOAuth/changed" => GatewayChanged(GatewayChanged),
}

/// A notification may omit its parameters.
fn fields(params: &RawValue) -> &str {
    if params.get() == "null" { "{}" } else { params.get() }
}

impl Event {
    pub fn from_request(id: RequestId, method: &str, params: &RawValue) -> Self {
        Self::Asked(Box::new(ServerRequest::read(id, method, params)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::frame::Frame;

    fn event(line: &str) -> Event {
        match Frame::parse(line).expect("a frame") {
            Frame::Notification { method, params, .. } => Event::from_notification(&method, &params),
            Frame::Request { id, method, params } => Event::from_request(id, &method, &params),
            Frame::Answer { .. } => panic!("an answer needs its call"),
        }
    }

    #[test]
    fn a_delta_is_read_straight_into_its_event() {
        let line = r#"{"method":"item/agentMessage/delta","params":
            {"threadId":"t","turnId":"u","itemId":"i","delta":"h\u00e9"},"emittedAtMs":5}"#;
        let delta = Delta { thread_id: "t".into(), turn_id: "u".into(), item_id: "i".into(), delta: "hé".into() };
        assert_eq!(event(line), Event::MessageGrew(delta));
    }

    #[test]
    fn unused_events_are_told_apart_from_unreadable_ones() {
        let unknown = event(r#"{"method":"codex/event/task_started","params":{}}"#);
        assert_eq!(unknown, Event::Unknown { method: "codex/event/task_started".into() });
        let unreadable = event(r#"{"method":"thread/archived","params":{"threadId":7}}"#);
        assert_eq!(unreadable, Event::Unreadable { method: "thread/archived".into() });
    }

    #[test]
    fn an_unknown_request_becomes_an_event() {
        let Event::Asked(asked) = event(r#"{"id":"q1","method":"item/dream/request","params":{}}"#) else {
            panic!("asked")
        };
        assert_eq!((asked.id, asked.body), (RequestId::Text("q1".into()), crate::ask::RequestBody::Unknown));
    }

    #[test]
    fn a_notification_without_parameters_is_read() {
        assert_eq!(event(r#"{"method":"skills/changed"}"#), Event::SkillsChanged(Empty {}));
    }
}
