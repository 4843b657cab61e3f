import { describe, expect, it } from "vitest";
import { base, NOW } from "../dev/data";
import { chart, FLOOR, lastDays } from "../src/account/chart";
import { joinCommand, splitCommand } from "../src/account/command";
import { canAsk, limitTitle, standing, stop } from "../src/account/limits";
import type { Limits, LimitWindow, Period } from "../src/generated/model";
import { countdown, short } from "../src/words/forms";

const me = base().account;
const HOUR = 3_600_000;
const at = new Date(2026, 10, 16, 15, 0).getTime();
const tuesday = new Date(2026, 10, 17, 9, 0).getTime();
const limits = (more: Partial<Limits>): Limits => ({ ...base().limits, windows: [], ...more });
const week: LimitWindow = { limit: "codex", name: null, usedPercent: 62, period: { kind: "week" }, resetsMs: tuesday };

describe("what binds", () => {
  it("is one sentence, in local time", () => {
    expect(standing(me, limits({ windows: [week] }), false, at)).toEqual({
      title: "Weekly limit 62% used, resets Tue 09:00",
      detail: "38% left; resets in 18 h 0 min.",
      percent: 62,
      tone: "",
    });
    expect(standing(me, limits({ windows: [{ ...week, usedPercent: 85, resetsMs: null }] }), false, at)).toMatchObject({
      title: "Weekly limit 85% used",
      detail: "15% left.",
      tone: "waiting",
    });
  });
  it("says what stopped the turns, and when it is over", () => {
    const block = {
      kind: "limit",
      name: "gpt-6.1-sol",
      period: { kind: "hours", hours: 5 },
      untilMs: at + HOUR / 2,
    } as const;
    expect(standing(me, limits({ windows: [week], block }), false, at)).toMatchObject({
      title: "gpt-6.1-sol: 5-hour limit reached, resets 15:30",
      detail: "New turns can start in 30:00.",
      tone: "danger",
    });
    expect(stop(limits({ block }), at + HOUR)).toBeNull();
    expect(standing(me, limits({ block: { kind: "credits", canAsk: true } }), false, at).title).toBe("No credits left");
    expect(
      standing(me, limits({ block: { kind: "spend", canAsk: false, untilMs: null } }), false, at).detail,
    ).toContain("has not said when");
    expect([
      canAsk({ kind: "credits", canAsk: true }),
      canAsk({ kind: "spend", canAsk: false, untilMs: null }),
      canAsk(block),
      canAsk(null),
    ]).toEqual([true, false, false, false]);
  });
  it("calls unknown unknown, and never 0%", () => {
    expect(standing(me, limits({ report: "unknown" }), false, at)).toMatchObject({
      title: "Limits unknown",
      percent: null,
    });
    expect(standing({ kind: "apiKey" }, limits({ report: "notReported" }), false, at).title).toBe(
      "Limits are not reported for API keys",
    );
    expect(standing({ kind: "signedOut", needed: true }, limits({}), false, at).percent).toBeNull();
    expect(standing(me, limits({}), true, at).title).toBe("No usage limits");
  });
  it("names every window", () => {
    const periods: Period[] = [
      { kind: "unknown" },
      { kind: "hours", hours: 1 },
      { kind: "hours", hours: 5 },
      { kind: "day" },
      { kind: "days", days: 3 },
      { kind: "week" },
      { kind: "month", days: 30 },
    ];
    expect(periods.map((period) => limitTitle({ name: null, period }))).toEqual([
      "Limit",
      "Hourly limit",
      "5-hour limit",
      "Daily limit",
      "3-day limit",
      "Weekly limit",
      "Monthly limit",
    ]);
  });
});

describe("the days", () => {
  it("have no holes, and none that is not there", () => {
    expect(
      lastDays([
        { day: "2026-11-03", tokens: 5 },
        { day: "2026-10-31", tokens: 2 },
        { day: "nonsense", tokens: 9 },
      ]),
    ).toEqual([
      { day: "2026-10-31", tokens: 2 },
      { day: "2026-11-01", tokens: 0 },
      { day: "2026-11-02", tokens: 0 },
      { day: "2026-11-03", tokens: 5 },
    ]);
    expect(lastDays([])).toEqual([]);
    expect(
      lastDays([
        { day: "1970-01-01", tokens: 1 },
        { day: "2026-11-03", tokens: 5 },
      ]),
    ).toHaveLength(30);
  });
  it("stand on the floor, under round numbers", () => {
    const drawn = chart([
      { day: "2026-11-02", tokens: 0 },
      { day: "2026-11-03", tokens: 3_500_000 },
    ]);
    expect(drawn.ticks.map((tick) => tick.value)).toEqual([1e6, 2e6, 3e6, 4e6]);
    expect(drawn.bars[0]?.height).toBe(0);
    for (const bar of drawn.bars) expect(bar.y + bar.height).toBeCloseTo(FLOOR);
    expect(chart([]).bars).toEqual([]);
  });
  it("are short at a glance", () => {
    expect([0, 812, 1000, 238_400, 2_400_000, 148_200_310, 3e9].map(short)).toEqual([
      "0",
      "812",
      "1 k",
      "238 k",
      "2.4 M",
      "148 M",
      "3 G",
    ]);
    expect([500, 828_000, HOUR, 18 * HOUR - 60_000, 42 * HOUR, -5].map(countdown)).toEqual([
      "0:01",
      "13:48",
      "1 h 0 min",
      "17 h 59 min",
      "1 d 18 h",
      "0:00",
    ]);
  });
});

describe("a command for tokens", () => {
  it("is words, not a shell line", () => {
    expect(splitCommand(` /usr/bin/tok  --for "two words" '' $HOME;ls `)).toEqual([
      "/usr/bin/tok",
      "--for",
      "two words",
      "",
      "$HOME;ls",
    ]);
    expect(splitCommand(`tok "open`)).toBeNull();
    expect(splitCommand("")).toEqual([]);
    const words = ["a b", "", 'say "hi"', "plain"];
    expect(splitCommand(joinCommand(words))).toEqual(words);
  });
});

it("the base scene is known", () => expect(standing(me, base().limits, false, NOW).percent).toBe(62));
