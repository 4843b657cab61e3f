// Nothing is laid out in happy-dom, so lists draw every line.

import { drawWholeLists } from "../src/kit/List";

drawWholeLists();
