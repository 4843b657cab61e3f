// A page to open, a tool to allow, and a request that this build cannot read.

import { createSignal, type JSX, Show } from "solid-js";
import { act } from "../host";
import { Marked } from "../kit/bits";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { told } from "../kit/toasts";
import type { MenuItem } from "../kit/Menu";
import { w } from "../words/words";
import type { CardProps } from "./AskCard";
import { Foot } from "./Foot";

/** Who one would talk to; the words before an @ are no host, whatever they look like. */
export function host(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

export function LinkAsk(props: CardProps<"link">): JSX.Element {
  const [opened, setOpened] = createSignal(false);
  const open = (): void => {
    act({ type: "openLink", thread: props.ask.thread, url: props.body.url })
      .then(() => setOpened(true))
      .catch(told);
  };
  props.keys({ n: () => props.answer({ kind: "refuse" }) });
  return (
    <>
      <div class="ask-body">
        <p class="prewrap">
          <Marked text={props.body.message} />
        </p>
        <dl class="facts">
          <dt>{w.ask.site}</dt>
          <dd>
            <b>{host(props.body.url)}</b>
          </dd>
          <dt>{w.ask.address}</dt>
          <dd>
            <code>
              <Marked text={props.body.url} />
            </code>
          </dd>
        </dl>
        <p class="quiet small">{w.ask.linkHint}</p>
      </div>
      <Foot
        busy={props.busy}
        focused={props.focused}
        keys={false}
        accept={opened() ? { label: w.ask.linkDone, run: () => props.answer({ kind: "agree", persist: null }) } : undefined}
        decline={{ run: () => props.answer({ kind: "refuse" }) }}
        cancel={{ run: () => props.answer({ kind: "dismiss" }), stops: false }}
      >
        <Button icon="external" disabled={props.busy} onClick={open}>
          {w.ask.openLink}
        </Button>
      </Foot>
    </>
  );
}

export function ToolAsk(props: CardProps<"toolUse">): JSX.Element {
  const [always, setAlways] = createSignal(false);
  const agree = (persist: "session" | "always" | null): void => props.answer({ kind: "agree", persist });
  const more = (): MenuItem[] => (props.body.persist.includes("always") ? [{ label: w.ask.allowToolAlways, run: () => setAlways(true) }] : []);
  props.keys({ y: () => agree(null), n: () => props.answer({ kind: "refuse" }) });
  return (
    <>
      <div class="ask-body">
        <Show when={props.body.message}>
          <p class="prewrap">{props.body.message}</p>
        </Show>
        <dl class="facts">
          <Show when={props.body.tool}>
            {(tool) => (
              <>
                <dt>{w.ask.tool}</dt>
                <dd>
                  <code>{tool()}</code>
                </dd>
              </>
            )}
          </Show>
        </dl>
        <Show when={props.body.arguments}>
          {(text) => (
            <pre class="data" tabindex="0" role="region" aria-label={w.ask.arguments}>
              {text()}
            </pre>
          )}
        </Show>
        <Show when={always()}>
          <div class="rule">
            <div class="rule-head">
              <span class="strong grow">{w.ask.toolAlwaysTitle}</span>
            </div>
            <div class="rule-body">
              <div class="caution">
                <Icon name="warn" />
                <span>{w.ask.toolAlwaysReach(props.body.server, props.body.tool ?? w.ask.anyTool)}</span>
              </div>
              <div class="row">
                <Button disabled={props.busy} onClick={() => agree("always")}>
                  {w.ask.toolAlwaysYes}
                </Button>
                <Button look="plain" onClick={() => setAlways(false)}>
                  {w.ask.notNow}
                </Button>
              </div>
            </div>
          </div>
        </Show>
      </div>
      <Foot
        busy={props.busy}
        focused={props.focused}
        accept={{ label: w.ask.allowTool, run: () => agree(null) }}
        more={more()}
        decline={{ run: () => props.answer({ kind: "refuse" }) }}
        cancel={{ run: () => props.answer({ kind: "dismiss" }), stops: false }}
      >
        <Show when={props.body.persist.includes("session")}>
          <Button disabled={props.busy} onClick={() => agree("session")}>
            {w.ask.allowToolSession}
          </Button>
        </Show>
      </Foot>
    </>
  );
}

export function UnreadableAsk(props: CardProps<"unreadable">): JSX.Element {
  props.keys({ n: () => props.answer({ kind: "refuse" }) });
  return (
    <>
      <div class="ask-body">
        <p>{w.ask.unreadable}</p>
        <p class="quiet mono small">{props.body.method}</p>
        <pre class="data" tabindex="0" role="region" aria-label={w.ask.exactly}>
          {props.body.json}
        </pre>
      </div>
      <Foot busy={props.busy} focused={props.focused} decline={{ run: () => props.answer({ kind: "refuse" }) }} cancel={{ run: () => props.answer({ kind: "dismiss" }), stops: false }} />
    </>
  );
}
