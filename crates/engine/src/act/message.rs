//! What is said to the agent.

use super::{attach, send, shell};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::WindowId;
use crate::intent::{MessageIntent, Receipt};

pub(super) async fn act(engine: &Engine, window: WindowId, intent: MessageIntent) -> Result<Receipt, Failure> {
    let nothing = Receipt::default();
    match intent {
        MessageIntent::StartThread { cwd, prompt, choices } => {
            send::start_thread(engine, window, cwd, prompt, choices).await
        }
        MessageIntent::Send { thread, prompt, choices } => {
            send::send(engine, window, thread, prompt, choices).await.map(|()| nothing)
        }
        MessageIntent::Choose { .. } => Ok(nothing),
        MessageIntent::Interrupt { thread } => send::interrupt(engine, thread).await.map(|()| nothing),
        MessageIntent::SaveDraft { thread, text, attached } => {
            let draft = crate::intent::Prompt { text, attached };
            let kept = engine.with(move |core| core.write_draft(&window, thread, draft)).await?.await.unwrap_or(false);
            if kept { Ok(nothing) } else { Err(send::draft_not_saved()) }
        }
        MessageIntent::Shell { at, command, choices } => shell::run(engine, window, at, command, choices).await,
        MessageIntent::Review { at, target, choices } => shell::review(engine, window, at, target, choices).await,
        MessageIntent::PickImages => attach::pick(engine).await,
        MessageIntent::KeepPicture { data } => attach::save_pasted(engine, data).await,
    }
}
