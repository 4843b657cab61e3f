//! Methods for a company's model gateway, which needs its own sign-in.

use super::call;
use crate::event::{Event, GatewayAnswer};

call!(GatewayRead = "account/gatewayOAuth/read": () => GatewayAnswer, |_params, answer| {
    Event::GatewayRead(answer.clone())
});
call!(
    /// Answered when the person has finished, whatever the result.
    GatewayLogin = "account/gatewayOAuth/login": () => super::Done
);
call!(GatewayCancel = "account/gatewayOAuth/cancel": () => super::Done);
