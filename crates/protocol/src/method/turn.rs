//! Methods that start, steer and interrupt a turn.

use super::{call, params};
use crate::enums::{ApprovalsReviewer, Personality, ReasoningSummary, ReviewDelivery};
use crate::event::{Event, Steered, TurnAccepted};
use crate::item::UserInput;
use crate::open::open;
use crate::thread::{ApprovalPolicy, CollaborationMode, SandboxPolicy};
use crate::turn::Turn;
use serde::{Deserialize, Serialize};
use serde_json::Value;

call!(
    /// While a turn is running this steers it, and the answer names the running turn.
    TurnStart = "turn/start": TurnStartParams => TurnAnswer, |params, answer| {
        let message = params.client_user_message_id.clone();
        Event::TurnAccepted(TurnAccepted { thread_id: params.thread_id.clone(), turn: answer.turn.clone(), message })
    }
);
call!(TurnSteer = "turn/steer": TurnSteerParams => TurnSteerAnswer, |params, answer| {
    let (thread_id, message) = (params.thread_id.clone(), params.client_user_message_id.clone());
    Event::Steered(Steered { thread_id, turn_id: answer.turn_id.clone(), message })
});
call!(
    /// A second interrupt of the same turn is never answered.
    TurnInterrupt = "turn/interrupt": TurnInterruptParams => super::Done
);
call!(
    /// Changes who answers the running turn's approvals. Its sandbox cannot be changed.
    experimental TurnSettingsUpdate = "turn/settings/update": TurnSettingsParams => TurnSettingsAnswer
);
call!(ReviewStart = "review/start": ReviewStartParams => ReviewStartAnswer, |params, answer| {
    let message = None;
    Event::TurnAccepted(TurnAccepted { thread_id: params.thread_id.clone(), turn: answer.turn.clone(), message })
});

params! {
    TurnStartParams {
        thread_id: String,
        input: Vec<UserInput>,
        ? {
            /// Returned as the `clientId` of the user message.
            client_user_message_id: String,
            cwd: String, model: String, effort: String, summary: ReasoningSummary, approval_policy: ApprovalPolicy,
            approvals_reviewer: ApprovalsReviewer, permissions: String, sandbox_policy: SandboxPolicy,
            collaboration_mode: CollaborationMode, personality: Personality, service_tier: String,
            output_schema: Value, runtime_workspace_roots: Vec<String>,
        }
    }
    TurnSteerParams {
        thread_id: String,
        expected_turn_id: String,
        input: Vec<UserInput>,
        ? { client_user_message_id: String }
    }
    TurnSettingsParams { thread_id: String, turn_id: String, ? { approvals_reviewer: ApprovalsReviewer } }
    TurnInterruptParams { thread_id: String, turn_id: String, }
    ReviewStartParams { thread_id: String, target: ReviewTarget, ? { delivery: ReviewDelivery } }
}

open! {
    TurnAnswer { turn: Turn }
    TurnSteerAnswer { turn_id: String }
    /// `applied`, or `targetUnavailable` if the turn has ended.
    TurnSettingsAnswer { status: String }
    ReviewStartAnswer { turn: Turn, review_thread_id: String }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ReviewTarget {
    #[default]
    UncommittedChanges,
    BaseBranch {
        branch: String,
    },
    Commit {
        sha: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    Custom {
        instructions: String,
    },
}
