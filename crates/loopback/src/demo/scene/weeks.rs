//! The scene in which the model asks the person a question.

use super::closing;
use crate::step::{Step, Turn};

const YES: &str = "With weeks (Recommended)";
const NO: &str = "Days are enough";

pub(crate) fn next(outputs: &[String]) -> Turn {
    match outputs {
        [] => Turn::new([
            Step::reason(&["**Weighing weeks against days**\n\nThis is a matter of taste, so I’ll ask."]),
            Step::ask(
                "weeks",
                "Weeks",
                "How should ten days be written?",
                &[(YES, "1w 3d: short, and common in planning tools"), (NO, "10d: easier to add up in the head")],
            ),
        ]),
        [answer, ..] if answer.contains(YES) => Turn::new([closing(
            "**With weeks**, then. It is one more entry at the top of both lists:\n\n```ts\nconst UNITS = [\n  [\"w\", \
             604800],\n  [\"d\", 86400],\n  // …\n```\n\nI have not changed anything yet. Ask for days first; weeks are one more line.",
        )]),
        [answer, ..] if answer.contains(NO) => Turn::new([closing(
            "**Days are enough**, then: ten days stay `10d`, and nothing changes. Durations people have already seen stay readable.",
        )]),
        [answer, ..] if answer.contains(r#""answers":{}"#) => {
            Turn::new([closing("You skipped the question, so I won’t change anything. Ask again whenever you like.")])
        }
        [answer, ..] => Turn::new([closing(&format!(
            "Noted. I won’t change anything for now.\n\nYour answer was:\n\n> {}",
            answer.chars().take(300).collect::<String>().replace('\n', " ")
        ))]),
    }
}
