import { render } from "solid-js/web";
import { afterEach, describe, expect, it } from "vitest";
import { base } from "../dev/data";
import { Composer } from "../src/composer/Composer";
import { draftOf, setDraft } from "../src/composer/drafts";
import type { FolderTrust } from "../src/generated/model";
import { loadAll } from "../src/kit/later";
import { trustQuestion } from "../src/trust/ask";
import { Question } from "../src/trust/Question";
import { type Fake, fakeHost, has, part, press, settle, type } from "./fake";
import { Show } from "solid-js";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
let fake: Fake;

const RISKY: FolderTrust = {
  folder: "/home/rowan/stranger",
  standing: "unanswered",
  finds: [{ file: ".codex/config.toml", kind: "mcpServer", name: "x", runs: "node y.js" }],
  cut: false,
};

async function write(trust: FolderTrust): Promise<HTMLElement> {
  setDraft(null, "");
  fake = fakeHost(base());
  fake.results.set("folderTrust", { type: "folderTrust", trust });
  fake.receipts.set("startThread", { thread: "t-new", path: null, row: null });
  end = render(
    () => (
      <>
        <Composer thread={null} cwd="/home/rowan/stranger/src" />
        <Show when={trustQuestion()} keyed>
          {(asked) => <Question of={asked} />}
        </Show>
      </>
    ),
    root,
  );
  await loadAll();
  const area = part("composer-input");
  type(area, "look around");
  press(area, "Enter");
  await settle();
  return area;
}

afterEach(() => end());

describe("the trust question", () => {
  it("sends nothing and keeps the text when it is cancelled", async () => {
    await write(RISKY);
    expect(part("trust-find").textContent).toContain("node y.js");
    expect(fake.of("startThread")).toEqual([]);
    part("dialog-no").click();
    await settle();
    expect([has("trust-question"), draftOf(null), fake.of("startThread"), fake.of("trustFolder")]).toEqual([
      false,
      "look around",
      [],
      [],
    ]);
  });

  it("writes the answer before the thread begins", async () => {
    await write(RISKY);
    part("trust-no").click();
    await settle();
    expect(
      fake.intents.map((intent) => intent.type).filter((name) => name === "trustFolder" || name === "startThread"),
    ).toEqual(["trustFolder", "startThread"]);
    expect(fake.of("trustFolder")).toEqual([{ type: "trustFolder", cwd: "/home/rowan/stranger/src", trusted: false }]);
  });

  it("begins nothing where the answer could not be written", async () => {
    await write(RISKY);
    fake.refuse.set("trustFolder", { code: "refused", message: "config.toml is read-only." });
    part("trust-yes").click();
    await settle();
    expect([fake.of("startThread"), draftOf(null)]).toEqual([[], "look around"]);
  });

  it("invites to trust only where nothing would run", async () => {
    await write(RISKY);
    expect([part("trust-no").className.includes("primary"), part("trust-yes").className.includes("primary")]).toEqual([
      true,
      false,
    ]);
    part("dialog-no").click();
    await settle();
    end();
    await write({ ...RISKY, finds: [] });
    expect([part("trust-no").className.includes("primary"), part("trust-yes").className.includes("primary")]).toEqual([
      false,
      true,
    ]);
    part("dialog-no").click();
    await settle();
  });

  it("is not asked where there is an answer", async () => {
    await write({ ...RISKY, standing: "untrusted" });
    expect([has("trust-question"), fake.of("startThread").length]).toEqual([false, 1]);
  });
});
