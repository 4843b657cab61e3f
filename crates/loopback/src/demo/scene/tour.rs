//! The scene that only reads files and describes the project.

use super::{closing, remark};
use crate::step::{Step, Turn};

pub(crate) fn next(outputs: &[String]) -> Turn {
    match outputs {
        [] => Turn::new([
            Step::reason(&["**Looking around**\n\nThe README and the list of files should say enough."]),
            remark("I’ll look at the files and the README."),
            Step::exec("ls -R bin src tests && cat README.md"),
        ]),
        [_] => Turn::new([Step::exec("sh tests/run.sh")]),
        _ => Turn::new([closing(ANSWER)]),
    }
}

const ANSWER: &str = "This is **duration**. It turns a number of seconds into words, in a terminal and on a web page.

| file | what it is |
|---|---|
| `bin/duration` | the command, in plain POSIX shell |
| `src/duration.ts` | the same function for the web page |
| `tests/cases.tsv` | seconds and the expected words |
| `tests/run.sh` | runs the cases and checks that both know the same units |

Its core is a loop over the units, from large to small:

```ts
for (const [unit, size] of UNITS) {
  const count = Math.floor(rest / size);
  rest -= count * size;
  if (count > 0) words.push(`${count}${unit}`);
}
```

I just ran the tests with `sh tests/run.sh`; all they need is a shell. One thing I noticed: the largest unit is \
the **hour**, so a day reads as `24h`.
";
