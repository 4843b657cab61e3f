//! A cache of command outputs that windows show in full: parsed once, read page by page.

use crate::failure::{Code, Failure};
use render::FullOutput;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

const KEPT: usize = 4;
const PAGE: u32 = 1_000;

#[derive(Default)]
pub(crate) struct Sheets(Mutex<CachedSheets>);

#[derive(Default)]
struct CachedSheets {
    named: u64,
    sheets: VecDeque<(String, Arc<FullOutput>)>,
}

impl Sheets {
    /// Stores an output. Returns its name and its number of lines.
    pub async fn read(&self, text: String) -> Result<(String, u32), Failure> {
        let sheet = tokio::task::spawn_blocking(move || FullOutput::of(&text)).await.map_err(|_| gone())?;
        let lines = u32::try_from(sheet.len()).unwrap_or(u32::MAX);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.named += 1;
        let stamp = format!("sheet-{}", kept.named);
        kept.sheets.push_front((stamp.clone(), Arc::new(sheet)));
        kept.sheets.truncate(KEPT);
        Ok((stamp, lines))
    }

    pub fn lines(&self, stamp: &str, from: u32, count: u32) -> Result<Vec<String>, Failure> {
        let sheet = {
            let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.sheets.iter().find(|(name, _)| name == stamp).map(|(_, sheet)| sheet.clone()).ok_or_else(gone)?
        };
        Ok(sheet.lines(from as usize..from.saturating_add(count.min(PAGE)) as usize))
    }
}

fn gone() -> Failure {
    Failure::new(Code::Refused, "This output is no longer kept. Show it again.")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_last_few_outputs_are_kept() {
        let sheets = Sheets::default();
        let text: String = (0..5_000).map(|n| format!("\x1b[31mline {n}\x1b[0m\n")).collect();
        let (stamp, lines) = sheets.read(text).await.unwrap();
        assert_eq!(lines, 5_000);
        assert_eq!(sheets.lines(&stamp, 4_999, 9).unwrap(), ["<span class=\"ansi-1\">line 4999</span>"]);
        assert_eq!(sheets.lines(&stamp, 0, 9_999).unwrap().len(), PAGE as usize);
        for _ in 0..KEPT {
            sheets.read(String::new()).await.unwrap();
        }
        assert!(sheets.lines(&stamp, 0, 1).is_err());
    }
}
