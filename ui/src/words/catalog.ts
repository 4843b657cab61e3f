// The words of the lists, in the language in use; apart, because most windows never show them.

import { catalog } from "./en/catalog";

export const l: typeof catalog = catalog;
