//! Gives the model a tool of the program's own.
//!
//! `cargo run -p session --example own_tool`

use serde_json::json;
use session::{ClientTool, Options, Place, Session, SessionOptions, TurnRequest};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]});
    let weather = ClientTool::new("weather", "The weather in a city", schema, |arguments| async move {
        match arguments["city"].as_str() {
            Some(city) => Ok(format!("It rains in {city}.")),
            None => Err("Name a city.".to_owned()),
        }
    });
    let options = Options { tools: [weather].into_iter().collect(), ..Options::from_env() };
    let session = Session::open(SessionOptions::new(options)).await?;
    let folder = std::env::current_dir()?.display().to_string();
    let ran = session.run_turn(Place::Folder(folder), TurnRequest::new("How is the weather in Hamburg?")).await;
    session.close().await;
    println!("{}", ran?.message.unwrap_or_default());
    Ok(())
}
