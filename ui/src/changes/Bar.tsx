// The bar above the changes: what is compared, how it is shown, and navigation.

import { createSignal, type JSX, Show } from "solid-js";
import type { BranchList, Compared, ThreadId } from "../generated/model";
import { failureOf, query } from "../host";
import { Counts } from "../kit/bits";
import { IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { setPref, prefs } from "../view";
import { w } from "../words/words";

type BarProps = {
  thread: ThreadId;
  compared: Compared;
  compare: (compared: Compared) => void;
  sum: { added: number; removed: number } | null;
  /** Wide enough for two columns. */
  wide: boolean;
  step: (by: 1 | -1) => void;
  copyAll: () => void;
  foldAll: (folded: boolean) => void;
  again: () => void;
};

export const comparedName = (compared: Compared): string =>
  compared.kind === "branch" ? w.changes.since(compared.name) : w.changes.scopes[compared.kind];

export function Bar(props: BarProps): JSX.Element {
  const [branches, setBranches] = createSignal<BranchList | string | null>(null);
  const ask = (): void => {
    setBranches(null);
    query({ type: "branches", thread: props.thread })
      .then((result) => setBranches(result.branches))
      .catch((error: unknown) => setBranches(failureOf(error).message));
  };
  const plain = (kind: "turn" | "thread" | "uncommitted"): MenuItem => ({
    label: w.changes.scopes[kind],
    detail: w.changes.meanings[kind],
    checked: props.compared.kind === kind,
    run: () => props.compare({ kind }),
  });
  const others = (): MenuItem[] => {
    const found = branches();
    if (found === null) return [{ kind: "head", label: w.changes.branchesLoading }];
    if (typeof found === "string") return [{ kind: "head", label: found }];
    if (!found.names.length) return [{ kind: "head", label: w.changes.branchesNone }];
    const now = props.compared;
    return found.names.slice(0, 40).map((name) => ({
      label: name,
      detail: name === found.current ? w.changes.here : undefined,
      checked: now.kind === "branch" && now.name === name,
      run: () => props.compare({ kind: "branch", name }),
    }));
  };
  const scopes = (): MenuItem[] => [
    plain("turn"),
    plain("thread"),
    plain("uncommitted"),
    { kind: "line" },
    { kind: "head", label: w.changes.against },
    ...others(),
  ];
  const more = (): MenuItem[] => [
    { label: w.changes.again, icon: "refresh", run: () => props.again() },
    { label: w.changes.copyAll, icon: "copy", run: () => props.copyAll() },
    { label: w.changes.foldAll, icon: "right", run: () => props.foldAll(true) },
    { label: w.changes.unfoldAll, icon: "down", run: () => props.foldAll(false) },
    { kind: "line" },
    { label: w.changes.spaces, checked: !prefs.spaces, run: () => setPref("spaces", !prefs.spaces) },
  ];
  return (
    <div class="panel-bar">
      <Menu
        label={`${w.changes.scope}: ${comparedName(props.compared)}`}
        of={w.changes.scope}
        items={scopes()}
        class="pick"
        part="compared"
        wide
        opening={ask}
      >
        <span class="clip">{comparedName(props.compared)}</span>
        <Icon name="down" />
      </Menu>
      <Show when={props.sum}>{(sum) => <Counts added={sum().added} removed={sum().removed} />}</Show>
      <span class="grow" />
      <div class="segmented icons" role="group" aria-label={w.changes.view}>
        <button
          type="button"
          aria-pressed={!prefs.split || !props.wide}
          title={w.changes.unified}
          aria-label={w.changes.unified}
          onClick={() => setPref("split", false)}
        >
          <Icon name="unified" />
        </button>
        <button
          type="button"
          data-part="split"
          aria-pressed={prefs.split && props.wide}
          title={props.wide ? w.changes.split : w.changes.wide}
          aria-label={w.changes.split}
          onClick={() => setPref("split", true)}
        >
          <Icon name="split" />
        </button>
      </div>
      <span class="sep" />
      <IconButton small icon="up" label={w.changes.previous} part="previous-change" onClick={() => props.step(-1)} />
      <IconButton small icon="down" label={w.changes.next} part="next-change" onClick={() => props.step(1)} />
      <IconButton
        small
        icon="wrap"
        label={w.changes.wrap}
        on={prefs.wrap}
        aria-pressed={prefs.wrap}
        onClick={() => setPref("wrap", !prefs.wrap)}
      />
      <Menu label={w.changes.more} items={more()} class="icon-button small" part="changes-more">
        <Icon name="more" />
      </Menu>
    </div>
  );
}
