import { describe, expect, it } from "vitest";
import { qr, qrPath } from "../src/account/qr";

// Read back by an independent decoder (jsQR) when it was written.
const DEVICE = `
#######.#..###.#.####.#######
#.....#.#....#..###...#.....#
#.###.#..##.#.....#.#.#.###.#
#.###.#.#.###.##.###..#.###.#
#.###.#...##..###..#..#.###.#
#.....#...#..#...####.#.....#
#######.#.#.#.#.#.#.#.#######
........#..##..#.####........
#.##.###..####..####..#..#.##
..#.#....#...##.#.#####.#...#
#....####...##..#...####..##.
.#.....#....#...#.#.#...#...#
...#..#.##.##.#..#.#.....##..
#..#....##....###..##.#...###
##...##.###.##..######....###
#.##.#.#.##.#.#.#.....###..#.
#.#..###..#...#.#.####..##.#.
...#....##.#..##....##.#.###.
#...###.##..#####...##.##.#..
...#.#..#..#.##.##..#.....#..
.#.#.###..##.##.###########..
........###.#...#.#.#...#####
#######.#...#.#..####.#.##.#.
#.....#.#....##...#.#...##..#
#.###.#..###...#.#..#####.#..
#.###.#.#.#.#..##.#..#..##..#
#.###.#.##.#........#..#..#.#
#.....#....###..#.#.#..###.#.
#######.#.##...#...###.#...#.
`.trim();

const drawn = (text: string): string | undefined =>
  qr(text)
    ?.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""))
    .join("\n");

describe("a QR code", () => {
  it("is the one a phone reads", () => {
    expect(drawn("https://auth.openai.com/codex/device")).toBe(DEVICE);
  });
  it("grows with its text, and is none for a text that is too long", () => {
    const sizes = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213].map((length) => qr("x".repeat(length))?.length);
    expect(sizes).toEqual([21, 25, 29, 33, 37, 41, 45, 49, 53, 57]);
    expect(qr("x".repeat(214))).toBeNull();
    // Bytes count, not letters.
    expect(qr("é".repeat(107))).toBeNull();
  });
  it("stands in its quiet zone", () => {
    expect(
      qrPath([
        [true, false],
        [false, true],
      ]),
    ).toEqual({ d: "M4 4h1v1h-1zM5 5h1v1h-1z", size: 10 });
  });
});
