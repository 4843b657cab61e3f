//! Classifies characters that are invisible or look like others, for all drawing and all warnings.
//!
//! `Prose` allows what ordinary writing needs: no-break spaces, emoji, joiners of scripts. `Exact`, for text that a
//! decision rests on (a command, a path, a host, a question), allows none of that where it could deceive.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strictness {
    Prose,
    Exact,
}

/// A cheap first test: whether a character that contains this byte may be hidden. Nearly all text is ASCII.
pub(crate) fn suspicious(byte: u8, care: Strictness) -> bool {
    match care {
        Strictness::Prose => {
            matches!(byte, 0..=8 | 11..=31 | 127 | 0xc2 | 0xcd | 0xd8 | 0xe1 | 0xe2 | 0xe3 | 0xef | 0xf0 | 0xf3)
        }
        Strictness::Exact => matches!(byte, 0..=8 | 11..=31 | 127..),
    }
}

/// `before` is the preceding character, to which joiners and emoji modifiers belong.
pub(crate) fn hides(c: char, before: char, care: Strictness) -> bool {
    match c {
        '\t' | '\n' => false,
        '\u{200c}' | '\u{200d}' => match care {
            Strictness::Prose => before.is_ascii(),
            Strictness::Exact => !joins(before),
        },
        _ if c.is_control() => true,
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' => true,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}' => true,
        '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => care == Strictness::Exact && hides_exactly(c, before),
    }
}

/// Characters that are hidden for `Exact` only: unusual blanks, marks that restyle or strike the character before,
/// characters without a shape, and look-alikes of the separators in commands and paths.
fn hides_exactly(c: char, before: char) -> bool {
    match c {
        ' ' => false,
        '\u{fe0f}' => !is_emoji(before),
        '\u{fe00}'..='\u{fe0e}' => true,
        '\u{2800}' => true,
        '\u{334}'..='\u{338}' | '\u{20d0}'..='\u{20f0}' => true,
        '\u{70f}' | '\u{13430}'..='\u{1343f}' | '\u{16fe4}' | '\u{1d159}' => true,
        '\u{37e}' | '\u{2024}' | '\u{2044}' | '\u{2215}' | '\u{2216}' | '\u{29f8}' | '\u{29f9}' | '\u{fe68}' => true,
        '\u{1c0}' | '\u{2223}' | '\u{2236}' | '\u{2571}' | '\u{29f5}' | '\u{a789}' => true,
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'.. => true,
        _ => c.is_whitespace(),
    }
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{2bff}' | '\u{3030}' | '\u{303d}'
        | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
        && c != '\u{2800}'
}

/// Characters after which a joiner is ordinary writing: emoji, and the scripts from Arabic to Myanmar and Khmer.
fn joins(before: char) -> bool {
    is_emoji(before) || matches!(before, '\u{fe0f}' | '\u{600}'..='\u{109f}' | '\u{1780}'..='\u{17d3}')
}

/// True if the word mixes Latin letters with look-alikes from another script.
pub(crate) fn is_mixed(word: &str) -> bool {
    !word.is_ascii() && word.chars().any(is_latin) && word.chars().any(passes_for_latin)
}

fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic() || (matches!(c, '\u{c0}'..='\u{24f}') && c.is_alphabetic())
}

/// A letter of a script whose letters look Latin, or a styled variant of a Latin letter.
pub(crate) fn passes_for_latin(c: char) -> bool {
    matches!(c,
        '\u{250}'..='\u{2af}' | '\u{1d00}'..='\u{1dbf}' | '\u{2100}'..='\u{214f}' | '\u{2160}'..='\u{2188}'
        | '\u{370}'..='\u{52f}' | '\u{1c80}'..='\u{1c8f}' | '\u{1f00}'..='\u{1fff}' | '\u{2de0}'..='\u{2dff}'
        | '\u{a640}'..='\u{a69f}' | '\u{530}'..='\u{58f}' | '\u{13a0}'..='\u{13ff}' | '\u{ab70}'..='\u{abbf}'
        | '\u{2c80}'..='\u{2cff}' | '\u{a4d0}'..='\u{a4ff}' | '\u{ff21}'..='\u{ff5a}' | '\u{1d400}'..='\u{1d7ff}')
        && c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HIDDEN_IN_A_DECISION: &[char] = &[
        '\0',
        '\u{7}',
        '\u{1b}',
        '\r',
        '\u{7f}',
        '\u{85}',
        '\u{a0}',
        '\u{ad}',
        '\u{34f}',
        '\u{61c}',
        '\u{115f}',
        '\u{1160}',
        '\u{1680}',
        '\u{17b4}',
        '\u{180b}',
        '\u{180e}',
        '\u{180f}',
        '\u{2000}',
        '\u{2003}',
        '\u{2009}',
        '\u{200b}',
        '\u{200c}',
        '\u{200d}',
        '\u{200e}',
        '\u{200f}',
        '\u{2028}',
        '\u{2029}',
        '\u{202a}',
        '\u{202e}',
        '\u{202f}',
        '\u{205f}',
        '\u{2060}',
        '\u{2064}',
        '\u{2066}',
        '\u{2069}',
        '\u{206f}',
        '\u{2800}',
        '\u{3000}',
        '\u{3164}',
        '\u{fe00}',
        '\u{fe0e}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{ffa0}',
        '\u{fff9}',
        '\u{fffc}',
        '\u{1d173}',
        '\u{e0001}',
        '\u{e0041}',
        '\u{e007f}',
        '\u{e0100}',
        '\u{e01ef}',
        '\u{e000}',
        '\u{f0000}',
        '\u{338}',
        '\u{2215}',
        '\u{37e}',
        '\u{70f}',
        '\u{13430}',
        '\u{1d159}',
        '\u{1c0}',
        '\u{2223}',
        '\u{2236}',
        '\u{2571}',
        '\u{29f5}',
        '\u{a789}',
    ];

    #[test]
    fn exact_text_knows_every_deceptive_character() {
        let missed: Vec<char> =
            HIDDEN_IN_A_DECISION.iter().copied().filter(|&c| !hides(c, 'a', Strictness::Exact)).collect();
        assert_eq!(missed, Vec::<char>::new());
    }

    #[test]
    fn the_byte_test_misses_no_hidden_character() {
        for care in [Strictness::Prose, Strictness::Exact] {
            let missed = ('\0'..=char::MAX).find(|&c| {
                hides(c, 'a', care) && !c.encode_utf8(&mut [0; 4]).bytes().any(|byte| suspicious(byte, care))
            });
            assert_eq!(missed, None, "{care:?}");
        }
    }

    #[test]
    fn what_prose_hides_exact_text_hides_too() {
        let lost = ('\0'..=char::MAX).find(|&c| hides(c, 'a', Strictness::Prose) && !hides(c, 'a', Strictness::Exact));
        assert_eq!(lost, None);
    }

    #[test]
    fn words_that_mix_scripts_are_recognised() {
        for mixed in ["\u{441}url", "g\u{456}t", "p\u{430}ypal"] {
            assert!(is_mixed(mixed), "{mixed}");
        }
        for plain in ["curl", "привет", "café", "日本語text", "Ελλάδα", "naïve", ""] {
            assert!(!is_mixed(plain), "{plain}");
        }
    }
}
