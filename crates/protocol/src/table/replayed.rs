//! Methods that a test cannot make the real server send. Coverage accepts a replayed line for these only.

use super::unused::Reason;

pub const REPLAYED: &[Reason] = &[
    (
        "0.166 declares it and does not send it",
        &[
            "applyPatchApproval",
            "execCommandApproval",
            "thread/compacted",
            "item/fileChange/outputDelta",
            "item/mcpToolCall/progress",
        ],
    ),
    (
        "OpenAI's backend decides it",
        &[
            "model/rerouted",
            "model/verification",
            "model/safetyBuffering/updated",
            "modelProvider/authRecoveryStarted",
            "modelProvider/authRecoveryCompleted",
        ],
    ),
    ("not sent in the moments after its last listener went, nor when it is archived or deleted", &["thread/closed"]),
    ("OpenAI's review model decides it", &["autoApprovalReview/strictReviewRequired"]),
    ("only to a client that says it can attest, and this one cannot", &["attestation/generate"]),
    (
        "only on Windows",
        &["windows/worldWritableWarning", "windowsSandbox/setupStart", "windowsSandbox/setupCompleted"],
    ),
    ("it would send a report to OpenAI", &["feedback/upload"]),
];
