//! What a window may ask for that is too big, or too rare, for the stream.

use super::House;
use crate::failure::{Code, Failure};
use crate::look::{Diagnostics, Look, Model, Sight};
use wire::method::{ModelList, ModelListParams};

/// Pages of models; one is the rule.
const PAGES: usize = 20;

pub(super) async fn look(house: &House, look: Look) -> Result<Sight, Failure> {
    match look {
        Look::Diagnostics => diagnostics(house).await,
        Look::Models => models(house).await,
        Look::Usage => Ok(Sight::Usage { usage: crate::act::usage(house).await? }),
        Look::WorkspaceMessages => Ok(Sight::WorkspaceMessages { messages: crate::act::messages(house).await? }),
        Look::Folders => Ok(Sight::Folders { folders: house.ask(|room| room.state.folders()).await? }),
        Look::Output { thread, row } => {
            let text = house.ask(move |room| room.state.output(&thread, &row)).await?;
            text.map(|text| Sight::Output { text }).ok_or_else(|| missing("output"))
        }
        Look::Diff { thread, row, path } => {
            let file = house.ask(move |room| room.state.diff(&thread, row.as_ref(), &path)).await?;
            file.map(|file| Sight::Diff { file }).ok_or_else(|| missing("change"))
        }
    }
}

fn missing(what: &str) -> Failure {
    Failure::new(Code::Refused, format!("This {what} is no longer there."))
}

async fn diagnostics(house: &House) -> Result<Sight, Failure> {
    let server = house.ask(|room| room.state.server().clone()).await?;
    let line = house.line();
    let diagnostics = Diagnostics {
        version: env!("CARGO_PKG_VERSION").into(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        data_dir: house.inner().options.data_dir.display().to_string(),
        server,
        server_pid: line.pid,
        starts: line.starts,
        stderr: line.tail.lines(),
        counters: house.inner().tally.counters(),
    };
    Ok(Sight::Diagnostics { diagnostics: Box::new(diagnostics) })
}

async fn models(house: &House) -> Result<Sight, Failure> {
    let peer = house.peer().await?;
    let mut models = Vec::new();
    let mut cursor = None;
    for _ in 0..PAGES {
        let answer = peer.call::<ModelList>(ModelListParams { cursor, ..Default::default() }).await?;
        models.extend(answer.data.into_iter().filter(|model| !model.hidden).map(seen));
        cursor = answer.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    Ok(Sight::Models { models })
}

fn seen(model: wire::account::Model) -> Model {
    Model {
        name: if model.display_name.is_empty() { model.id.clone() } else { model.display_name },
        id: if model.model.is_empty() { model.id } else { model.model },
        description: Some(model.description).filter(|text| !text.is_empty()),
        is_default: model.is_default,
        efforts: model.supported_reasoning_efforts.into_iter().map(|effort| effort.reasoning_effort).collect(),
        default_effort: model.default_reasoning_effort,
    }
}
