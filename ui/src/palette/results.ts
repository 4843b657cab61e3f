// The search results in the order in which they are listed, and the selected one.

import { createMemo, createSignal } from "solid-js";
import type { Occurrences, Scope, ThreadLine } from "../generated/model";
import { allLines, mirror } from "../mirror";
import { findThreads } from "../titles";
import { type Choice, chosen, matchesFilter } from "../sidebar/lines";
import { openThread } from "../view";
import { w } from "../words/words";
import { actionsNow } from "./actions";
import { actionHit, type Hit, messageHit, moreHit, threadHit } from "./hits";
import { find } from "./match";
import { createPeek, createSearch, isEnough } from "./search";

/** The most titles in one page. */
const MOST = 50;
/** The number of recent threads if nothing is typed; actions follow them. */
const RECENT = 5;

export function createResults(now: number) {
  const [query, setQuery] = createSignal("");
  /** The key of the selected hit, because the list grows before and after it. `null` is the first. */
  const [at, setAt] = createSignal<string | null>(null);
  const [scope, setScope] = createSignal<Scope>("all");
  const [choice, setChoice] = createSignal<Choice>({ project: null, source: "all", model: null });
  const [most, setMost] = createSignal(RECENT);
  const search = createSearch(query, scope);
  const { found, goOn } = search;

  const inScope = (archived: boolean): boolean => scope() === "all" || archived === (scope() === "archived");
  const fits = (line: ThreadLine): boolean => inScope(line.archived) && chosen([line], choice()).length > 0;
  const messages = createMemo((): Hit[] =>
    search
      .hits()
      .filter((hit) => {
        const line = mirror.threads[hit.thread];
        return line ? fits(line) : inScope(hit.archived) && matchesFilter(hit, choice());
      })
      .map((hit) => messageHit(hit, now, query())),
  );
  /** The open thread is not listed among the recent ones. */
  const isElsewhere = (line: ThreadLine): boolean => query().trim() !== "" || line.id !== openThread();
  const titles = createMemo(() =>
    findThreads(allLines().filter(fits).filter(isElsewhere), query(), most() + 1).map((line) => threadHit(line, now)),
  );
  const threads = createMemo(() => titles().slice(0, most()));
  // The actions are collected when the palette opens. Nothing behind it changes.
  const actions = actionsNow();
  const done = createMemo((): { best: Hit[]; rest: Hit[] } => {
    if (!query().trim()) return { best: [], rest: actions.map(actionHit) };
    const { best, rest } = find(actions, query());
    return { best: best.map(actionHit), rest: rest.map(actionHit) };
  });

  const moreSaid = moreHit("messages", () => void reach(messages, goOn));
  const moreTitles = moreHit("threads", () => void reach(threads, () => void setMost(most() + MOST)));
  const hits = createMemo((): Hit[] => [
    ...done().best,
    ...messages(),
    ...(found()?.next ? [moreSaid] : []),
    ...threads(),
    ...(titles().length > most() ? [moreTitles] : []),
    ...done().rest,
  ]);
  const index = createMemo(() =>
    Math.max(
      0,
      hits().findIndex((hit) => hit.key === at()),
    ),
  );
  const picked = (): Hit | undefined => hits()[index()];
  const peeked: () => Occurrences | null = createPeek(
    () => (picked()?.group === "messages" ? (picked()?.thread ?? null) : null),
    query,
  );

  const seek = (key: string | null): void => {
    setAt(key);
    document.getElementById(`hit-${index()}`)?.scrollIntoView({ block: "nearest" });
  };
  /** Loads more hits of a group and selects the first new one. */
  const reach = async (group: () => Hit[], load: () => void | Promise<void>): Promise<void> => {
    const before = group().length;
    await load();
    const first = group()[before];
    if (first) seek(first.key);
  };
  const move = (by: number): void => {
    const count = hits().length;
    if (count) seek(hits()[(index() + by + count) % count]?.key ?? null);
  };
  const ask = (text: string): void => {
    setQuery(text);
    setMost(text.trim() ? MOST : RECENT);
    setAt(null);
  };
  const narrow = (more: Partial<Choice>): void => {
    setChoice({ ...choice(), ...more });
    setAt(null);
  };

  /** How much was searched without a result. */
  const searched = (): string => {
    if (!isEnough(query())) return w.palette.onlyTitles;
    if (found()?.more) return w.palette.notAll;
    return w.palette.searched(allLines().filter(fits).length, scope());
  };
  /** Everything that is listed: an action is a result too. */
  const count = (): string =>
    w.hits.results(
      messages().length + threads().length + done().best.length + done().rest.length,
      (found()?.more ?? false) || titles().length > most(),
    );
  const isNothing = (): boolean => !hits().length && query().trim() !== "" && !search.busy() && !search.failed();
  const groupName = (hit: Hit): string =>
    hit.group === "threads" && !query().trim() ? w.hits.recent : w.hits[hit.group];
  return {
    query,
    ask,
    scope,
    setScope,
    choice,
    narrow,
    search,
    hits,
    index,
    setAt,
    picked,
    peeked,
    move,
    searched,
    count,
    isNothing,
    groupName,
  };
}

export type Results = ReturnType<typeof createResults>;
