import { describe, expect, it } from "vitest";
import { closed, fold, pieces } from "../src/asks/folded";

describe("runs that hide the end of a text", () => {
  it("are told with their number", () => {
    expect(pieces(closed(`git status${"\n".repeat(43)}rm -rf x`))).toEqual([
      "git status\n",
      { kind: "lines", count: 42 },
      "\nrm -rf x",
    ]);
    expect(pieces(closed(`git status${" \t\n".repeat(30)}rm`))).toEqual([
      "git status \t\n",
      { kind: "lines", count: 29 },
      "\nrm",
    ]);
    expect(pieces(closed(`git status${" ".repeat(300)}; rm`))).toEqual([
      "git status",
      { kind: "blanks", count: 300 },
      "; rm",
    ]);
    expect(pieces(closed(`${"\n".repeat(9)}ls`))).toEqual([{ kind: "lines", count: 9 }, "\nls"]);
    expect(pieces(closed(`ls${"\n".repeat(9)}`))).toEqual(["ls\n", { kind: "lines", count: 8 }, "\n"]);
  });

  it("are left alone where they are how people write", () => {
    for (const text of ["a\n\n\nb", "if x\n                    y", "a    b", "", "\n"])
      expect(pieces(closed(text)).join("")).toBe(text);
  });

  it("cannot be imitated by the text itself", () => {
    expect(pieces(closed("⟨42 blank lines⟩"))).toEqual(["⟨42 blank lines⟩"]);
  });
});

describe("a long text", () => {
  it("keeps both ends and says how much lies between", () => {
    const text = Array.from({ length: 60 }, (_, i) => `line ${i + 1}`).join("\n");
    const folded = fold(text);
    expect(folded?.head.split("\n").slice(0, 2)).toEqual(["line 1", "line 2"]);
    expect(folded?.tail.split("\n").at(-1)).toBe("line 60");
    expect(folded?.lines).toBe(48);
    const one = fold("x".repeat(5000));
    expect([one?.head.length, one?.characters, one?.tail.length]).toEqual([600, 4100, 300]);
  });

  it("that is short stays whole", () => {
    expect(fold("a\nb")).toBeNull();
    expect(fold("x".repeat(1200))).toBeNull();
    expect(fold(Array.from({ length: 14 }, () => "x").join("\n"))).toBeNull();
  });

  it("loses nothing between its parts and cuts no sign in two", () => {
    const signs = ["x", "⟨U+202E⟩", "⟨U+E0041×12⟩", "👩", "\n", "é", `\n${"\n".repeat(9)}`, " ".repeat(20)];
    for (let n = 1; n < 400; n += 7) {
      const text = closed(Array.from({ length: n * 4 }, (_, i) => signs[(i * n + (i % 5)) % signs.length]).join(""));
      const folded = fold(text);
      if (!folded) continue;
      const { head, tail } = folded;
      expect(text.startsWith(head) && text.endsWith(tail) && head.length + tail.length <= text.length).toBe(true);
      for (const end of [head, tail]) {
        expect([...end].every((c) => c.length > 1 || !/[\uD800-\uDFFF]/.test(c))).toBe(true);
        expect(end.split("⟨").length).toBe(end.split("⟩").length);
        expect(end.split("\uE000").length).toBe(end.split("\uE001").length);
      }
    }
  });
});
