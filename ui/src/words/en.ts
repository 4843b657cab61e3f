// Every word of the window, in English. A second language is a second file of this type.

import { account } from "./en/account";
import { asks } from "./en/asks";
import { drawing } from "./en/changes";
import { pages } from "./en/pages";
import { thread } from "./en/thread";
import { compose } from "./en/compose";
import { frame } from "./en/frame";
import { keeping } from "./en/keep";
import { trusting } from "./en/trust";

export const en = {
  ...frame,
  ...keeping,
  ...thread,
  ...asks,
  ...drawing,
  ...compose,
  ...account,
  ...pages,
  ...trusting,
};

export type Words = typeof en;
