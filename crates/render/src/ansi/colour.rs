//! Colours and emphasis of terminal text, as CSS classes.

/// The look of a cell. A colour is 0 for none, else its number among the sixteen plus one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    pub front: u8,
    pub back: u8,
    pub marks: u8,
    /// 0 for none, else the link's index plus one.
    pub link: u16,
}

const MARKS: [(&str, u8); 6] = [
    (" ansi-bold", 1),
    (" ansi-dim", 1 << 1),
    (" ansi-italic", 1 << 2),
    (" ansi-underline", 1 << 3),
    (" ansi-strike", 1 << 4),
    (" ansi-inverse", INVERSE),
];
const INVERSE: u8 = 1 << 5;

impl Style {
    pub fn is_plain(self) -> bool {
        self.front == 0 && self.back == 0 && self.marks == 0
    }

    pub fn is_inverse(self) -> bool {
        self.marks & INVERSE != 0
    }

    /// Applies one `CSI m`. Hidden text (8) is shown, because a reader must see everything a command printed.
    pub fn apply(&mut self, numbers: &[u16]) {
        let link = self.link;
        if numbers.is_empty() {
            *self = Style { link, ..Style::default() };
        }
        let mut rest = numbers;
        while let Some((&number, more)) = rest.split_first() {
            rest = more;
            match number {
                0 => *self = Style { link, ..Style::default() },
                1 => self.marks |= 1,
                2 => self.marks |= 1 << 1,
                3 => self.marks |= 1 << 2,
                4 | 21 => self.marks |= 1 << 3,
                7 => self.marks |= INVERSE,
                9 => self.marks |= 1 << 4,
                22 => self.marks &= !3,
                23 => self.marks &= !(1 << 2),
                24 => self.marks &= !(1 << 3),
                27 => self.marks &= !INVERSE,
                29 => self.marks &= !(1 << 4),
                30..=37 => self.front = (number - 29) as u8,
                38 => rest = extended(rest, &mut self.front),
                39 => self.front = 0,
                40..=47 => self.back = (number - 39) as u8,
                48 => rest = extended(rest, &mut self.back),
                49 => self.back = 0,
                90..=97 => self.front = (number - 81) as u8,
                100..=107 => self.back = (number - 91) as u8,
                _ => {}
            }
        }
    }

    /// Appends the classes, each after a blank. Inverse swaps the two colours; `inverse` stands for one that is not set.
    pub fn push_classes(self, out: &mut String) {
        let inverse = self.marks & INVERSE != 0;
        let (front, back) = if inverse { (self.back, self.front) } else { (self.front, self.back) };
        for (prefix, colour) in [(" ansi-", front), (" ansi-bg-", back)] {
            if colour > 0 {
                out.push_str(prefix);
                let number = colour - 1;
                if number >= 10 {
                    out.push('1');
                }
                out.push(char::from(b'0' + number % 10));
            }
        }
        for (class, bit) in MARKS {
            if self.marks & bit != 0 {
                out.push_str(class);
            }
        }
    }
}

/// Reads `5;n` or `2;r;g;b` (the colon form may have an empty colour space) and returns the rest.
fn extended<'a>(numbers: &'a [u16], colour: &mut u8) -> &'a [u16] {
    match numbers {
        [5, n, rest @ ..] => {
            *colour = 1 + of_256(*n);
            rest
        }
        [2, r, g, b, rest @ ..] => {
            let byte = |n: &u16| (*n).min(255) as u8;
            *colour = 1 + nearest(byte(r), byte(g), byte(b));
            rest
        }
        _ => &[],
    }
}

fn of_256(number: u16) -> u8 {
    match number {
        0..=15 => number as u8,
        16..=231 => {
            let cube = number - 16;
            let level = |n: u16| if n == 0 { 0 } else { (55 + 40 * n) as u8 };
            nearest(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        }
        _ => {
            let grey = (8 + 10 * (number.min(255) - 232)) as u8;
            nearest(grey, grey, grey)
        }
    }
}

/// The nearest of the sixteen colours. Hue counts before brightness, because each theme sets its own brightness.
fn nearest(r: u8, g: u8, b: u8) -> u8 {
    let (r, g, b) = (i32::from(r), i32::from(g), i32::from(b));
    let (high, low) = (r.max(g).max(b), r.min(g).min(b));
    if high - low < 40 || (high - low) * 5 < high {
        return match high {
            0..=47 => 0,
            48..=143 => 8,
            144..=223 => 7,
            _ => 15,
        };
    }
    // The channels that are on decide the hue: bit 0 is red, bit 1 green, bit 2 blue.
    let middle = low + (high - low) * 3 / 5;
    let on = |channel: i32| u8::from(channel > middle);
    let hue = on(r) | on(g) << 1 | on(b) << 2;
    if high > 191 { hue + 8 } else { hue }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_colours_become_the_sixteen() {
        for (number, expected) in
            [(1, 1), (15, 15), (16, 0), (196, 9), (46, 10), (21, 12), (226, 11), (88, 1), (232, 0), (244, 8), (255, 15)]
        {
            assert_eq!(of_256(number), expected, "{number}");
        }
        for (rgb, expected) in [
            ((255, 0, 0), 9),
            ((0, 128, 0), 2),
            ((30, 144, 255), 12),
            ((255, 165, 0), 11),
            ((128, 128, 128), 8),
            ((255, 255, 255), 15),
        ] {
            assert_eq!(nearest(rgb.0, rgb.1, rgb.2), expected, "{rgb:?}");
        }
    }

    #[test]
    fn colour_codes_accumulate_until_a_reset() {
        let mut style = Style::default();
        let mut classes = |numbers: &[u16]| {
            style.apply(numbers);
            let mut out = String::new();
            style.push_classes(&mut out);
            out
        };
        assert_eq!(classes(&[1, 31, 44]), " ansi-1 ansi-bg-4 ansi-bold");
        assert_eq!(classes(&[7]), " ansi-4 ansi-bg-1 ansi-bold ansi-inverse");
        assert_eq!(classes(&[22, 27, 39, 49, 4, 38, 5, 9]), " ansi-9 ansi-underline");
        assert_eq!(classes(&[0, 48, 2, 255, 255, 255]), " ansi-bg-15");
        assert_eq!(classes(&[]), "");
        assert_eq!(classes(&[38, 5]), "");
        assert_eq!(classes(&[97]), " ansi-15");
    }
}
