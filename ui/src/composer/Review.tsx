// The dialog that asks what a review examines.

import { createResource, createSignal, For, type JSX, Match, Show, Switch } from "solid-js";
import type { Repository, Target } from "../generated/model";
import { query } from "../host";
import { Button } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { Icon } from "../kit/icons";
import { w } from "../words/words";

const KINDS = ["uncommitted", "branch", "commit", "custom"] as const;
type Kind = (typeof KINDS)[number];

export function Review(props: { cwd: string; begin: (target: Target) => void; close: () => void }): JSX.Element {
  const [kind, setKind] = createSignal<Kind>("uncommitted");
  const [branch, setBranch] = createSignal<string | null>(null);
  const [commit, setCommit] = createSignal<string | null>(null);
  const [words, setWords] = createSignal("");
  const [read] = createResource(
    () => props.cwd,
    (cwd): Promise<Repository | null> =>
      query({ type: "repository", cwd }).then(
        (result) => result.repository,
        () => null,
      ),
  );
  const branches = (): string[] => read()?.branches ?? [];
  const commits = () => read()?.commits ?? [];
  const target = (): Target | null => {
    switch (kind()) {
      case "uncommitted":
        return { kind: "uncommitted" };
      case "branch": {
        const name = branch() ?? branches()[0];
        return name ? { kind: "branch", branch: name } : null;
      }
      case "commit": {
        const found = commits().find((one) => one.sha === commit()) ?? commits()[0];
        return found ? { kind: "commit", sha: found.sha, title: found.title } : null;
      }
      case "custom":
        return words().trim() ? { kind: "custom", instructions: words().trim() } : null;
    }
  };
  const begin = (event: SubmitEvent): void => {
    event.preventDefault();
    const chosen = target();
    if (!chosen) return;
    props.close();
    props.begin(chosen);
  };
  return (
    <Dialog title={w.reviewing.title} part="review" close={props.close}>
      <form class="stack gap-3" onSubmit={begin}>
        <Show when={read.state === "ready" && !read()?.isRepository}>
          <p class="small tone-warn">{w.reviewing.noRepository}</p>
        </Show>
        <fieldset class="radios">
          <legend class="sr">{w.reviewing.title}</legend>
          <For each={KINDS}>
            {(one) => (
              <label class="radio">
                <input
                  type="radio"
                  name="target"
                  value={one}
                  checked={kind() === one}
                  data-part={`review-${one}`}
                  {...(one === "uncommitted" ? { "data-focus": "" } : {})}
                  onChange={() => setKind(one)}
                />
                <span>
                  <b class="block">{w.reviewing.kinds[one].name}</b>
                  <small class="faint">{w.reviewing.kinds[one].meaning}</small>
                </span>
              </label>
            )}
          </For>
        </fieldset>
        <Switch>
          <Match when={kind() === "branch"}>
            <Show
              when={branches().length}
              fallback={<p class="faint small">{read.loading ? w.reviewing.looking : w.reviewing.noBranches}</p>}
            >
              <Choice label={w.reviewing.branch} part="review-branch-name" change={setBranch}>
                <For each={branches()}>{(name) => <option value={name}>{name}</option>}</For>
              </Choice>
            </Show>
          </Match>
          <Match when={kind() === "commit"}>
            <Show
              when={commits().length}
              fallback={<p class="faint small">{read.loading ? w.reviewing.looking : w.reviewing.noCommits}</p>}
            >
              <Choice label={w.reviewing.commit} part="review-commit-name" change={setCommit}>
                <For each={commits()}>
                  {(one) => <option value={one.sha}>{w.reviewing.commitName(one.sha.slice(0, 9), one.title)}</option>}
                </For>
              </Choice>
            </Show>
          </Match>
          <Match when={kind() === "custom"}>
            <textarea
              class="field tall"
              aria-label={w.reviewing.instructions}
              placeholder={w.reviewing.placeholder}
              rows="4"
              data-part="review-words"
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          </Match>
        </Switch>
        <DialogFoot no={w.common.cancel} close={props.close}>
          <Button variant="primary" part="dialog-yes" type="submit" disabled={target() === null}>
            {w.reviewing.begin}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function Choice(props: {
  label: string;
  part: string;
  change: (value: string) => void;
  children: JSX.Element;
}): JSX.Element {
  return (
    <label class="labelled">
      <span class="label-text">{props.label}</span>
      <span class="choice">
        <select class="field" data-part={props.part} onChange={(event) => props.change(event.currentTarget.value)}>
          {props.children}
        </select>
        <Icon name="down" />
      </span>
    </label>
  );
}
