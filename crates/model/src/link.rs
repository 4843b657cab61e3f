//! Which addresses may be opened: https, and pages on this computer.
//!
//! Invariant: addresses come from the agent and the server and are untrusted.

const LONGEST: usize = 8_192;

/// Whether a link contains no hidden characters, and is neither empty nor extremely long.
pub fn is_plain(link: &str) -> bool {
    !link.is_empty() && link.len() <= LONGEST && !link.chars().any(char::is_control) && render::visible(link) == link
}

/// A link that may be opened: https, or a page on this computer.
pub fn safe_url(link: &str) -> Option<String> {
    let link = link.trim();
    let lower = link.to_ascii_lowercase();
    let leads_there = match (lower.strip_prefix("https://"), lower.strip_prefix("http://")) {
        (Some(rest), _) => host(rest).is_some_and(|host| !host.is_empty()),
        (None, Some(rest)) => host(rest).is_some_and(|host| ["127.0.0.1", "localhost", "[::1]"].contains(&host)),
        (None, None) => false,
    };
    (is_plain(link) && leads_there).then(|| link.to_owned())
}

/// The host without its port. `None` if the address names a user, because such links pretend to be another site.
fn host(rest: &str) -> Option<&str> {
    let authority = rest.split(['/', '?', '#']).next()?;
    if authority.contains('@') || authority.contains('\\') || authority.contains(char::is_whitespace) {
        return None;
    }
    match authority.strip_prefix('[') {
        Some(_) => authority.find(']').map(|end| &authority[..=end]),
        None => authority.split(':').next(),
    }
}
