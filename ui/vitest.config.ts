import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [solid()],
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.{ts,tsx}"],
    // A ceiling for a run that hangs, never a judgement of speed: axe takes seconds on a busy machine.
    testTimeout: 120_000,
    setupFiles: ["tests/setup.ts"],
    server: { deps: { inline: [/solid-js/, /lucide-solid/, /virtua/] } },
  },
  resolve: { conditions: ["development", "browser"] },
});
