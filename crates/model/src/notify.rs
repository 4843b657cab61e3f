//! Desktop notifications for requests while no window has the focus. They name the kind of request and the project,
//! never its content.

use contract::id::ThreadId;
use contract::record::AskKind;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesktopNotification {
    pub title: String,
    pub body: String,
    /// The thread that waits.
    pub thread: Option<ThreadId>,
}

/// `cwd`: the thread's folder; empty if unknown.
pub fn waiting(kind: AskKind, cwd: &str, thread: Option<ThreadId>) -> DesktopNotification {
    let title = match kind {
        AskKind::Command => "A command is waiting for you",
        AskKind::Network => "A connection is waiting for you",
        AskKind::Files => "A file change is waiting for you",
        AskKind::Permissions => "A permission request is waiting for you",
        AskKind::Questions => "A question is waiting for you",
        AskKind::Form => "A form is waiting for you",
        AskKind::Link => "A page to open is waiting for you",
        AskKind::ToolUse => "A tool is waiting for you",
        AskKind::Unreadable => "A request is waiting for you",
    };
    let project = cwd.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
    let body = if project.is_empty() { "In Threadloft".to_owned() } else { format!("In {}", render::visible(project)) };
    DesktopNotification { title: title.to_owned(), body, thread }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notification_names_only_the_kind_and_the_project() {
        let note = waiting(AskKind::Command, "/home/me/code/harbour/", None);
        assert_eq!((note.title.as_str(), note.body.as_str()), ("A command is waiting for you", "In harbour"));
        assert_eq!(waiting(AskKind::Form, r"C:\code\harbour", None).body, "In harbour");
        assert_eq!(waiting(AskKind::Form, "", None).body, "In Threadloft");
    }
}
