// The words in use. One language for now; the choice will be made here.

import { en, type Words } from "./en";

export const w: Words = en;
