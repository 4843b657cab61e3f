import { render } from "solid-js/web";
import { afterEach, describe, expect, it } from "vitest";
import { Html } from "../src/kit/Html";
import { destination, LinkHost, openLink } from "../src/kit/links";
import { Toasts } from "../src/kit/toasts";
import { base } from "../dev/data";
import { fakeHost, settle } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
afterEach(() => end());

describe("where a link leads", () => {
  it("is named where the text does not say it", () => {
    expect(destination("the docs", "https://docs.example/a?b")).toBe("docs.example");
    expect(destination("good.example", "https://evil.example/")).toBe("evil.example");
    expect(destination("https://good.example/a", "https://evil.example/a")).toBe("evil.example");
    expect(destination("good.example@evil.example", "https://evil.example/")).toBe("evil.example");
    expect(destination("write to me", "mailto:a@b.example")).toBe("a@b.example");
    expect(destination("port", "http://localhost:8000/")).toBe("localhost:8000");
  });

  it("is not repeated", () => {
    for (const text of ["docs.example", "https://docs.example/other", "docs.example/a"])
      expect(destination(text, "https://docs.example/a")).toBeNull();
  });

  it("is named as the network knows it where letters look alike", () => {
    // The first letter is Cyrillic.
    expect(destination("https://\u0430pple.com", "https://\u0430pple.com")).toBe("xn--pple-43d.com");
    expect(destination("apple.com", "https://\u0430pple.com")).toBe("xn--pple-43d.com");
  });

  it("is not said of files", () => expect(destination("a.rs", "src/a.rs")).toBeNull());
});

function show(): HTMLAnchorElement[] {
  fakeHost(base());
  const html = '<a href="https://one.example/x">a word</a> <a href="https://two.example/">two.example</a>';
  end = render(
    () => (
      <>
        <Html html={html} />
        <Toasts />
        <LinkHost />
      </>
    ),
    root,
  );
  return [...root.querySelectorAll("a")];
}
const shown = (): string | null => root.querySelector("[data-part=link-host]")?.textContent ?? null;

describe("before it is clicked", () => {
  it("a link says where it leads to a pointer", () => {
    const [word, host] = show();
    word?.dispatchEvent(new Event("pointerover", { bubbles: true }));
    expect(shown()).toBe("one.example");
    host?.dispatchEvent(new Event("pointerover", { bubbles: true }));
    expect(shown()).toBeNull();
  });

  it("a link says where it leads to the keyboard and a screen reader", () => {
    const [word] = show();
    word?.dispatchEvent(new Event("focusin", { bubbles: true }));
    expect(shown()).toBe("one.example");
    expect(word?.getAttribute("aria-describedby")).toBe(root.querySelector("[data-part=link-host]")?.id);
    word?.dispatchEvent(new Event("focusout", { bubbles: true }));
    expect([shown(), word?.hasAttribute("aria-describedby")]).toEqual([null, false]);
  });
});

it("says what was done instead of opening a file", async () => {
  show();
  end();
  const fake = fakeHost(base());
  fake.receipts.set("openLink", {
    thread: null,
    path: null,
    row: null,
    note: "Opening run.sh could run it, so it is shown in its folder.",
  });
  end = render(() => <Toasts />, root);
  openLink("t-hill", "run.sh");
  await settle();
  expect(root.textContent).toContain("run.sh could run it");
});
