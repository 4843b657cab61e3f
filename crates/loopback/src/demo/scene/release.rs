//! The scene with an approval: a commit waits for the person. It ends well with either answer.

use super::{closing, declined, plan, remark, succeeded};
use crate::step::{Step, Turn};

const PLAN: [&str; 4] = ["Read what changed", "Write the version and the changelog", "Run the tests", "Commit"];

const PATCH: &str = "*** Begin Patch
*** Update File: VERSION
@@
-1.0.0
+1.1.0
*** Update File: CHANGELOG.md
@@
-## Unreleased
+## 1.1.0
 
 - `0` is now written `0s` instead of an empty line.
*** End Patch
";

pub(crate) fn next(outputs: &[String]) -> Turn {
    match outputs {
        [] => Turn::new([
            Step::reason(&[
                "**Reading what changed since 1.0.0**\n\nA release needs a version, a changelog that names it, and \
                 tests that pass. The commit comes last, because I should not take that step without you.",
            ]),
            plan(&PLAN, 0),
            Step::exec("cat VERSION CHANGELOG.md"),
        ]),
        [_, read] if read.contains("1.1.0") => Turn::new([plan(&PLAN, PLAN.len())]),
        [_, _, _] => Turn::new([closing(
            "The changelog already names 1.1.0 and `VERSION` follows it, so there is nothing left to prepare. \
             `git log -3` shows whether it was committed.",
        )]),
        [_, read] if !read.contains("Unreleased") => Turn::new([closing(
            "I cannot find the changelog here. The demo only knows the project it came with. Start a new thread in \
             the demo’s folder.",
        )]),
        [_, _] => Turn::new([
            remark("There is one entry under *Unreleased*. I’ll move it under the new version."),
            plan(&PLAN, 1),
            Step::patch(PATCH),
        ]),
        [_, _, _, _] => Turn::new([plan(&PLAN, 2), Step::exec("sh tests/run.sh")]),
        [_, _, _, _, _, tests] if !succeeded(tests) => Turn::new([closing(
            "The tests do not pass, so I stop before the commit. The version and the changelog are changed; the \
             Changes panel shows both.",
        )]),
        [_, _, _, _, _, _] => Turn::new([
            remark("The tests pass. The commit writes to `.git`, so I need your approval first."),
            plan(&PLAN, 3),
            Step::exec_escalated(
                "git commit -qam 'Release 1.1.0' && git log --oneline --stat -1",
                "May I commit the release? This writes to .git on this computer. Nothing is pushed.",
            ),
        ]),
        [.., answer] if declined(answer) => Turn::new([closing(DECLINED)]),
        [_, _, _, _, _, _, _, commit] if !succeeded(commit) => Turn::new([closing(
            "The release is prepared, but git could not commit it; the output is above. The changes to `VERSION` and \
             `CHANGELOG.md` are in the working tree.",
        )]),
        [_, _, _, _, _, _, _, _] => Turn::new([plan(&PLAN, PLAN.len())]),
        _ => Turn::new([closing(COMMITTED)]),
    }
}

const DECLINED: &str = "Not committed, as you wish. The release is prepared in the working tree:

- `VERSION` says `1.1.0`
- `CHANGELOG.md` names the release

When you are ready:

```sh
git commit -am 'Release 1.1.0'
```
";

const COMMITTED: &str = "**Release 1.1.0** is committed on this computer. Nothing was pushed.

1. `VERSION` went from `1.0.0` to `1.1.0`.
2. `CHANGELOG.md` names the release instead of *Unreleased*.
3. The tests passed before the commit.

To undo the commit: `git reset --hard HEAD~1`.
";
