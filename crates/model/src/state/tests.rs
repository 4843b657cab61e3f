//! The state against recorded exchanges with the real server, and against disorder.
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
mod rows;
mod running;
mod sent;
mod server;
