// Long threads that are read page by page, and a stream on request.

import type { Change, Row } from "../../src/generated/model";
import { base, NOW, openThread, row } from "../data";
import type { Scene } from "../engine";
import { at } from "./views";

let pages = 0;

/** Rows of different heights; page 0 is the newest. */
function page(number: number): Row[] {
  return Array.from({ length: 40 }, (_, i) => {
    const id = 10_000 - number * 40 + i;
    return row(
      `l-${id}`,
      i % 8 === 0
        ? { kind: "prompt", text: `Question ${id}`, attachments: [], steered: false }
        : {
            kind: "said",
            unsaved: false,
            blocks: [{ kind: "html", html: `<p>Answer ${id}. ${"words ".repeat((i * 37) % 90)}</p>` }],
          },
      "done",
      NOW,
      400,
      `turn-${Math.floor(id / 8)}`,
    );
  });
}

/** Streams on request, to see whether the transcript keeps its position and how many frames that costs. */
function streams(send: (batch: Change[]) => void): object {
  const thread = "t-sqlx";
  let text = "";
  let n = 0;
  const say = (words: string): Change[] => {
    text += words;
    return [{ type: "blocksPut", thread, row: "live", from: 0, blocks: [{ kind: "html", html: `<p>${text}</p>` }] }];
  };
  const begin = (): void =>
    send([
      {
        type: "rowPut",
        thread,
        row: row("live", { kind: "said", blocks: [], unsaved: false }, "open", NOW, null, "turn-live"),
      },
    ]);
  return {
    stream: (count: number) => {
      begin();
      const timer = setInterval(() => {
        send(say(`more and more words, number ${n++}. `));
        if (n % count === 0) clearInterval(timer);
      }, 10);
    },
    flood: (count: number) =>
      new Promise<void>((done) => {
        text = "";
        begin();
        let sent = 0;
        const frame = (): void => {
          // What a frame contains at 10,000 deltas per second: Rust sends one block for all of them.
          sent += 160;
          send(say("word ".repeat(8)));
          if (sent < count) requestAnimationFrame(frame);
          else done();
        };
        frame();
      }),
  };
}

export const pagingScenes: Record<string, Scene> = {
  paging: {
    snapshot: () => ({
      ...base(),
      asks: [],
      open: [openThread("t-sqlx", page(0), { more: true }), openThread("t-fish", page(900))],
    }),
    storage: at("t-sqlx"),
    older: (send, thread) => {
      pages += 1;
      const number = pages;
      setTimeout(() => send([{ type: "olderPut", thread, turns: [], rows: page(number), more: number < 6 }]), 120);
    },
    after: (send) => Object.assign(window, { dev: streams(send) }),
  },
  long: {
    snapshot: () => ({
      ...base(),
      open: [
        openThread(
          "t-sqlx",
          Array.from({ length: 400 }, (_, i) =>
            row(
              `l-${i}`,
              i % 8 === 0
                ? { kind: "prompt", text: `Question ${i}`, attachments: [], steered: false }
                : {
                    kind: "said",
                    unsaved: false,
                    blocks: [{ kind: "html", html: `<p>Answer ${i}. ${"words ".repeat((i * 37) % 90)}</p>` }],
                  },
              "done",
              NOW,
              400,
              `turn-${Math.floor(i / 8)}`,
            ),
          ),
          { more: true },
        ),
      ],
    }),
    storage: at("t-sqlx"),
  },
};
