//! The engine without a window, on the real codex app-server, with the loopback as its model.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[cfg(target_os = "linux")]
mod account_keychain;
#[cfg(target_os = "linux")]
mod account_limits;
#[cfg(target_os = "linux")]
mod account_sign_in;
#[cfg(target_os = "linux")]
mod account_storage;
mod asks;
mod asks_odd;
mod asks_recorded;
mod asks_rules;
mod bad_environment;
mod catalog_apps;
#[cfg(target_os = "linux")]
mod catalog_plugins;
mod catalog_skills;
mod command_line;
mod composing;
mod config_replayed;
mod config_rules;
mod config_servers;
mod config_settings;
mod conversation_find;
mod conversation_list;
mod conversation_manage;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod conversation_older_codex;
mod conversation_read;
mod conversation_rollback;
mod conversation_search;
mod drawing;
mod folder_trust;
mod headless;
mod library_calls;
mod messages_in_flight;
mod permissions;
mod programs;
mod projects;
mod queue;
mod queue_in_flight;
mod running_choices;
mod running_commands;
mod running_unsteerable;
mod server;
mod server_exit;
mod server_notifications;
mod terminals;
