//! A company's model gateway and its sign-in.

use serde::Deserialize;
use ts_rs::TS;

#[derive(Debug, Clone, Copy, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum GatewayIntent {
    /// Opens the browser. The outcome arrives as a change.
    SignIn,
    Cancel,
}
