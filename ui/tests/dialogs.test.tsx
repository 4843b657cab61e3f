import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { render } from "solid-js/web";
import { afterEach, describe, expect, it } from "vitest";
import { scenes } from "../dev/scenes";
import { App } from "../src/App";
import { type OpenDialog, setOpenDialog } from "../src/conversation/actions";
import { go, setDialog } from "../src/view";
import { fakeHost, settle } from "./fake";

const SOURCE = join(import.meta.dirname, "../src");
/** They answer nothing: a search, and a picture. */
const WITHOUT = new Set(["palette/Palette.tsx", "kit/WholePicture.tsx"]);

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => ({ name, text: readFileSync(join(SOURCE, name), "utf8") }));

describe("the answers of a dialog", () => {
  it("are laid out in one place", () => {
    expect(
      files
        .filter(({ name, text }) => name !== "kit/Dialog.tsx" && /dialog-foot|part="dialog-no"/.test(text))
        .map(({ name }) => name),
    ).toEqual([]);
    const asking = files.filter(({ name, text }) => /<Dialog\s/.test(text) && !WITHOUT.has(name));
    expect(asking.length).toBeGreaterThan(10);
    for (const { name, text } of asking)
      expect([name, text.split(/<Dialog\s/).length]).toEqual([name, text.split("<DialogFoot").length]);
  });

  it("have one that is likeliest, and it is the last in the source too", () => {
    const feet = files.flatMap(({ name, text }) =>
      text
        .split("<DialogFoot")
        .slice(1)
        .map((foot) => ({
          name,
          foot: foot.split("</DialogFoot>")[0]?.replace(/aside=\{[\s\S]*?\n\s*\}\n/, "") ?? "",
          answers: foot.includes("</DialogFoot>") && !/^[^]*?\n\s*\/>/.test(foot.split("</DialogFoot>")[0] ?? ""),
        })),
    );
    const asking = feet.filter((one) => one.answers);
    expect(asking.length).toBeGreaterThan(10);
    // Whether a folder is trusted is nobody's to suggest: its two answers look alike.
    for (const { name, foot } of asking.filter((one) => one.name !== "trust/Question.tsx")) {
      const looks = foot
        .split("<Button")
        .slice(1)
        .map((button) => /variant="(primary|danger)"/.test(button));
      expect([name, looks.indexOf(true)]).toEqual([name, looks.length - 1]);
    }
  });
});

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
afterEach(() => {
  end();
  setOpenDialog(null);
  setDialog(null);
  go({ kind: "none" });
});

async function answers(): Promise<(string | undefined)[]> {
  await settle();
  await settle();
  const foot = document.querySelector("dialog[open] .dialog-foot");
  return [...(foot?.children ?? [])].map((one) => (one as HTMLElement).dataset["part"] ?? one.className);
}

describe("on screen the safe answer stands before what is done", () => {
  const questions: OpenDialog[] = [
    { kind: "delete", threads: ["t-fish"] },
    { kind: "rename", thread: "t-fish" },
    { kind: "goal", thread: "t-fish" },
    { kind: "export", threads: ["t-fish"] },
    { kind: "goBack", thread: "t-fish", turn: "turn-1" },
  ];
  for (const question of questions) {
    it(`asked before "${question.kind}"`, async () => {
      fakeHost((scenes["empty"] as (typeof scenes)[string]).snapshot());
      end = render(() => <App />, root);
      setOpenDialog(question);
      expect(await answers()).toEqual(["dialog-aside", "dialog-no", "dialog-yes"]);
    });
  }

  it("closing with something at work", async () => {
    const fake = fakeHost((scenes["empty"] as (typeof scenes)[string]).snapshot());
    end = render(() => <App />, root);
    await settle();
    fake.closing({ running: 1, asks: 0 });
    expect(await answers()).toEqual(["dialog-aside", "dialog-no", "dialog-yes"]);
    expect((document.activeElement as HTMLElement).dataset["part"]).toBe("dialog-no");
  });
});
