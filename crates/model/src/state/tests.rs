//! The state with recorded exchanges of the real server, and with events out of order.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod asks;
mod chosen;
pub(crate) mod disorder;
mod flows;
mod kept;
mod listing;
mod outline;
mod pages;
mod record;
mod replay;
mod reviewed;
mod rows;
mod running;
mod sent;
mod server;
