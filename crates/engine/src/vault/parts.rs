//! Splits a secret into parts of the size that a keychain accepts, and joins them again.
//!
//! Windows stores 2,560 bytes in one item, and a sign-in is longer.
//!
//! Invariant: joining returns what was split, or nothing. Parts of two writes are never mixed.

use protocol::Secret;
use zeroize::Zeroizing;

/// How each of our items begins: the number of parts, and a mark that all parts of one write share.
const FORM: &str = "threadloft/1";
/// More parts than any secret has, so that a broken header cannot make us read forever.
pub const MOST: usize = 64;

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Torn {
    #[error("the item was not written by Threadloft")]
    Foreign,
    #[error("a part of the item is missing")]
    Missing,
    #[error("the parts of the item do not belong together")]
    Mixed,
    #[error("the secret is too large for this keychain")]
    TooLarge,
}

/// The parts in order. Each has at most `limit` bytes, and cuts are between characters.
pub fn split(secret: &Secret, limit: usize, mark: &str) -> Result<Vec<Zeroizing<String>>, Torn> {
    let header = |total: usize| format!("{FORM} {total} {mark}\n");
    let room = limit.saturating_sub(header(MOST).len());
    if room < 4 {
        return Err(Torn::TooLarge);
    }
    let mut pieces = Vec::new();
    let mut rest = secret.expose_str();
    loop {
        let mut end = rest.len().min(room);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (piece, left) = rest.split_at(end);
        pieces.push(piece);
        rest = left;
        if rest.is_empty() {
            break;
        }
    }
    if pieces.len() > MOST {
        return Err(Torn::TooLarge);
    }
    let header = header(pieces.len());
    Ok(pieces.into_iter().map(|piece| Zeroizing::new(format!("{header}{piece}"))).collect())
}

/// The number of parts according to the first one.
pub fn count(first: &str) -> Result<usize, Torn> {
    read(first).map(|(total, ..)| total)
}

pub fn join(parts: &[Zeroizing<String>]) -> Result<Secret, Torn> {
    let first = parts.first().ok_or(Torn::Missing)?;
    let (total, mark, _) = read(first)?;
    if parts.len() != total {
        return Err(Torn::Missing);
    }
    let mut whole = Zeroizing::new(String::with_capacity(parts.iter().map(|part| part.len()).sum()));
    for part in parts {
        let (its_total, its_mark, piece) = read(part)?;
        if (its_total, its_mark) != (total, mark) {
            return Err(Torn::Mixed);
        }
        whole.push_str(piece);
    }
    Ok(Secret::new(std::mem::take(&mut *whole)))
}

fn read(part: &str) -> Result<(usize, &str, &str), Torn> {
    let (header, piece) = part.split_once('\n').ok_or(Torn::Foreign)?;
    let mut words = header.split(' ');
    match (words.next(), words.next().and_then(|total| total.parse().ok()), words.next(), words.next()) {
        (Some(FORM), Some(total @ 1..=MOST), Some(mark), None) => Ok((total, mark, piece)),
        _ => Err(Torn::Foreign),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WINDOWS: usize = 2_560;

    proptest! {
        #[test]
        fn what_is_joined_is_what_was_split(text in "\\PC{0,6000}", limit in 64_usize..3_000) {
            let secret = Secret::new(text.clone());
            if let Ok(parts) = split(&secret, limit, "a1") {
                prop_assert!(parts.iter().all(|part| part.len() <= limit));
                prop_assert_eq!(count(&parts[0]), Ok(parts.len()));
                let joined = join(&parts).unwrap();
                prop_assert_eq!(joined.expose_str(), text);
            }
        }

        #[test]
        fn nonsense_is_refused(text in "\\PC{0,200}") {
            prop_assert!(join(&[Zeroizing::new(text)]).is_err());
        }
    }

    #[test]
    fn a_sign_in_fits_windows_in_a_few_parts() {
        let parts = split(&Secret::new("x".repeat(6_000)), WINDOWS, "a1").unwrap();
        assert_eq!(parts.len(), 3);
    }

    #[test]
    fn parts_of_two_writings_are_not_mixed() {
        let (old, new) = ("o".repeat(4_000), "n".repeat(4_000));
        let old = split(&Secret::new(old), WINDOWS, "a1").unwrap();
        let new = split(&Secret::new(new), WINDOWS, "b2").unwrap();
        assert_eq!(join(&[new[0].clone(), old[1].clone()]).unwrap_err(), Torn::Mixed);
        assert_eq!(join(&new[..1]).unwrap_err(), Torn::Missing);
        assert_eq!(join(&[]).unwrap_err(), Torn::Missing);
    }

    #[test]
    fn what_no_keychain_would_take_is_refused() {
        assert_eq!(split(&Secret::new("x".repeat(200_000)), WINDOWS, "a1").unwrap_err(), Torn::TooLarge);
        assert_eq!(split(&Secret::new("x"), 10, "a1").unwrap_err(), Torn::TooLarge);
    }
}
