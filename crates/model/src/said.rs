//! The plain text of an item, for search and export, and the search in it.
//!
//! Invariant: a hit covers whole characters of the original text, even where a letter's upper and lower case differ
//! in length.

use contract::found::Piece;
use protocol::item::{ToolContent, UserInput};
use protocol::{Item, ItemKind};
use std::ops::Range;

/// All text of an item. Empty if it has none.
pub fn words(item: &Item) -> String {
    match &item.kind {
        ItemKind::UserMessage(message) => prompt(&message.content),
        ItemKind::AgentMessage(message) => message.text.clone(),
        ItemKind::HookPrompt(hook) => lines(hook.fragments.iter().map(|fragment| fragment.text.as_str())),
        ItemKind::Plan(plan) => plan.text.clone(),
        ItemKind::Reasoning(reasoning) => crate::state::thought(&reasoning.summary, &reasoning.content),
        ItemKind::CommandExecution(command) => {
            let script = crate::shell::unwrapped(&command.command).unwrap_or_else(|| command.command.clone());
            lines([script.as_str(), command.aggregated_output.as_deref().unwrap_or_default()])
        }
        ItemKind::FileChange(change) => {
            lines(change.changes.iter().flat_map(|file| [file.path.as_str(), file.diff.as_str()]))
        }
        ItemKind::FunctionCallOutput(call) => lines([call.name.as_str(), &crate::words::pretty(&call.output)]),
        ItemKind::McpToolCall(call) => {
            let result = call.result.as_ref().map(|result| crate::words::contents(&result.content));
            let arguments = crate::words::pretty(&call.arguments);
            lines([call.server.as_str(), &call.tool, &arguments, &result.unwrap_or_default()])
        }
        ItemKind::DynamicToolCall(call) => {
            let texts = call.content_items.iter().flatten().filter_map(|item| match item {
                ToolContent::InputText { text } => Some(text.as_str()),
                _ => None,
            });
            let result = lines(texts);
            lines([call.tool.as_str(), &crate::words::pretty(&call.arguments), &result])
        }
        ItemKind::CollabAgentToolCall(call) => call.prompt.clone().unwrap_or_default(),
        ItemKind::WebSearch(search) => search.query.clone(),
        ItemKind::ImageView(image) => image.path.clone(),
        ItemKind::ImageGeneration(image) => image.revised_prompt.clone().unwrap_or_default(),
        ItemKind::EnteredReviewMode(review) => review.review.clone(),
        ItemKind::ExitedReviewMode(review) => review.review.clone(),
        ItemKind::SubAgentActivity(_) | ItemKind::Sleep(_) | ItemKind::ContextCompaction(_) => String::new(),
        ItemKind::Other(json) => crate::words::pretty(json),
    }
}

/// The text as it is displayed, without Markdown marks.
pub fn shown(item: &Item) -> String {
    let text = words(item);
    match item.kind {
        ItemKind::AgentMessage(_) | ItemKind::Plan(_) | ItemKind::ExitedReviewMode(_) | ItemKind::Reasoning(_) => {
            render::plain(&text)
        }
        _ => text,
    }
}

/// Whether a person or the agent said it. Only this is searched in a search over all threads.
pub fn is_said(item: &Item) -> bool {
    matches!(
        item.kind,
        ItemKind::UserMessage(_) | ItemKind::AgentMessage(_) | ItemKind::Plan(_) | ItemKind::ExitedReviewMode(_)
    )
}

pub fn prompt(content: &[UserInput]) -> String {
    lines(content.iter().filter_map(|input| match input {
        UserInput::Text { text, .. } => Some(text.as_str()),
        UserInput::Skill { name, .. } | UserInput::Mention { name, .. } => Some(name.as_str()),
        UserInput::LocalImage { path, .. } | UserInput::LocalAudio { path } => Some(path.as_str()),
        UserInput::Image { .. } | UserInput::Audio { .. } | UserInput::Other(_) => None,
    }))
}

fn lines<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

/// A text to search for, ignoring case and the amount of white space.
pub struct Needle(String);

impl Needle {
    /// `None` if there is nothing to search for.
    pub fn new(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        (!words.is_empty()).then(|| Self(words.join(" ").chars().flat_map(char::to_lowercase).collect()))
    }

    /// The byte ranges of at most `most` matches.
    pub fn find(&self, text: &str, most: usize) -> Vec<Range<usize>> {
        if text.is_ascii() && !text.contains("  ") && !text.contains('\t') {
            let lower = text.to_ascii_lowercase();
            return lower.match_indices(&self.0).take(most).map(|(at, hit)| at..at + hit.len()).collect();
        }
        // Lower case may have another length, and runs of spaces are joined, so every folded byte remembers its
        // origin.
        let mut folded = String::with_capacity(text.len());
        let mut from = Vec::with_capacity(text.len() + 1);
        for (at, c) in text.char_indices() {
            let is_space = c.is_whitespace() && c != '\n';
            if is_space && folded.ends_with(' ') {
                continue;
            }
            for lower in (if is_space { ' ' } else { c }).to_lowercase() {
                folded.push(lower);
                from.resize(folded.len(), at);
            }
        }
        from.push(text.len());
        let whole = |at: usize, end: usize| {
            let last = from.get(end.saturating_sub(1)).copied().unwrap_or(text.len());
            let width = text[last..].chars().next().map_or(0, char::len_utf8);
            from.get(at).copied().unwrap_or(text.len())..last + width
        };
        folded.match_indices(&self.0).take(most).map(|(at, hit)| whole(at, at + hit.len())).collect()
    }

    /// The text around a hit, on one line.
    pub fn snippet(&self, text: &str, hit: &Range<usize>) -> Vec<Piece> {
        const BEFORE: usize = 48;
        const AFTER: usize = 120;
        let start = text[..hit.start].char_indices().rev().nth(BEFORE).map_or(0, |(at, _)| at);
        let end = text[hit.end..].char_indices().nth(AFTER).map_or(text.len(), |(at, _)| hit.end + at);
        let mut before = flat(&text[start..hit.start]);
        let mut after = flat(&text[hit.end..end]);
        if start > 0 {
            before = format!("…{}", before.trim_start());
        }
        if end < text.len() {
            after = format!("{}…", after.trim_end());
        }
        pieces([(before, false), (flat(&text[hit.clone()]), true), (after, false)])
    }

    /// Marks every hit in a snippet from the server.
    pub fn mark(&self, snippet: &str) -> Vec<Piece> {
        let mut out = Vec::new();
        let mut at = 0;
        for hit in self.find(snippet, 50) {
            out.push((flat(&snippet[at..hit.start]), false));
            out.push((flat(&snippet[hit.clone()]), true));
            at = hit.end;
        }
        out.push((flat(&snippet[at..]), false));
        pieces(out)
    }
}

/// Replaces white space by single spaces and makes hidden characters visible.
fn flat(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !c.is_whitespace() {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    render::visible(&out)
}

fn pieces(parts: impl IntoIterator<Item = (String, bool)>) -> Vec<Piece> {
    parts.into_iter().filter(|(text, _)| !text.is_empty()).map(|(text, hit)| Piece { text, hit }).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str, needle: &str) -> Vec<String> {
        Needle::new(needle).unwrap().find(text, 10).into_iter().map(|hit| text[hit].to_owned()).collect()
    }

    #[test]
    fn a_hit_is_found_in_any_case() {
        assert_eq!(found("A Zebra, a ZEBRA", "zebra"), ["Zebra", "ZEBRA"]);
        assert_eq!(found("größer als GRÖSSE", "GRÖß"), ["größ"]);
        assert_eq!(found("İstanbul 😀 istanbul", "istanbul"), ["istanbul"]);
        assert_eq!(found("😀 ÉCOLE", "école"), ["ÉCOLE"]);
        assert!(Needle::new("  ").is_none());
    }

    #[test]
    fn spaces_are_one_however_wide_they_are_but_a_line_ends() {
        assert_eq!(found("a  wide\t zebra,\u{a0}wide zebra", "wide  zebra"), ["wide\t zebra", "wide zebra"]);
        assert_eq!(found("wide\nzebra", "wide zebra"), Vec::<String>::new());
    }

    #[test]
    fn a_snippet_is_one_line_with_the_hit_in_it() {
        let text = format!("{} the\n\tzebra   ran {}", "before ".repeat(30), "after ".repeat(60));
        let needle = Needle::new("ZEBRA").unwrap();
        let hit = needle.find(&text, 1).remove(0);
        let snippet = needle.snippet(&text, &hit);
        assert_eq!(snippet[1], Piece { text: "zebra".into(), hit: true });
        let line: String = snippet.iter().map(|piece| piece.text.as_str()).collect();
        assert!(line.starts_with('…') && line.ends_with('…') && line.contains("the zebra ran"), "{line}");
    }

    #[test]
    fn hidden_characters_show_in_a_server_snippet() {
        let pieces = Needle::new("zebra").unwrap().mark("a <b>zebra</b> \u{202e}arbez zebra");
        assert_eq!(pieces.iter().filter(|piece| piece.hit).count(), 2);
        assert!(!pieces.iter().any(|piece| piece.text.contains('\u{202e}')));
    }

    proptest! {
        #[test]
        fn any_text_can_be_searched_for_anything(text in "\\PC{0,60}", needle in "\\PC{1,4}") {
            if let Some(needle) = Needle::new(&needle) {
                for hit in needle.find(&text, 100) {
                    prop_assert!(text.get(hit.clone()).is_some());
                    needle.snippet(&text, &hit);
                }
                needle.mark(&text);
            }
        }
    }
}
