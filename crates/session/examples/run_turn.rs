//! Runs one turn in the current folder and prints what it did.
//!
//! `cargo run -p session --example run_turn -- "Which tests are slow?"`

use session::{Event, Place, Session, SessionOptions, TurnRequest};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let prompt = std::env::args().nth(1).ok_or("Give a prompt.")?;
    let session = Session::open(SessionOptions::from_env()).await?;
    let turn = TurnRequest::new(prompt).on_event(|event| {
        if let Event::ItemCompleted(of) = event {
            eprintln!("done: {}", of.item.id);
        }
    });
    let folder = std::env::current_dir()?.display().to_string();
    let ran = session.run_turn(Place::Folder(folder), turn).await;
    session.close().await;
    println!("{}", ran?.message.unwrap_or_default());
    Ok(())
}
