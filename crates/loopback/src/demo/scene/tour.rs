//! A look around: only reading, and an answer worth reading.

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

const ANSWER: &str = "This is **duration**: it writes a number of seconds in words, once for the terminal and once for a web page.

| file | what it is |
|---|---|
| `bin/duration` | the command, in plain POSIX shell |
| `src/duration.ts` | the same function for the page |
| `tests/cases.tsv` | seconds and the words they should give |
| `tests/run.sh` | runs the cases, and compares the units of both |

The heart of it is a walk over the units, from large to small:

```ts
for (const [unit, size] of UNITS) {
  const count = Math.floor(rest / size);
  rest -= count * size;
  if (count > 0) words.push(`${count}${unit}`);
}
```

I ran the tests just now with `sh tests/run.sh`; they need nothing but a shell. One thing I noticed: the largest unit is \
the **hour**, so a day reads as `24h`.
";
