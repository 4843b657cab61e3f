//! Carries out what a person wants. One small file per area.
//!
//! Invariant: an intent returns only whether it worked. What a window must draw arrives as changes.

mod approve;
mod attach;
mod branch;
mod codex;
mod editor;
mod export;
mod goal;
mod keep;
mod loaded;
mod mode;
mod opening;
mod outside;
mod permission;
mod pin;
mod queue;
mod read;
mod remove;
mod review;
mod send;
mod settings;
mod shell;
mod spent;
mod steering;
mod tabs;
mod terminals;
mod thread_settings;
mod unread;

pub(crate) use self::approve::records;
pub(crate) use self::attach::{picture, sort};
pub(crate) use self::export::text as thread_text;
pub(crate) use self::opening::would_open;
pub use self::review::Place;
pub(crate) use self::review::{begin_review, begin_turn, start_thread};
pub(crate) use self::send::interrupt;
pub(crate) use self::spent::{spent, thread_usage};
pub(crate) use self::tabs::{terminate, write as write_terminal};
pub(crate) use self::unread::tell_read;

use crate::catalog;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::id::WindowId;
use crate::intent::{Intent, Receipt};
use crate::login;
use crate::peer::CallError;
use crate::trust;
use crate::usage;
use model::refusal::Refusal;

impl Engine {
    pub async fn act(&self, window: WindowId, intent: Intent) -> Result<Receipt, Failure> {
        act(self, window, intent).await
    }
}

async fn act(engine: &Engine, window: WindowId, intent: Intent) -> Result<Receipt, Failure> {
    let nothing = Receipt::default();
    if let Some((thread, choices)) = intent.chosen() {
        let (of, choices) = (thread.clone(), choices.clone());
        if engine.with(move |core| core.choose(of, choices)).await? {
            thread_settings::update_running(engine, thread).await?;
        }
    }
    match intent {
        Intent::OpenThread { thread } => read::open(engine, window, thread).await.map(|()| nothing),
        Intent::CloseThread { thread } => read::close(engine, window, thread).await.map(|()| nothing),
        Intent::AskLock { thread } => engine.ask_lock(&thread).await.map(|()| nothing),
        Intent::LoadOlder { thread } => engine.read_older(&thread).await.map(|()| nothing),
        Intent::LoadNewer { thread } => engine.read_newer(&thread).await.map(|()| nothing),
        Intent::LoadNewest { thread } => engine.read_to_end(&thread).await.map(|()| nothing),
        Intent::OpenAt { thread, spot } => read::open_at(engine, window, thread, &spot).await,
        Intent::StartThread { cwd, prompt, choices } => send::start_thread(engine, window, cwd, prompt, choices).await,
        Intent::Send { thread, prompt, choices } => {
            send::send(engine, window, thread, prompt, choices).await.map(|()| nothing)
        }
        Intent::Queue { thread, prompt, choices } => {
            queue::add(engine, window, thread, prompt, choices).await.map(|()| nothing)
        }
        Intent::EditQueued { thread, queued, text } => {
            queue::edit(engine, thread, queued, text).await.map(|()| nothing)
        }
        Intent::RemoveQueued { thread, queued } => queue::remove(engine, thread, queued).await.map(|()| nothing),
        Intent::OrderQueue { thread, order } => queue::order(engine, thread, order).await.map(|()| nothing),
        Intent::SendQueued { thread, queued, choices } => {
            queue::send_now(engine, thread, queued, choices).await.map(|()| nothing)
        }
        Intent::Choose { .. } => Ok(nothing),
        Intent::Interrupt { thread } => send::interrupt(engine, thread).await.map(|()| nothing),
        Intent::SaveDraft { thread, text, attached } => {
            let draft = crate::intent::Prompt { text, attached };
            let kept = engine.with(move |core| core.write_draft(&window, thread, draft)).await?.await.unwrap_or(false);
            if kept { Ok(nothing) } else { Err(send::draft_not_saved()) }
        }
        Intent::Shell { at, command, choices } => shell::run(engine, window, at, command, choices).await,
        Intent::Review { at, target, choices } => shell::review(engine, window, at, target, choices).await,
        Intent::PickImages => attach::pick(engine).await,
        Intent::KeepPicture { data } => attach::save_pasted(engine, data).await,
        Intent::StopTerminal { thread, process } => terminals::stop(engine, thread, process).await.map(|()| nothing),
        Intent::Rename { thread, name } => keep::rename(engine, thread, name).await.map(|()| nothing),
        Intent::Archive { threads } => keep::archive(engine, threads).await.map(|()| nothing),
        Intent::Unarchive { threads } => keep::unarchive(engine, threads).await.map(|()| nothing),
        Intent::Pin { threads, pinned } => pin::pin(engine, threads, pinned).await.map(|()| nothing),
        Intent::MarkUnread { threads, unread } => unread::mark(engine, threads, unread).await.map(|()| nothing),
        Intent::Delete { threads } => remove::delete(engine, threads).await.map(|()| nothing),
        Intent::KeepThreads { threads } => remove::keep(engine, threads).await.map(|()| nothing),
        Intent::Fork { thread, turn } => branch::fork(engine, thread, turn).await,
        Intent::ForkBefore { thread, turn } => branch::fork_before(engine, thread, turn).await,
        Intent::GoBack { thread, turn } => branch::go_back(engine, thread, turn).await.map(|()| nothing),
        Intent::Compact { thread } => branch::compact(engine, thread).await.map(|()| nothing),
        Intent::SetGoal { thread, objective, active, choices } => {
            goal::set(engine, thread, objective, active, choices).await.map(|()| nothing)
        }
        Intent::Export { threads, format, folder } => export::export(engine, threads, format, folder).await,
        Intent::RevealFile { thread } => outside::reveal_file(engine, &thread).await.map(|()| nothing),
        Intent::RevealExport { path } => outside::reveal_export(engine, &path).map(|()| nothing),
        Intent::RefreshThreads => engine.refresh(crate::engine::Depth::Whole).await.map(|()| nothing),
        Intent::DeclineAfter { thread, seconds } => {
            approve::decline_after(engine, thread, seconds).await.map(|()| nothing)
        }
        Intent::Overrule { thread, row } => approve::overrule(engine, thread, row).await.map(|()| nothing),
        Intent::OpenTerminal { thread, fenced, columns, rows } => {
            tabs::open(engine, thread, fenced, columns, rows).await.map(|()| nothing)
        }
        Intent::TypeTerminal { terminal, typed } => tabs::type_into(engine, terminal, typed).await.map(|()| nothing),
        Intent::ResizeTerminal { terminal, columns, rows } => {
            tabs::resize(engine, terminal, columns, rows).await.map(|()| nothing)
        }
        Intent::CloseTerminal { terminal } => tabs::close(engine, terminal).await.map(|()| nothing),
        Intent::ExportApprovals { thread } => approve::export(engine, thread).await,
        Intent::Answer { ask, answer } => send::answer(engine, ask, answer).await.map(|()| nothing),
        Intent::SignInWithBrowser => login::with_browser(engine).await.map(|()| nothing),
        Intent::SignInWithCode => login::with_code(engine).await.map(|()| nothing),
        Intent::SignInWithKey { key, label } => login::with_key(engine, key, label).await.map(|()| nothing),
        Intent::SignInWithSavedKey { label } => login::with_saved_key(engine, label).await.map(|()| nothing),
        Intent::ForgetKey { label } => login::forget_key(engine, label).await.map(|()| nothing),
        Intent::CancelSignIn => login::cancel(engine).await.map(|()| nothing),
        Intent::SignOut => login::sign_out(engine).await.map(|()| nothing),
        Intent::KeepForSession { on } => login::keep_for_session(engine, on).await.map(|()| nothing),
        Intent::CheckKeychain { may_prompt } => login::check_keychain(engine, may_prompt).await.map(|()| nothing),
        Intent::ImportLogin => login::import(engine).await.map(|()| nothing),
        Intent::ParkAccount => login::park(engine).await.map(|()| nothing),
        Intent::SwitchAccount { id } => login::switch(engine, id).await.map(|()| nothing),
        Intent::ForgetAccount { id } => login::forget(engine, id).await.map(|()| nothing),
        Intent::SwitchWorkspace { session, workspace } => {
            login::switch_workspace(engine, session, workspace).await.map(|()| nothing)
        }
        Intent::UseTokenCommand { command } => login::use_command(engine, command).await.map(|()| nothing),
        Intent::RefreshLimits => usage::read_limits(engine).await.map(|()| nothing),
        Intent::UseReset { id } => usage::use_reset(engine, id).await.map(|()| nothing),
        Intent::AskOwner { for_credits } => usage::ask_owner(engine, for_credits).await.map(|()| nothing),
        Intent::StartDemo => codex::start_demo(engine).await.map(|()| nothing),
        Intent::LeaveDemo => codex::leave_demo(engine).await.map(|()| nothing),
        Intent::RestartServer => codex::restart(engine).map(|()| nothing),
        Intent::UseCodex { path } => codex::choose(engine, path).await.map(|()| nothing),
        Intent::FetchCodex => codex::fetch(engine).await.map(|()| nothing),
        Intent::ChangeSettings { patch } => settings::change(engine, patch).await.map(|()| nothing),
        Intent::Zoom { way } => settings::zoom(engine, way).await.map(|()| nothing),
        Intent::DismissBanner { banner } => engine
            .with(move |core| core.apply_local(model::state::LocalEvent::BannerGone(banner)))
            .await
            .map(|()| nothing),
        Intent::OpenLink { thread, url } => outside::link(engine, thread, &url).await,
        Intent::OpenFolder { path } => outside::folder(engine, path).await.map(|()| nothing),
        Intent::OpenWindow { thread } => {
            outside::or_refused(engine.shared().platform.open_window(&thread)).map(|()| nothing)
        }
        Intent::PickFolder => outside::pick(engine, crate::platform::Pick::Folder).await,
        Intent::PickCodex => outside::pick(engine, crate::platform::Pick::Codex).await,
        Intent::TrustFolder { cwd, trusted } => {
            let folders = trust::folders_to_write(engine, cwd, trusted).await?;
            catalog::config::trust(engine, &folders, trusted).await
        }
        Intent::Skill { intent } => catalog::skills::act(engine, intent).await.map(|()| nothing),
        Intent::App { intent } => catalog::apps::act(engine, intent).await.map(|()| nothing),
        Intent::Plugin { intent } => catalog::plugins::act(engine, intent).await,
        Intent::Mcp { intent } => catalog::servers::act(engine, intent).await,
        Intent::Config { intent } => catalog::config::act(engine, intent).await,
        Intent::Rule { intent } => catalog::rules::act(engine, intent).await,
        Intent::Feature { intent } => catalog::features::act(engine, intent).await,
        Intent::Import { intent } => catalog::import::act(engine, intent).await,
        Intent::Project { intent } => catalog::projects::act(engine, intent).await,
        Intent::Link { intent } => catalog::links::act(engine, intent).await,
        Intent::Gateway { intent } => catalog::gateway::act(engine, intent).await,
        Intent::CloseAnyway => outside::or_refused(engine.shared().platform.close_window(&window)).map(|()| nothing),
    }
}

/// The server's message if it says more than ours. It is untrusted, so it is shortened and shown as plain text.
impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Closed => Self::new(Code::ServerGone, "Codex stopped before it answered. Try again."),
            CallError::TimedOut { deadline, .. } => {
                let message =
                    format!("Codex has not answered for {} s. The action may still complete.", deadline.as_secs());
                Self::new(Code::TimedOut, message)
            }
            CallError::Refused { method, source } => refused(&Refusal::of_call(method, &source), &source.message),
            CallError::Unreadable { .. } => {
                Self::new(Code::Refused, "This version of Threadloft cannot read Codex’s answer.")
            }
        }
    }
}

fn refused(refusal: &Refusal, said: &str) -> Failure {
    let (code, message) = match refusal {
        Refusal::NoThread | Refusal::ThreadNotLoaded => {
            (Code::ThreadGone, "This thread no longer exists. Another Codex may have deleted it.")
        }
        Refusal::UnknownMethod => (Code::NeedsNewerCodex, "This version of Codex cannot do that. Install a newer one."),
        Refusal::Locked => {
            (Code::Locked, "Another Codex is writing to this thread. Close the thread there, or continue in a fork.")
        }
        Refusal::Archived => return Failure::archived(),
        Refusal::OnlyWholeForks => {
            (Code::Refused, "This thread was started with an older Codex, so it can only be forked as a whole.")
        }
        Refusal::NoWebImages => (
            Code::BadInput,
            "This version of Codex does not accept images from the web. Save the image and attach the file.",
        ),
        Refusal::OnlyForks
        | Refusal::NotFound
        | Refusal::ClosedTurn
        | Refusal::OtherTurn(_)
        | Refusal::ProcessEnded
        | Refusal::CursorExpired
        | Refusal::SignInNeeded
        | Refusal::NoToken
        | Refusal::NoSandboxProgram
        | Refusal::Other => return Failure::new(Code::Refused, plain(said)),
    };
    Failure::new(code, message)
}

fn plain(text: &str) -> String {
    const LONGEST: usize = 400;
    let mut out: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}
