//! Decides which events a caller that follows a turn receives, and which thread an event belongs to.

use protocol::{Event, RequestBody};

/// Whether callers that follow a turn receive this event.
pub(crate) fn is_followed(event: &Event) -> bool {
    matches!(event, Event::Closed) || thread_of(event).is_some()
}

/// The thread of an event that belongs to a turn or occurs during one. `None` for other events.
pub(crate) fn thread_of(event: &Event) -> Option<&str> {
    Some(match event {
        Event::Asked(request) => asker_of(&request.body)?,
        Event::AskResolved(of) => &of.thread_id,
        Event::TerminalTyped(of) => &of.thread_id,
        Event::SummaryPartAdded(of) => &of.thread_id,
        Event::AutoReviewStarted(of) => &of.thread_id,
        Event::AutoReviewCompleted(of) => &of.thread_id,
        Event::StrictReviewRequired(of) | Event::ThreadCompacted(of) => &of.thread_id,
        Event::HookStarted(of) | Event::HookCompleted(of) => &of.thread_id,
        Event::ModelRerouted(of) => &of.thread_id,
        Event::ModelBuffering(of) => &of.thread_id,
        Event::ModelVerified(of) => &of.thread_id,
        Event::AuthRecoveryStarted(of) | Event::AuthRecoveryCompleted(of) => &of.thread_id,
        Event::Warned(of) | Event::GuardianWarned(of) => of.thread_id.as_deref()?,
        Event::MessageGrew(of) | Event::OutputGrew(of) | Event::PlanGrew(of) | Event::PatchOutputGrew(of) => {
            &of.thread_id
        }
        Event::SummaryGrew(of) => &of.thread_id,
        Event::ReasoningGrew(of) => &of.thread_id,
        Event::McpProgressed(of) => &of.thread_id,
        Event::PatchUpdated(of) => &of.thread_id,
        Event::ItemStarted(of) => &of.thread_id,
        Event::ItemCompleted(of) => &of.thread_id,
        Event::TurnStarted(of) | Event::TurnCompleted(of) => &of.thread_id,
        Event::TurnAccepted(of) => &of.thread_id,
        Event::Steered(of) => &of.thread_id,
        Event::DiffUpdated(of) => &of.thread_id,
        Event::PlanUpdated(of) => &of.thread_id,
        Event::TokenUsageUpdated(of) => &of.thread_id,
        Event::Failed(of) => of.thread_id.as_deref()?,
        // About a thread, but not about a turn in it.
        Event::ThreadStarted(_)
        | Event::StatusChanged(_)
        | Event::ReadStateChanged(_)
        | Event::ThreadArchived(_)
        | Event::ThreadUnarchived(_)
        | Event::ThreadDeleted(_)
        | Event::ThreadClosed(_)
        | Event::ThreadReverted(_)
        | Event::NameUpdated(_)
        | Event::GoalUpdated(_)
        | Event::GoalCleared(_)
        | Event::QueueChanged(_)
        | Event::SettingsUpdated(_)
        | Event::ThreadProjectUpdated(_)
        | Event::AttachmentUpdated(_)
        | Event::EnvironmentConnected(_)
        | Event::EnvironmentLost(_)
        // About the account and what Codex can use.
        | Event::AccountUpdated(_)
        | Event::LoginCompleted(_)
        | Event::RateLimitsUpdated(_)
        | Event::GatewayChanged(_)
        | Event::Deprecated(_)
        | Event::ConfigWarned(_)
        | Event::WorldWritable(_)
        | Event::SkillsChanged(_)
        | Event::AppsUpdated(_)
        | Event::McpStartupUpdated(_)
        | Event::McpLoginCompleted(_)
        | Event::ImportProgressed(_)
        | Event::ImportCompleted(_)
        | Event::WindowsSetupCompleted(_)
        | Event::RemoteControlChanged(_)
        | Event::ProjectChanged(_)
        // About files and terminals.
        | Event::FsChanged(_)
        | Event::FilesFound(_)
        | Event::FilesSearched(_)
        | Event::CommandOutput(_)
        | Event::ProcessOutput(_)
        | Event::ProcessExited(_)
        // Answers that carry state.
        | Event::ThreadsListed(_)
        | Event::ThreadLoaded(_)
        | Event::ThreadReverting(_)
        | Event::SessionStarted(_)
        | Event::SessionResumed(_)
        | Event::SessionForked(_)
        | Event::TurnsListed(_)
        | Event::ItemsListed(_)
        | Event::QueueListed(_)
        | Event::TerminalsListed(_)
        | Event::GoalRead(_)
        | Event::SectionsListed(_)
        | Event::ProjectsListed(_)
        | Event::GatewayRead(_)
        | Event::AccountRead(_)
        | Event::LoginStarted(_)
        | Event::RateLimitsRead(_)
        | Event::UsageRead(_)
        | Event::ModelsListed { .. }
        | Event::SkillsListed(_)
        | Event::AppsListed { .. }
        // Unreadable lines, and the end of the connection.
        | Event::Unknown { .. }
        | Event::Unreadable { .. }
        | Event::Garbled { .. }
        | Event::Closed => return None,
    })
}

/// The thread that waits for an answer. `None` if the question belongs to no thread.
fn asker_of(question: &RequestBody) -> Option<&str> {
    Some(match question {
        RequestBody::Command(ask) => &ask.thread_id,
        RequestBody::Files(ask) => &ask.thread_id,
        RequestBody::Permissions(ask) => &ask.thread_id,
        RequestBody::UserInput(ask) => &ask.thread_id,
        RequestBody::Elicitation(ask) => &ask.thread_id,
        RequestBody::ToolCall(ask) => &ask.thread_id,
        RequestBody::LegacyPatch(ask) => &ask.conversation_id,
        RequestBody::LegacyCommand(ask) => &ask.conversation_id,
        RequestBody::Unreadable(params) => params["threadId"].as_str()?,
        RequestBody::TokenRefresh(_)
        | RequestBody::Attestation(_)
        | RequestBody::CurrentTime(_)
        | RequestBody::Unknown => {
            return None;
        }
    })
}
