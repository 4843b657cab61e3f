//! Signing in and out, accounts, and their limits.

use crate::engine::Engine;
use crate::failure::Failure;
use crate::intent::AccountIntent;
use crate::login;
use crate::usage;

pub(super) async fn act(engine: &Engine, intent: AccountIntent) -> Result<(), Failure> {
    match intent {
        AccountIntent::SignInWithBrowser => login::with_browser(engine).await,
        AccountIntent::SignInWithCode => login::with_code(engine).await,
        AccountIntent::SignInWithKey { key, label } => login::with_key(engine, key, label).await,
        AccountIntent::SignInWithSavedKey { label } => login::with_saved_key(engine, label).await,
        AccountIntent::ForgetKey { label } => login::forget_key(engine, label).await,
        AccountIntent::CancelSignIn => login::cancel(engine).await,
        AccountIntent::SignOut => login::sign_out(engine).await,
        AccountIntent::KeepForSession { on } => login::keep_for_session(engine, on).await,
        AccountIntent::CheckKeychain { may_prompt } => login::check_keychain(engine, may_prompt).await,
        AccountIntent::ImportLogin => login::import(engine).await,
        AccountIntent::ParkAccount => login::park(engine).await,
        AccountIntent::SwitchAccount { id } => login::switch(engine, id).await,
        AccountIntent::ForgetAccount { id } => login::forget(engine, id).await,
        AccountIntent::SwitchWorkspace { session, workspace } => {
            login::switch_workspace(engine, session, workspace).await
        }
        AccountIntent::UseTokenCommand { command } => login::use_command(engine, command).await,
        AccountIntent::RefreshLimits => usage::read_limits(engine).await,
        AccountIntent::UseReset { id } => usage::use_reset(engine, id).await,
        AccountIntent::AskOwner { for_credits } => usage::ask_owner(engine, for_credits).await,
    }
}
