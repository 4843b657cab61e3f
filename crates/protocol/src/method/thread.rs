//! Methods that start, resume and fork a thread, and that change its settings.

use super::{ThreadRef, call, params};
use crate::enums::{
    ApprovalsReviewer, GoalOrigin, GoalStatus, ItemsView, Personality, ReasoningSummary, SandboxMode, SortDirection,
    UnsubscribeStatus,
};
use crate::event::{Event, GoalRead, TerminalsListed};
use crate::open::open;
use crate::thread::{ApprovalPolicy, BackgroundTerminal, CollaborationMode, SandboxPolicy, ThreadGoal, ThreadSession};
use serde_json::{Map, Value};

call!(ThreadStart = "thread/start": ThreadStartParams => ThreadSession, |_params, answer| {
    Event::SessionStarted(Box::new(answer.clone()))
});
call!(
    /// Takes the thread's writer lock; fails while another process holds it.
    ThreadResume = "thread/resume": ThreadResumeParams => ThreadSession, |_params, answer| {
        Event::SessionResumed(Box::new(answer.clone()))
    }
);
call!(ThreadFork = "thread/fork": ThreadForkParams => ThreadSession, |_params, answer| {
    Event::SessionForked(Box::new(answer.clone()))
});
call!(ThreadUnsubscribe = "thread/unsubscribe": ThreadRef => UnsubscribeAnswer);
call!(ThreadCompactStart = "thread/compact/start": ThreadRef => super::Done);
call!(
    /// Runs outside the sandbox, as a command of the person.
    ThreadShellCommand = "thread/shellCommand": ShellCommandParams => super::Done
);
call!(
    /// Overrules the automatic reviewer for exactly the action that it denied.
    ThreadApproveDenied = "thread/approveGuardianDeniedAction": ApproveDeniedParams => super::Done
);
call!(experimental ThreadSettingsUpdate = "thread/settings/update": SettingsUpdateParams => super::Done);
call!(ThreadGoalSet = "thread/goal/set": GoalSetParams => GoalAnswer, |params, answer| {
    goal(&params.thread_id, answer)
});
call!(ThreadGoalGet = "thread/goal/get": ThreadRef => GoalAnswer, |params, answer| goal(&params.thread_id, answer));
call!(ThreadGoalClear = "thread/goal/clear": GoalClearParams => GoalClearAnswer);
call!(experimental ThreadTerminalsList = "thread/backgroundTerminals/list": TerminalsParams => TerminalsAnswer,
    |params, answer| Event::TerminalsListed(TerminalsListed {
        thread_id: params.thread_id.clone(),
        terminals: answer.data.clone(),
        cursor: params.cursor.clone(),
        next_cursor: answer.next_cursor.clone(),
    })
);
call!(experimental ThreadTerminalsClean = "thread/backgroundTerminals/clean": ThreadRef => super::Done);
call!(
    experimental ThreadTerminalsTerminate = "thread/backgroundTerminals/terminate": TerminateParams => TerminateAnswer
);

params! {
    /// Omitted permission fields follow the person's config. `permissions` is a profile's id, which the server accepts
    /// only without `sandbox`.
    ThreadStartParams {
        ? {
            cwd: String, model: String, model_provider: String, permissions: String, sandbox: SandboxMode,
            approval_policy: ApprovalPolicy, approvals_reviewer: ApprovalsReviewer, personality: Personality,
            service_tier: String, base_instructions: String, developer_instructions: String,
            config: Map<String, Value>, ephemeral: bool, runtime_workspace_roots: Vec<String>, project_id: String,
            dynamic_tools: Vec<Value>,
        }
    }
    ThreadResumeParams {
        thread_id: String,
        ? {
            exclude_turns: bool, initial_turns_page: FirstPage, cwd: String, model: String, model_provider: String,
            permissions: String, sandbox: SandboxMode, approval_policy: ApprovalPolicy, approvals_reviewer: ApprovalsReviewer,
            personality: Personality, service_tier: String, config: Map<String, Value>,
        }
    }
    FirstPage { ? { limit: u32, items_view: ItemsView, sort_direction: SortDirection } }
    ThreadForkParams {
        thread_id: String,
        ? {
            last_turn_id: String, before_turn_id: String, exclude_turns: bool, ephemeral: bool, cwd: String,
            model: String, model_provider: String, permissions: String, sandbox: SandboxMode,
            approval_policy: ApprovalPolicy, approvals_reviewer: ApprovalsReviewer, service_tier: String, config: Map<String, Value>,
        }
    }
    ShellCommandParams { thread_id: String, command: String, ? { timeout_ms: i64 } }
    SettingsUpdateParams {
        thread_id: String,
        ? {
            cwd: String, model: String, effort: String, summary: ReasoningSummary, approval_policy: ApprovalPolicy,
            approvals_reviewer: ApprovalsReviewer, permissions: String, sandbox_policy: SandboxPolicy,
            collaboration_mode: CollaborationMode, personality: Personality, service_tier: String,
        }
    }
    GoalSetParams {
        thread_id: String,
        ? { objective: String, status: GoalStatus, token_budget: i64, origin: GoalOrigin }
    }
    ApproveDeniedParams { thread_id: String, event: Value, }
    GoalClearParams { thread_id: String, ? { origin: GoalOrigin } }
    TerminalsParams { thread_id: String, ? { cursor: String, limit: u32 } }
    TerminateParams { thread_id: String, process_id: String, }
}

open! {
    UnsubscribeAnswer { status: UnsubscribeStatus }
    GoalAnswer { goal: Option<ThreadGoal> }
    GoalClearAnswer { cleared: bool }
    TerminalsAnswer { data: Vec<BackgroundTerminal>, next_cursor: Option<String> }
    TerminateAnswer { terminated: bool }
}

fn goal(thread_id: &str, answer: &GoalAnswer) -> Event {
    Event::GoalRead(GoalRead { thread_id: thread_id.to_owned(), goal: answer.goal.clone() })
}
