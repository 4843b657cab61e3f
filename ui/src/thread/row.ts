// The properties of every row view.

import type { Body, Row, ThreadId, TurnState } from "../generated/model";

export type BodyOf<K extends Body["kind"]> = Extract<Body, { kind: K }>;

export type RowProps<K extends Body["kind"]> = {
  row: Row;
  body: BodyOf<K>;
  thread: ThreadId;
  /** `undefined`: its turn is not loaded. */
  turn: TurnState | undefined;
};
