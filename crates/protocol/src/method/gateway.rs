//! Methods for a company's model gateway, which needs its own sign-in.

use super::call;
use crate::enums::GatewayStatus;
use crate::event::Event;
use crate::open::open;

call!(GatewayRead = "account/gatewayOAuth/read": () => GatewayAnswer, |_params, answer| {
    Event::GatewayRead(answer.clone())
});
call!(
    /// Answered when the person has finished, whatever the result.
    GatewayLogin = "account/gatewayOAuth/login": () => super::Done
);
call!(GatewayCancel = "account/gatewayOAuth/cancel": () => super::Done);

open! {
    GatewayAnswer {
        provider_id: String, provider_name: String, required: bool, status: Option<GatewayStatus>,
        error: Option<String>,
    }
}
