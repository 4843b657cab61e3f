import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

// The window on scripted data, for looking at it. Never part of the product.
export default defineConfig({
  root: "dev",
  plugins: [solid()],
  base: "./",
  build: {
    target: "es2022",
    outDir: "../node_modules/.dev",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    minify: false,
  },
});
