//! Writes markdown events as HTML. Every tag is written here by name, and every text is escaped.

use super::fence::language;
use super::link::{self, LinkTarget};
use super::read::References;
use super::tags::Tags;
use crate::escape::{push_escaped, push_visible};
use crate::highlight;
use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, Event, Tag, TagEnd};
use std::fmt::Write;

/// Deeper containers and emphasis are flattened: no reader follows them, and browsers stop at about 500.
const DEEPEST: usize = 32;
/// The most table columns drawn, because every short row is padded to the width of the header.
const WIDEST: usize = 64;
/// Writes the events of one chunk.
pub struct Writer<'a> {
    pub out: String,
    references: &'a References,
    /// Labels that are used but not defined.
    pub missing: Vec<String>,
    /// Footnotes defined in this chunk.
    pub notes: Vec<String>,
    number: Option<u64>,
    tags: Tags,
    /// For each open container or inline tag, whether it was written.
    written: Vec<bool>,
    code: Option<(Option<String>, String)>,
    link: Option<OpenLink>,
    image: Option<Image>,
    html_from: usize,
    columns: Vec<Alignment>,
    column: usize,
    in_head: bool,
}

struct OpenLink {
    target: LinkTarget,
    address: String,
    text: String,
}

struct Image {
    address: String,
    alt: String,
    depth: usize,
}

impl<'a> Writer<'a> {
    pub fn new(size: usize, references: &'a References, number: Option<u64>) -> Self {
        Self {
            out: String::with_capacity(size * 3 / 2),
            references,
            missing: Vec::new(),
            notes: Vec::new(),
            number,
            tags: Tags::default(),
            written: Vec::new(),
            code: None,
            link: None,
            image: None,
            html_from: 0,
            columns: Vec::new(),
            column: 0,
            in_head: false,
        }
    }

    pub fn event(&mut self, event: Event<'_>) {
        if let Some(image) = &mut self.image {
            match event {
                Event::Text(text) | Event::Code(text) => image.alt.push_str(&text),
                Event::SoftBreak | Event::HardBreak => image.alt.push(' '),
                Event::Start(Tag::Image { .. }) => image.depth += 1,
                Event::End(TagEnd::Image) if image.depth > 0 => image.depth -= 1,
                Event::End(TagEnd::Image) => self.end_image(),
                _ => {}
            }
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            _ if self.column > WIDEST => {}
            Event::Text(text) => self.text(&text),
            Event::Code(text) => self.inline_code(&text),
            Event::Html(html) | Event::InlineHtml(html) => self.tags.push(&mut self.out, &html),
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("<br>"),
            Event::Rule => self.out.push_str("<hr>"),
            Event::FootnoteReference(label) => self.note_reference(&label),
            Event::TaskListMarker(done) => self.task(done),
            Event::InlineMath(text) => self.math("$", &text),
            Event::DisplayMath(text) => self.math("$$", &text),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.out.push_str("<p>"),
            Tag::Heading { level, .. } => {
                let _ = write!(self.out, "<{level}>");
            }
            Tag::BlockQuote(kind) => {
                let class = match kind {
                    None => "",
                    Some(BlockQuoteKind::Note) => " class=\"alert note\"",
                    Some(BlockQuoteKind::Tip) => " class=\"alert tip\"",
                    Some(BlockQuoteKind::Important) => " class=\"alert important\"",
                    Some(BlockQuoteKind::Warning) => " class=\"alert warning\"",
                    Some(BlockQuoteKind::Caution) => " class=\"alert caution\"",
                };
                self.nest(&format!("<blockquote{class}>"));
            }
            Tag::CodeBlock(kind) => {
                let name = if let CodeBlockKind::Fenced(info) = kind { language(&info) } else { None };
                self.code = Some((name, String::new()));
            }
            Tag::HtmlBlock => self.html_from = self.out.len(),
            Tag::List(None) => self.nest("<ul>"),
            Tag::List(Some(number)) => match self.number.take().unwrap_or(number) {
                1 => self.nest("<ol>"),
                number => self.nest(&format!("<ol start=\"{number}\">")),
            },
            Tag::Item => self.nest("<li>"),
            Tag::FootnoteDefinition(label) => {
                self.notes.push(format!("^{}", label.to_lowercase()));
                let label = crate::escape(&label);
                let _ = write!(self.out, "<div class=\"footnote\" data-note=\"{label}\"><sup>{label}</sup> ");
            }
            Tag::Table(columns) => {
                self.columns = columns;
                self.out.push_str("<table>");
            }
            Tag::TableHead => {
                self.in_head = true;
                self.column = 0;
                self.out.push_str("<thead><tr>");
            }
            Tag::TableRow => {
                self.column = 0;
                self.out.push_str("<tr>");
            }
            Tag::TableCell => self.start_cell(),
            Tag::Emphasis => self.nest("<em>"),
            Tag::Strong => self.nest("<strong>"),
            Tag::Strikethrough => self.nest("<del>"),
            Tag::Link { dest_url, .. } => self.start_link(&dest_url),
            Tag::Image { dest_url, .. } => {
                self.image = Some(Image { address: dest_url.to_string(), alt: String::new(), depth: 0 });
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        if !matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) {
            self.tags.close(&mut self.out);
        }
        match tag {
            TagEnd::Paragraph => self.out.push_str("</p>"),
            TagEnd::Heading(level) => {
                let _ = write!(self.out, "</{level}>");
            }
            TagEnd::BlockQuote(_) => self.unnest("</blockquote>"),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::HtmlBlock => {
                if self.out[self.html_from..].trim().is_empty() {
                    self.out.truncate(self.html_from);
                } else {
                    self.out.insert_str(self.html_from, "<p>");
                    self.out.push_str("</p>");
                }
            }
            TagEnd::List(ordered) => self.unnest(if ordered { "</ol>" } else { "</ul>" }),
            TagEnd::Item => self.unnest("</li>"),
            TagEnd::FootnoteDefinition => self.out.push_str("</div>"),
            TagEnd::Table => self.out.push_str("</tbody></table>"),
            TagEnd::TableHead => {
                self.in_head = false;
                self.column = 0;
                self.out.push_str("</tr></thead><tbody>");
            }
            TagEnd::TableRow => {
                self.column = 0;
                self.out.push_str("</tr>");
            }
            TagEnd::TableCell if self.column <= WIDEST => {
                self.out.push_str(if self.in_head { "</th>" } else { "</td>" })
            }
            TagEnd::Emphasis => self.unnest("</em>"),
            TagEnd::Strong => self.unnest("</strong>"),
            TagEnd::Strikethrough => self.unnest("</del>"),
            TagEnd::Link => self.end_link(),
            _ => {}
        }
    }

    fn nest(&mut self, tag: &str) {
        let write = self.written.len() < DEEPEST && self.column <= WIDEST;
        self.written.push(write);
        if write {
            self.out.push_str(tag);
        }
    }

    fn unnest(&mut self, tag: &str) {
        if self.written.pop() == Some(true) {
            self.out.push_str(tag);
        }
    }

    fn start_cell(&mut self) {
        let class = match self.columns.get(self.column) {
            Some(Alignment::Right) => " class=\"n\"",
            Some(Alignment::Center) => " class=\"center\"",
            _ => "",
        };
        self.column += 1;
        if self.column <= WIDEST {
            let _ = write!(self.out, "<t{}{class}>", if self.in_head { 'h' } else { 'd' });
        }
    }

    fn text(&mut self, text: &str) {
        if let Some((_, code)) = &mut self.code {
            return code.push_str(text);
        }
        if let Some(link) = &mut self.link {
            link.text.push_str(text);
            return push_visible(&mut self.out, text);
        }
        let mut at = 0;
        for (range, target) in link::find(text) {
            push_visible(&mut self.out, &text[at..range.start]);
            at = range.end;
            open_link(&mut self.out, &target);
            push_visible(&mut self.out, &text[range]);
            close_link(&mut self.out, &target);
        }
        push_visible(&mut self.out, &text[at..]);
    }

    fn inline_code(&mut self, text: &str) {
        let target =
            if self.link.is_none() && link::names_file(text, true) { link::target(text) } else { LinkTarget::Nowhere };
        if let Some(link) = &mut self.link {
            link.text.push_str(text);
        }
        open_link(&mut self.out, &target);
        self.out.push_str("<code>");
        push_visible(&mut self.out, text);
        self.out.push_str("</code>");
        close_link(&mut self.out, &target);
    }

    /// Math stays text, since a dollar sign often begins a shell variable or a price.
    fn math(&mut self, mark: &str, text: &str) {
        let is_math = mark == "$$" || text.contains(['\\', '^', '_', '=', '+', '{']) || text.chars().count() == 1;
        self.out.push_str(if is_math { "<span class=\"math\">" } else { "" });
        self.out.push_str(mark);
        push_visible(&mut self.out, text);
        self.out.push_str(mark);
        self.out.push_str(if is_math { "</span>" } else { "" });
    }

    fn note_reference(&mut self, label: &str) {
        let key = format!("^{}", label.to_lowercase());
        let name = crate::escape(label);
        if self.references.knows(&key) || self.notes.contains(&key) {
            let _ = write!(self.out, "<sup class=\"footnote-ref\" data-note=\"{name}\">{name}</sup>");
        } else {
            self.missing.push(key);
            let _ = write!(self.out, "[^{name}]");
        }
    }

    fn task(&mut self, done: bool) {
        for (plain, task) in [("<li>", "<li class=\"task\">"), ("<li><p>", "<li class=\"task\"><p>")] {
            if self.out.ends_with(plain) {
                self.out.truncate(self.out.len() - plain.len());
                self.out.push_str(task);
            }
        }
        self.out.push_str("<input type=\"checkbox\" disabled=\"\"");
        self.out.push_str(if done { " checked=\"\">" } else { ">" });
    }

    fn end_code(&mut self) {
        let Some((language, code)) = self.code.take() else { return };
        self.out.push_str("<pre class=\"code\"");
        if let Some(language) = &language {
            let _ = write!(self.out, " data-language=\"{language}\"");
        }
        // A newline right after <pre> would be swallowed; the code element keeps it.
        self.out.push_str("><code>");
        let code = code.strip_suffix('\n').unwrap_or(&code);
        self.out.push_str(&highlight::html(language.as_deref(), code));
        self.out.push_str("</code></pre>");
    }

    fn start_link(&mut self, address: &str) {
        let target = link::target(address);
        open_link(&mut self.out, &target);
        self.link = Some(OpenLink { target, address: address.to_owned(), text: String::new() });
    }

    fn end_link(&mut self) {
        let Some(OpenLink { target, address, text }) = self.link.take() else { return };
        close_link(&mut self.out, &target);
        let told = match &target {
            // A link text that looks like an address must not lead to a different one.
            LinkTarget::Web(address) if text.contains("://") || text.starts_with("www.") => {
                let host = link::host(address);
                if host == link::host(&text) || address == &text { None } else { host }
            }
            LinkTarget::Web(_) | LinkTarget::File(_) => None,
            LinkTarget::Nowhere => {
                (!address.is_empty() && !address.starts_with('#') && address != text).then_some(&*address)
            }
        };
        if let Some(told) = told {
            self.out.push_str(" <span class=\"host\">");
            push_visible(&mut self.out, &told.chars().take(120).collect::<String>());
            self.out.push_str("</span>");
        }
    }

    /// Images are not loaded. A placeholder shows the image's name and address.
    fn end_image(&mut self) {
        let Some(image) = self.image.take() else { return };
        let target = link::target(&image.address);
        let mut from = "";
        match &target {
            LinkTarget::Web(address) if address.starts_with("https://") => {
                let _ = write!(self.out, "<span class=\"image\" data-src=\"{}\">", crate::escape(address));
                from = link::host(address).unwrap_or_default();
            }
            LinkTarget::File(path) => {
                let _ = write!(self.out, "<span class=\"image\" data-path=\"{}\">", crate::escape(path));
                from = path;
            }
            _ => self.out.push_str("<span class=\"image\">"),
        }
        self.out.push_str("<span class=\"image-alt\">");
        push_visible(&mut self.out, &image.alt);
        self.out.push_str("</span>");
        if !from.is_empty() {
            self.out.push_str(" <span class=\"host\">");
            push_visible(&mut self.out, from);
            self.out.push_str("</span>");
        }
        self.out.push_str("</span>");
    }
}

fn open_link(out: &mut String, target: &LinkTarget) {
    match target {
        LinkTarget::Web(address) => {
            out.push_str("<a href=\"");
            push_escaped(out, address);
            out.push_str("\">");
        }
        LinkTarget::File(path) => {
            out.push_str("<a class=\"file-ref\" role=\"link\" tabindex=\"0\" data-path=\"");
            push_escaped(out, path);
            out.push_str("\">");
        }
        LinkTarget::Nowhere => {}
    }
}

fn close_link(out: &mut String, target: &LinkTarget) {
    if !matches!(target, LinkTarget::Nowhere) {
        out.push_str("</a>");
    }
}
