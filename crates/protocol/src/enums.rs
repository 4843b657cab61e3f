//! The string enums of the protocol.
//!
//! Invariant: each enum is open. A value this build does not know is kept as text in `Other` and is sent back
//! unchanged.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor, value};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

macro_rules! open_enums {
    ($($(#[$doc:meta])* $name:ident = $schema:literal {
        $($(#[$vdoc:meta])* $variant:ident = $word:literal),* $(,)?
    })*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Eq, Hash)]
            pub enum $name {
                $($(#[$vdoc])* $variant,)*
                /// A value this build does not know, verbatim.
                Other(String),
            }

            impl $name {
                pub fn as_str(&self) -> &str {
                    match self {
                        $(Self::$variant => $word,)*
                        Self::Other(word) => word,
                    }
                }
            }

            impl From<&str> for $name {
                fn from(word: &str) -> Self {
                    match word {
                        $($word => Self::$variant,)*
                        _ => Self::Other(word.to_owned()),
                    }
                }
            }

            impl Default for $name {
                /// The value of a field that an older server does not send.
                fn default() -> Self {
                    Self::Other(String::new())
                }
            }

            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.as_str())
                }
            }

            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserializer.deserialize_any(ValueVisitor(PhantomData))
                }
            }
        )*

        /// Every declared value, by the enum's name in the server's schema. For the drift test.
        pub const DECLARED: &[(&str, &[&str])] = &[$(($schema, &[$($word),*])),*];
    };
}

open_enums! {
    SortDirection = "SortDirection" { Asc = "asc", Desc = "desc" }
    ThreadSortKey = "ThreadSortKey" {
        CreatedAt = "created_at", UpdatedAt = "updated_at", RecencyAt = "recency_at",
        SectionPosition = "section_position",
    }
    ThreadSourceKind = "ThreadSourceKind" {
        Cli = "cli", VsCode = "vscode", Exec = "exec", AppServer = "appServer", SubAgent = "subAgent",
        SubAgentReview = "subAgentReview", SubAgentCompact = "subAgentCompact",
        SubAgentThreadSpawn = "subAgentThreadSpawn", SubAgentOther = "subAgentOther", Unknown = "unknown",
    }
    HistoryMode = "ThreadHistoryMode" { Legacy = "legacy", Paginated = "paginated" }
    ActiveFlag = "ThreadActiveFlag" {
        WaitingOnApproval = "waitingOnApproval", WaitingOnUserInput = "waitingOnUserInput",
    }
    UnsubscribeStatus = "ThreadUnsubscribeStatus" {
        NotLoaded = "notLoaded", NotSubscribed = "notSubscribed", Unsubscribed = "unsubscribed",
    }
    GoalStatus = "ThreadGoalStatus" {
        Active = "active", Paused = "paused", Blocked = "blocked", UsageLimited = "usageLimited",
        BudgetLimited = "budgetLimited", Complete = "complete",
    }
    GoalOrigin = "ThreadGoalMutationOrigin" { User = "user", Automatic = "automatic" }
    SandboxMode = "SandboxMode" {
        ReadOnly = "read-only", WorkspaceWrite = "workspace-write", DangerFullAccess = "danger-full-access",
    }
    NetworkAccess = "NetworkAccess" { Restricted = "restricted", Enabled = "enabled" }
    ApprovalsReviewer = "ApprovalsReviewer" {
        User = "user", AutoReview = "auto_review", GuardianSubagent = "guardian_subagent",
    }
    ModeKind = "ModeKind" { Plan = "plan", Default = "default" }
    Personality = "Personality" { None = "none", Friendly = "friendly", Pragmatic = "pragmatic" }
    ReasoningSummary = "ReasoningSummary" { Auto = "auto", Concise = "concise", Detailed = "detailed", None = "none" }
    TurnStatus = "TurnStatus" {
        Completed = "completed", Interrupted = "interrupted", Failed = "failed", InProgress = "inProgress",
    }
    ItemsView = "TurnItemsView" { NotLoaded = "notLoaded", Summary = "summary", Full = "full" }
    PlanStepStatus = "TurnPlanStepStatus" { Pending = "pending", InProgress = "inProgress", Completed = "completed" }
    ReviewDelivery = "ReviewDelivery" { Inline = "inline" }
    ImageDetail = "ImageDetail" { Auto = "auto", Low = "low", High = "high", Original = "original" }
    MessagePhase = "MessagePhase" {
        Commentary = "commentary", PartialAnswer = "partial_answer", FinalAnswer = "final_answer",
    }
    MessageDelivery = "AgentMessageDelivery" { Async = "async" }
    CommandStatus = "CommandExecutionStatus" {
        InProgress = "inProgress", Completed = "completed", Failed = "failed", Declined = "declined",
    }
    CommandSource = "CommandExecutionSource" {
        Agent = "agent", UserShell = "userShell", UnifiedExecStartup = "unifiedExecStartup",
        UnifiedExecInteraction = "unifiedExecInteraction",
    }
    PatchStatus = "PatchApplyStatus" {
        InProgress = "inProgress", Completed = "completed", Failed = "failed", Declined = "declined",
    }
    McpCallStatus = "McpToolCallStatus" { InProgress = "inProgress", Completed = "completed", Failed = "failed" }
    DynamicCallStatus = "DynamicToolCallStatus" {
        InProgress = "inProgress", Completed = "completed", Failed = "failed",
    }
    CollabTool = "CollabAgentTool" {
        SpawnAgent = "spawnAgent", SendInput = "sendInput", ResumeAgent = "resumeAgent", Wait = "wait",
        CloseAgent = "closeAgent", SendMessage = "sendMessage", FollowupTask = "followupTask",
        InterruptAgent = "interruptAgent", ListAgents = "listAgents",
    }
    CollabCallStatus = "CollabAgentToolCallStatus" {
        InProgress = "inProgress", Completed = "completed", Failed = "failed", Interrupted = "interrupted",
    }
    CollabAgentStatus = "CollabAgentStatus" {
        PendingInit = "pendingInit", Running = "running", Interrupted = "interrupted", Completed = "completed",
        Errored = "errored", Shutdown = "shutdown", NotFound = "notFound",
    }
    SubAgentActivityKind = "SubAgentActivityKind" {
        Started = "started", Interacted = "interacted", Interrupted = "interrupted", Completed = "completed",
    }
    HookRunStatus = "HookRunStatus" {
        Running = "running", Completed = "completed", Failed = "failed", Blocked = "blocked", Stopped = "stopped",
    }
    HookEntryKind = "HookOutputEntryKind" {
        Warning = "warning", Stop = "stop", Feedback = "feedback", Context = "context", Error = "error",
    }
    GuardianStatus = "GuardianApprovalReviewStatus" {
        InProgress = "inProgress", Approved = "approved", Denied = "denied", TimedOut = "timedOut", Aborted = "aborted",
    }
    GuardianRisk = "GuardianRiskLevel" { Low = "low", Medium = "medium", High = "high", Critical = "critical" }
    RerouteReason = "ModelRerouteReason" { HighRiskCyberActivity = "highRiskCyberActivity" }
    McpStartup = "McpServerStartupState" {
        Starting = "starting", Ready = "ready", Failed = "failed", Cancelled = "cancelled",
    }
    McpAuth = "McpAuthStatus" {
        Unknown = "unknown", Unsupported = "unsupported", NotLoggedIn = "notLoggedIn", BearerToken = "bearerToken",
        OAuth = "oAuth",
    }
    McpRuntime = "McpServerConnectionStatus" {
        NotStarted = "notStarted", Starting = "starting", Connected = "connected",
        AuthenticationRequired = "authenticationRequired", Failed = "failed", Cancelled = "cancelled",
        Disabled = "disabled",
    }
    MemoryMode = "ThreadMemoryMode" { Enabled = "enabled", Disabled = "disabled" }
    WindowsSandbox = "WindowsSandboxReadiness" {
        Ready = "ready", NotConfigured = "notConfigured", UpdateRequired = "updateRequired",
    }
    WindowsSetup = "WindowsSandboxSetupMode" { Elevated = "elevated", Unelevated = "unelevated" }
    OutputStream = "CommandExecOutputStream" { Stdout = "stdout", Stderr = "stderr" }
    ProcessStream = "ProcessOutputStream" { Stdout = "stdout", Stderr = "stderr" }
    ProjectChange = "ProjectChangeType" { Created = "created", Updated = "updated", Deleted = "deleted" }
    AttachmentChange = "ThreadAttachmentOperation" { Created = "created", Deleted = "deleted" }
    GatewayStatus = "GatewayOAuthStatus" {
        NotReady = "notReady", Started = "started", Succeeded = "succeeded", Failed = "failed",
    }
    RemoteControl = "RemoteControlConnectionStatus" {
        Disabled = "disabled", Connecting = "connecting", Connected = "connected", Errored = "errored",
    }
    AuthMode = "AuthMode" {
        ApiKey = "apikey", ChatGpt = "chatgpt", ChatGptAuthTokens = "chatgptAuthTokens", Headers = "headers",
        AgentIdentity = "agentIdentity", PersonalAccessToken = "personalAccessToken", BedrockApiKey = "bedrockApiKey",
        BedrockAccessKeys = "bedrockAccessKeys",
    }
    PlanType = "PlanType" {
        Free = "free", Go = "go", Plus = "plus", Pro = "pro", ProLite = "prolite", ProMax = "promax", Team = "team",
        Business = "business", Enterprise = "enterprise", Edu = "edu", Unknown = "unknown",
    }
    LimitReached = "RateLimitReachedType" {
        RateLimit = "rate_limit_reached",
        OwnerCredits = "workspace_owner_credits_depleted", MemberCredits = "workspace_member_credits_depleted",
        OwnerUsage = "workspace_owner_usage_limit_reached", MemberUsage = "workspace_member_usage_limit_reached",
    }
    CancelLoginStatus = "CancelLoginAccountStatus" { Canceled = "canceled", NotFound = "notFound" }
    LoginMethod = "ForcedLoginMethod" { ChatGpt = "chatgpt", Api = "api" }
    ResetOutcome = "ConsumeAccountRateLimitResetCreditOutcome" {
        Reset = "reset", NothingToReset = "nothingToReset", NoCredit = "noCredit", AlreadyRedeemed = "alreadyRedeemed",
    }
    ResetStatus = "RateLimitResetCreditStatus" {
        Available = "available", Redeeming = "redeeming", Redeemed = "redeemed", Unknown = "unknown",
    }
    MessageKind = "WorkspaceMessageType" { Headline = "headline", Announcement = "announcement", Unknown = "unknown" }
    NudgeKind = "AddCreditsNudgeCreditType" { Credits = "credits", UsageLimit = "usage_limit" }
    NudgeStatus = "AddCreditsNudgeEmailStatus" { Sent = "sent", CooldownActive = "cooldown_active" }
    MergeStrategy = "MergeStrategy" { Replace = "replace", Upsert = "upsert" }
    LoginAppBrand = "LoginAppBrand" { Codex = "codex", ChatGpt = "chatgpt" }
    SkillScope = "SkillScope" { User = "user", Repo = "repo", System = "system", Admin = "admin" }
    MatchType = "FuzzyFileSearchMatchType" { File = "file", Directory = "directory" }
    ApprovalKind = "CommandExecutionApprovalKind" { Command = "command", WriteStdin = "writeStdin" }
    NetworkProtocol = "NetworkApprovalProtocol" {
        Http = "http", Https = "https", Socks5Tcp = "socks5Tcp", Socks5Udp = "socks5Udp",
    }
    NetworkRule = "NetworkPolicyRuleAction" { Allow = "allow", Deny = "deny" }
    FileAccess = "FileSystemAccessMode" { Read = "read", Write = "write", Deny = "deny" }
    GrantScope = "PermissionGrantScope" { Turn = "turn", Session = "session" }
    ElicitationAction = "McpServerElicitationAction" { Accept = "accept", Decline = "decline", Cancel = "cancel" }
    RefreshReason = "ChatgptAuthTokensRefreshReason" { Unauthorized = "unauthorized" }
}

/// Accepts any JSON. A newer server may send an object where we expect a string; its JSON then becomes the text.
struct ValueVisitor<T>(PhantomData<T>);

impl<'de, T: for<'a> From<&'a str>> Visitor<'de> for ValueVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word")
    }

    fn visit_str<E>(self, word: &str) -> Result<T, E> {
        Ok(T::from(word))
    }

    fn visit_unit<E>(self) -> Result<T, E> {
        Ok(T::from(""))
    }

    fn visit_bool<E>(self, value: bool) -> Result<T, E> {
        Ok(T::from(&value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<T, E> {
        Ok(T::from(&value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<T, E> {
        Ok(T::from(&value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<T, E> {
        Ok(T::from(&value.to_string()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        Value::deserialize(value::MapAccessDeserializer::new(map)).map(|json| T::from(&json.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<T, A::Error> {
        Value::deserialize(value::SeqAccessDeserializer::new(seq)).map(|json| T::from(&json.to_string()))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_unknown_word_goes_back_as_it_came() {
        let status: TurnStatus = serde_json::from_value(json!("teleported")).expect("reads");
        assert_eq!(status, TurnStatus::Other("teleported".into()));
        assert_eq!(json!(status), json!("teleported"));
    }

    #[test]
    fn a_string_that_became_an_object_is_kept_as_json() {
        let status: TurnStatus = serde_json::from_value(json!({"paused": {"by": "user"}})).expect("reads");
        assert_eq!(status, TurnStatus::Other(r#"{"paused":{"by":"user"}}"#.into()));
    }
}
