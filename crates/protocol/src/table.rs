//! Every client request, server request and notification of codex 0.166.0, with the type that handles it or the
//! reason why none does.
//!
//! Invariant: the table equals the committed schema (`tests/schema`); the drift test compares them.

mod replayed;
mod unused;

use crate::ask::RequestBody;
use crate::event::Event;
use crate::method::*;
use crate::round_trip::RoundTrip;

#[derive(Debug, Clone, Copy)]
pub struct TableEntry {
    pub method: &'static str,
    pub using: Using,
}

#[derive(Debug, Clone, Copy)]
pub enum Using {
    /// Our call to the server.
    Call(MethodFacts),
    /// The `Event` a notification becomes, by its variant's name.
    Event(&'static str),
    /// The type that answers a server request.
    Reply(&'static str),
    /// The reason why it is not used.
    Unused(&'static str),
}

/// The facts of a `Method`, without its type.
#[derive(Debug, Clone, Copy)]
pub struct MethodFacts {
    pub name: &'static str,
    pub experimental: bool,
    pub params: RoundTrip,
    pub answer: RoundTrip,
}

pub fn client_requests() -> Vec<TableEntry> {
    with_unused(CALLS, unused::CLIENT_REQUESTS)
}

/// Calls that only older servers know, and that only they receive.
pub fn older_requests() -> &'static [TableEntry] {
    OLDER
}

pub fn server_requests() -> Vec<TableEntry> {
    RequestBody::METHODS.iter().map(|&(method, reply)| TableEntry { method, using: Using::Reply(reply) }).collect()
}

pub fn notifications() -> Vec<TableEntry> {
    let used: Vec<TableEntry> =
        Event::NOTIFICATIONS.iter().map(|&(method, event)| TableEntry { method, using: Using::Event(event) }).collect();
    with_unused(&used, unused::NOTIFICATIONS)
}

/// True if coverage accepts a replayed line, because a test cannot make the real server send it.
pub fn is_replayed(method: &str) -> bool {
    replayed::REPLAYED.iter().any(|(_, methods)| methods.contains(&method))
}

fn with_unused(used: &[TableEntry], unused: &[unused::Reason]) -> Vec<TableEntry> {
    let unused = unused.iter().flat_map(|&(why, methods)| {
        methods.iter().map(move |&method| TableEntry { method, using: Using::Unused(why) })
    });
    used.iter().copied().chain(unused).collect()
}

macro_rules! calls {
    ($($name:ident),* $(,)?) => {
        &[$(TableEntry {
            method: <$name as Method>::NAME,
            using: Using::Call(MethodFacts {
                name: stringify!($name),
                experimental: <$name as Method>::EXPERIMENTAL,
                params: RoundTrip::of::<<$name as Method>::Params>(),
                answer: RoundTrip::of::<<$name as Method>::Answer>(),
            }),
        }),*]
    };
}

const CALLS: &[TableEntry] = calls![
    Initialize,
    ServerDiagnostics,
    ThreadList,
    ThreadRead,
    ThreadSearch,
    ThreadSearchOccurrences,
    ThreadLoadedList,
    ThreadArchive,
    ThreadUnarchive,
    ThreadDelete,
    ThreadNameSet,
    ThreadMetadataUpdate,
    ThreadReadStateUpdate,
    ThreadTurnsList,
    ThreadItemsList,
    ThreadRevert,
    ThreadStart,
    ThreadResume,
    ThreadFork,
    ThreadUnsubscribe,
    ThreadCompactStart,
    ThreadShellCommand,
    ThreadApproveDenied,
    ThreadSettingsUpdate,
    TurnSettingsUpdate,
    ThreadGoalSet,
    ThreadGoalGet,
    ThreadGoalClear,
    ThreadTerminalsList,
    ThreadTerminalsClean,
    ThreadTerminalsTerminate,
    ThreadSectionMove,
    SectionList,
    SectionCreate,
    SectionUpdate,
    SectionDelete,
    QueueAdd,
    QueueList,
    QueueUpdate,
    QueueDelete,
    QueueReorder,
    QueueStart,
    TurnStart,
    TurnSteer,
    TurnInterrupt,
    ReviewStart,
    AccountRead,
    LoginStart,
    LoginCancel,
    Logout,
    AccountRateLimits,
    AccountUsage,
    ResetConsume,
    WorkspaceMessages,
    NudgeOwner,
    AccountSessionList,
    AccountSessionSwitch,
    ModelList,
    SkillsList,
    SkillsConfigWrite,
    SkillsExtraRoots,
    AppList,
    AppRead,
    AppInstalled,
    PluginList,
    PluginInstalled,
    PluginSearch,
    PluginRead,
    PluginSkillRead,
    PluginInstall,
    PluginUninstall,
    PluginReconcile,
    MarketplaceAdd,
    MarketplaceRemove,
    MarketplaceUpgrade,
    ConfigRead,
    ConfigValueWrite,
    ConfigRequirements,
    ConfigBatchWrite,
    PermissionProfileList,
    ProviderCapabilities,
    FeatureList,
    FeatureEnable,
    CollaborationModeList,
    HooksList,
    MemoryStatus,
    MemoryReset,
    ThreadMemoryMode,
    ThreadMemoryRead,
    RolloutCompress,
    RemoteStatus,
    RemoteDisable,
    McpStatusList,
    McpReload,
    McpLogin,
    McpResourceRead,
    McpToolCall,
    ImportDetect,
    ImportStart,
    ImportHistories,
    FeedbackSave,
    FeedbackUpload,
    WindowsReadiness,
    WindowsSetupStart,
    CommandExec,
    CommandWrite,
    CommandResize,
    CommandTerminate,
    FuzzyFileSearch,
    FuzzySessionStart,
    FuzzySessionUpdate,
    FuzzySessionStop,
    ProcessSpawn,
    ProcessWrite,
    ProcessResize,
    ProcessKill,
    ProjectList,
    ProjectRead,
    ProjectCreate,
    ProjectImport,
    ProjectUpdate,
    ProjectMove,
    ProjectDelete,
    AttachmentAdd,
    AttachmentList,
    AttachmentRemove,
    AttachmentOwners,
    GatewayRead,
    GatewayLogin,
    GatewayCancel,
    FsWatch,
    FsUnwatch,
];

const OLDER: &[TableEntry] = calls![ThreadRollback];
