import { render } from "solid-js/web";
import { afterEach, expect, it } from "vitest";
import { base, openThread } from "../dev/data";
import { App } from "../src/App";
import { prefs, place } from "../src/view";
import { type Fake, fakeHost, settle } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
afterEach(() => end());

function show(): Fake {
  const fake = fakeHost({ ...base(), open: [openThread("t-fish", [])] });
  end = render(() => <App />, root);
  return fake;
}

it("goes where a second start asks", async () => {
  const fake = show();
  fake.open({ kind: "folder", folder: "/home/a b/ü" });
  await settle();
  expect(place()).toEqual({ kind: "new" });
  expect(prefs.folder).toBe("/home/a b/ü");
  fake.open({ kind: "thread", thread: "t-fish" });
  await settle();
  expect(place()).toEqual({ kind: "thread", id: "t-fish" });
  fake.open({ kind: "settings" });
  expect(place()).toEqual({ kind: "settings", part: "general" });
});
