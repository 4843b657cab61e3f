//! Everything codex 0.166.0 offers: each client request, server request and notification, with the type that uses
//! it or the reason why none does.
//!
//! Invariant: the table equals the committed schema (`tests/schema`), nothing missing and nothing extra; a test
//! holds them together.

mod replayed;
mod reread;
mod unused;

pub use reread::Reread;

use crate::ask::Question;
use crate::event::Event;
use crate::method::*;

#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub method: &'static str,
    pub using: Using,
}

#[derive(Debug, Clone, Copy)]
pub enum Using {
    /// Our call to the server.
    Call(Call),
    /// The `Event` a notification becomes, by its variant's name.
    Event(&'static str),
    /// The type that answers a server request.
    Reply(&'static str),
    /// Why not.
    Nothing(&'static str),
}

/// A `Method`, as facts.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    pub name: &'static str,
    pub experimental: bool,
    pub params: Reread,
    pub answer: Reread,
}

pub fn client_requests() -> Vec<Entry> {
    with_unused(CALLS, unused::CLIENT_REQUESTS)
}

/// Calls that only older servers know, and that are made only to those.
pub fn older_requests() -> &'static [Entry] {
    OLDER
}

pub fn server_requests() -> Vec<Entry> {
    Question::METHODS.iter().map(|&(method, reply)| Entry { method, using: Using::Reply(reply) }).collect()
}

pub fn notifications() -> Vec<Entry> {
    let used: Vec<Entry> =
        Event::NOTICES.iter().map(|&(method, event)| Entry { method, using: Using::Event(event) }).collect();
    with_unused(&used, unused::NOTICES)
}

/// Whether a replayed line counts for this method, because the real server cannot be made to send it.
pub fn is_replayed(method: &str) -> bool {
    replayed::REPLAYED.iter().any(|(_, methods)| methods.contains(&method))
}

fn with_unused(used: &[Entry], unused: &[unused::Reason]) -> Vec<Entry> {
    let unused = unused
        .iter()
        .flat_map(|&(why, methods)| methods.iter().map(move |&method| Entry { method, using: Using::Nothing(why) }));
    used.iter().copied().chain(unused).collect()
}

macro_rules! calls {
    ($($name:ident),* $(,)?) => {
        &[$(Entry {
            method: <$name as Method>::NAME,
            using: Using::Call(Call {
                name: stringify!($name),
                experimental: <$name as Method>::EXPERIMENTAL,
                params: Reread::of::<<$name as Method>::Params>(),
                answer: Reread::of::<<$name as Method>::Answer>(),
            }),
        }),*]
    };
}

const CALLS: &[Entry] = calls![
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

const OLDER: &[Entry] = calls![ThreadRollback];
