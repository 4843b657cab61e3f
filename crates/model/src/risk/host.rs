//! Recognises hosts that look like other hosts.
//!
//! Invariant: a host is shown in the letters that the network uses, so that `аpple.com` with a Cyrillic `а` cannot pass
//! for another one.

/// The host as the network knows it (`xn--…`). If it has no such form, every unusual character is made visible.
pub fn shown(host: &str) -> String {
    let (name, port) = split_port(host);
    if name.is_ascii() {
        return render::exact(host);
    }
    let ascii = idna::domain_to_ascii(name).unwrap_or_default();
    // Characters that are lost in the conversion must stay visible.
    let whole = !ascii.is_empty() && idna::domain_to_unicode(&ascii).0 == name.to_lowercase();
    if whole { format!("{}{port}", render::exact(&ascii)) } else { render::exact(host) }
}

/// Whether a part of the name looks like Latin letters without being Latin, or hides characters.
pub fn imitates(host: &str) -> bool {
    let (name, _) = split_port(host);
    if name.is_ascii() && !name.to_ascii_lowercase().contains("xn--") {
        return false;
    }
    let (unicode, read) = idna::domain_to_unicode(name);
    read.is_err()
        || unicode.split('.').any(|label| !label.is_ascii() && (render::deceives(label) || is_drawn_latin(label)))
}

/// The host of an address, and whether a `user@` precedes it, because that is what a person reads first.
pub fn of_url(word: &str) -> Option<(&str, bool)> {
    let (scheme, rest) = word.split_once("://")?;
    if scheme.is_empty() || scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let authority = rest.split(['/', '\\', '?', '#']).next()?;
    let (user, host) = authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
    let pretends = user.is_some_and(|user| user.split(':').next().unwrap_or_default().contains('.'));
    (!host.is_empty()).then_some((host, pretends))
}

fn split_port(host: &str) -> (&str, &str) {
    match host.rfind(':') {
        Some(at) if !host.ends_with(']') && host[at + 1..].bytes().all(|b| b.is_ascii_digit()) => host.split_at(at),
        _ => (host, ""),
    }
}

/// Letters of other scripts that look like Latin ones.
const DRAWN_LATIN: &str = "асԁеһіјӏорԛѕԝхуъьҽпгѵѡкмтнвαικνρυωηοτγεա ոսօքցհ";

fn is_drawn_latin(label: &str) -> bool {
    label.chars().all(|c| c == '-' || c.is_ascii_digit() || (c != ' ' && DRAWN_LATIN.contains(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_shown_in_the_letters_of_the_network() {
        for (host, expected) in [
            ("example.com", "example.com"),
            ("example.com:8080", "example.com:8080"),
            ("[::1]:3000", "[::1]:3000"),
            ("\u{430}pple.com", "xn--pple-43d.com"),
            ("\u{430}pple.com:443", "xn--pple-43d.com:443"),
            ("münchen.de", "xn--mnchen-3ya.de"),
            ("exa\u{202e}mple.com", "exa⟨U+202E⟩mple.com"),
            ("exa\u{200b}mple.com:80", "exa⟨U+200B⟩mple.com:80"),
        ] {
            assert_eq!(shown(host), expected);
        }
    }

    #[test]
    fn only_hosts_that_pass_for_others_imitate() {
        for host in [
            "\u{430}pple.com",
            "xn--pple-43d.com",
            "\u{441}\u{43e}\u{440}\u{443}.com",
            "ex\u{3b1}mple.org",
            "xn--\u{430}",
            "a\u{2215}b.com",
        ] {
            assert!(imitates(host), "{host}");
        }
        for host in [
            "example.com",
            "münchen.de",
            "xn--mnchen-3ya.de",
            "пример.рф",
            "日本語.jp",
            "127.0.0.1:80",
            "[::1]:3000",
            "localhost",
        ] {
            assert!(!imitates(host), "{host}");
        }
    }

    #[test]
    fn the_host_of_an_address_stands_behind_its_user() {
        assert_eq!(of_url("https://github.com@evil.test/x"), Some(("evil.test", true)));
        assert_eq!(of_url("https://me:word@example.com:80/x?y"), Some(("example.com:80", false)));
        assert_eq!(of_url("file:///etc/passwd"), None);
        assert_eq!(of_url("src/main.rs"), None);
    }
}
