import { describe, expect, it } from "vitest";
import { patch } from "../src/kit/patch";

function drawn(html: string): HTMLElement {
  const element = document.createElement("div");
  element.innerHTML = html;
  return element;
}

describe("patching", () => {
  it("ends with exactly what was wanted, whatever stood there", () => {
    const texts = [
      "<p>one</p>",
      "<p>one and <em>two</em></p>",
      "<p>one and <em>two</em> and <code>three</code></p><p>four</p>",
      '<ul><li>a</li><li><a href="https://example.com/">b</a></li></ul>',
      '<ul><li>a</li><li><a href="https://example.org/">b</a></li><li>c</li></ul>',
      "plain &lt;text&gt;",
      "",
      "<h2>x</h2>tail<p></p>",
    ];
    for (const before of texts)
      for (const after of texts) {
        const element = drawn(before);
        patch(element, drawn(after));
        expect(element.innerHTML).toBe(drawn(after).innerHTML);
      }
  });

  it("appends what grew to the very text that stood there", () => {
    const element = drawn("<p>first <b>bold</b> sec</p>");
    const [paragraph, text] = [element.firstChild, element.firstChild?.lastChild];
    patch(element, drawn("<p>first <b>bold</b> second and more</p>"));
    expect(element.firstChild).toBe(paragraph);
    expect(element.firstChild?.lastChild).toBe(text);
    expect(text?.textContent).toBe(" second and more");
  });
});
