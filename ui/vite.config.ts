import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

// The bundle is embedded by the shell, so every path is relative and nothing is inlined that the CSP would refuse.
export default defineConfig({
  plugins: [solid()],
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
