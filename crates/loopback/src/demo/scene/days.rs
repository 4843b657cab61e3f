//! The scene of the README's picture: reads, changes, tests and explains, without asking the person.

use super::{closing, plan, remark, succeeded};
use crate::step::{Step, Turn};

const PLAN: [&str; 4] = [
    "Find where the units are listed",
    "Add days to the command and to the page",
    "Add cases for a day and more",
    "Run the tests",
];

const PATCH: &str = "*** Begin Patch
*** Update File: src/duration.ts
@@
 const UNITS = [
+  [\"d\", 86400],
   [\"h\", 3600],
   [\"m\", 60],
   [\"s\", 1],
 ] as const;
 
-/** Seconds in words: `duration(3661)` is `\"1h 1m 1s\"`. */
+/** Seconds in words: `duration(90061)` is `\"1d 1h 1m 1s\"`. */
 export function duration(seconds: number): string {
*** Update File: bin/duration
@@
+part 86400 d
 part 3600 h
 part 60 m
 part 1 s
*** Update File: tests/cases.tsv
@@
 3661\t1h 1m 1s
+86399\t23h 59m 59s
+86400\t1d
+90061\t1d 1h 1m 1s
*** End Patch
";

pub(crate) fn next(outputs: &[String]) -> Turn {
    match outputs {
        [] => Turn::new([
            Step::reason(&[
                "**Finding where the units are listed**\n\n90061 seconds are a day, an hour, a minute and a second. The \
                 largest unit seems to be the hour, so I look for the list of units first.",
            ]),
            remark("I’ll find the list of units, then change the command and the page together."),
            plan(&PLAN, 0),
            Step::exec("cat src/duration.ts && grep -n 'part [0-9]' bin/duration"),
        ]),
        [_, source] if source.contains("86400") => Turn::new([plan(&PLAN, PLAN.len())]),
        [_, _, _] => Turn::new([closing(
            "Days are already supported: both `bin/duration` and `src/duration.ts` list `d` with 86,400 seconds.",
        )]),
        [_, source] if !source.contains("3600") => Turn::new([closing(
            "I cannot find `src/duration.ts` here. The demo only knows the project it came with. Start a new \
             thread in the demo’s folder.",
        )]),
        [_, _] => Turn::new([
            Step::reason(&[
                "**Adding one unit in two places**\n\nBoth files walk a list from large to small, so one entry in \
                 each is enough. The case just below a day matters as much as the day itself.",
            ]),
            plan(&PLAN, 1),
            Step::patch(PATCH),
        ]),
        [_, _, _, _] => Turn::new([plan(&PLAN, 3), Step::exec("sh tests/run.sh")]),
        [.., tests] if outputs.len() == 6 => {
            let done = if succeeded(tests) { PLAN.len() } else { 3 };
            Turn::new([plan(&PLAN, done)])
        }
        [_, _, _, _, _, tests, ..] if !succeeded(tests) => Turn::new([closing(
            "I made the change, but the tests do not pass; their output is above. The Changes panel shows what I \
             edited.",
        )]),
        _ => Turn::new([closing(SUMMARY)]),
    }
}

const SUMMARY: &str = "Days are in, and all nine checks pass.

- **`src/duration.ts`** and **`bin/duration`**: one more unit at the top of the list, `d` with 86,400 seconds.
- **`tests/cases.tsv`**: three cases, among them the last second before a day.

| seconds | before | now |
|--:|---|---|
| 86399 | 23h 59m 59s | 23h 59m 59s |
| 86400 | 24h | **1d** |
| 90061 | 25h 1m 1s | **1d 1h 1m 1s** |

Try it yourself:

```sh
sh bin/duration 90061
```
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patch_fits_the_project() {
        let file = |path| crate::demo::workspace_files().iter().find(|(name, _)| *name == path).map(|(_, text)| *text);
        for path in ["src/duration.ts", "bin/duration", "tests/cases.tsv"] {
            let text = file(path).unwrap_or_default();
            let hunk = PATCH.split(&format!("*** Update File: {path}\n@@\n")).nth(1).unwrap_or_default();
            let hunk = hunk.split("*** ").next().unwrap_or_default();
            let before: String =
                hunk.lines().filter_map(|line| line.strip_prefix([' ', '-'])).map(|line| format!("{line}\n")).collect();
            assert!(!before.is_empty() && text.contains(&before), "{path}:\n{before}");
        }
    }
}
