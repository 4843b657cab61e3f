//! The last sanitising step: removes everything that is not on these allow-lists.
//!
//! `write` emits only what is allowed here; this step guards against a mistake there.

use super::link;
use ammonia::Builder;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Removes everything from the HTML that is not allowed.
pub fn clean(html: &str) -> String {
    static GATE: LazyLock<Builder<'static>> = LazyLock::new(gate);
    GATE.clean(html).to_string()
}

const TAGS: &str = "a abbr b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i input ins kbd li mark ol p pre q s \
    samp small span strong sub sup table tbody td th thead tr u ul var";

/// Each tag with its allowed attributes.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("a", "href data-path role tabindex"),
    ("div", "data-note"),
    ("input", "checked disabled"),
    ("ol", "start"),
    ("pre", "data-language"),
    ("span", "data-path data-src"),
    ("sup", "data-note"),
];

/// Each tag with its allowed classes.
const CLASSES: &[(&str, &str)] = &[
    ("a", "file-ref"),
    ("blockquote", "alert note tip important warning caution"),
    ("div", "footnote"),
    ("li", "task"),
    ("pre", "code"),
    ("span", "ctl host image image-alt k-k k-s k-n k-c k-f k-t k-a k-g k-o math"),
    ("sup", "footnote-ref"),
    ("td", "center n"),
    ("th", "center n"),
];

fn gate() -> Builder<'static> {
    let words = |list: &'static str| list.split_ascii_whitespace().collect::<HashSet<_>>();
    let lists =
        |table: &'static [(&str, &str)]| table.iter().map(|&(tag, list)| (tag, words(list))).collect::<HashMap<_, _>>();
    let mut gate = Builder::empty();
    gate.tags(words(TAGS))
        .clean_content_tags(words("script style iframe object embed svg math template noscript textarea title xmp"))
        .generic_attributes(HashSet::new())
        .tag_attributes(lists(ATTRIBUTES))
        .allowed_classes(lists(CLASSES))
        .tag_attribute_values([("input", [("type", words("checkbox"))].into())].into())
        .set_tag_attribute_values([("input", [("disabled", "")].into())].into())
        .url_schemes(words("https http mailto"))
        .url_relative(ammonia::UrlRelative::Deny)
        .link_rel(Some("noopener noreferrer"))
        .strip_comments(true)
        .attribute_filter(|_, attribute, value| match attribute {
            "href" => link::is_web(value).then_some(Cow::Borrowed(value)),
            "data-src" => value.starts_with("https://").then_some(Cow::Borrowed(value)),
            "data-path" => link::is_path(value).then_some(Cow::Borrowed(value)),
            _ => Some(Cow::Borrowed(value)),
        });
    gate
}
