//! Answers requests one by one: each command is shown, and only `git` may run beyond the sandbox.
//!
//! `cargo run -p session --example answer_requests -- "Commit what is staged."`

use session::{Answer, AskBody, AskPolicy, Decision, Place, Session, SessionOptions, TurnRequest};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let prompt = std::env::args().nth(1).ok_or("Give a prompt.")?;
    let asks = AskPolicy::new(|ask, _policy| {
        let AskBody::Command { command, .. } = &ask.body else { return Some(Answer::Refuse) };
        eprintln!("asked: {command}");
        let accepted = command.starts_with("git ") && ask.risks.is_empty();
        let decision = if accepted { Decision::Accept } else { Decision::Decline };
        Some(Answer::Decide { decision })
    });
    let session = Session::open(SessionOptions { asks, ..SessionOptions::from_env() }).await?;
    let folder = std::env::current_dir()?.display().to_string();
    let ran = session.run_turn(Place::Folder(folder), TurnRequest::new(prompt)).await;
    session.close().await;
    println!("{}", ran?.message.unwrap_or_default());
    Ok(())
}
