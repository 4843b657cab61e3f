//! The app in a real window, on the real codex app-server, with the loopback as its model.
//!
//! A `Display` is made by one test at a time, so these tests run one after another.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod account;
mod asks;
mod asks_disguised;
mod asks_recorded;
mod catalog;
mod composer;
mod config;
mod conversation_manage;
mod conversation_read;
mod desktop;
mod desktop_notifications;
mod drawing;
mod first_conversation;
mod first_run;
mod folder_trust;
mod hostile_text;
mod layout;
mod model_pick;
mod own_record;
mod page_isolation;
mod permissions;
mod quitting;
mod running;
mod sidebar;
