// The words of the lists, in the language in use; apart, because most windows never show them.

import { library } from "./en/library";

export const l: typeof library = library;
