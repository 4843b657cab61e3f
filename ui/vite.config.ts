import { defineConfig, type Plugin } from "vite";
import solid from "vite-plugin-solid";

/** The sheet stands after the early frame, which would otherwise not be painted before it is there. */
const sheetLast: Plugin = {
  name: "sheet-last",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      const sheet = /\n\s*<link rel="stylesheet"[^>]*>/;
      return html.replace(sheet, "").replace("</body>", `${(sheet.exec(html)?.[0] ?? "").trim()}</body>`);
    },
  },
};

// The bundle is embedded by the shell, so every path is relative and nothing is inlined that the CSP would refuse.
export default defineConfig({
  plugins: [solid(), sheetLast],
  base: "./",
  clearScreen: false,
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // What the first paint needs is one file; the rest comes by place (src/kit/later.ts).
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] } } },
  },
});
