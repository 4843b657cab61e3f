// Requests to open a page or to allow a tool, and requests that this build cannot read.

import { createSignal, type JSX, Show } from "solid-js";
import { act } from "../host";
import { Marked } from "../kit/bits";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import type { MenuItem } from "../kit/Menu";
import { w } from "../words/words";
import type { CardProps } from "./AskCard";
import { Foot } from "./Foot";
import { ServerMessage } from "./ServerMessage";
import { Whole } from "./Whole";

export function LinkAsk(props: CardProps<"link">): JSX.Element {
  const [opened, setOpened] = createSignal(false);
  const [read, setRead] = createSignal(false);
  const unread = (): boolean => props.body.message.trim() !== "" && !read();
  const open = (): void => {
    act({ type: "openLink", thread: props.ask.thread, url: props.body.url })
      .then(() => setOpened(true))
      .catch(toastError);
  };
  props.keys({ n: () => props.answer({ kind: "refuse" }) });
  return (
    <>
      <div class="ask-body">
        <ServerMessage server={props.body.server} message={props.body.message} read={() => setRead(true)} />
        <dl class="facts">
          <Show when={props.body.host}>
            {(host) => (
              <>
                <dt>{w.ask.site}</dt>
                <dd>
                  <b>
                    <Marked text={host()} />
                  </b>
                </dd>
              </>
            )}
          </Show>
          <dt>{w.ask.address}</dt>
          <dd>
            <code>
              <Marked text={props.body.url} />
            </code>
          </dd>
        </dl>
        <Show when={!props.ask.blank}>
          <p class="quiet small">{w.ask.linkHint}</p>
        </Show>
      </div>
      <Foot
        busy={props.busy}
        focused={props.focused}
        keys={false}
        grave={props.ask.grave}
        unread={!props.ask.blank && unread()}
        accept={
          opened() ? { label: w.ask.linkDone, run: () => props.answer({ kind: "agree", persist: null }) } : undefined
        }
        decline={{ run: () => props.answer({ kind: "refuse" }) }}
        cancel={{ run: () => props.answer({ kind: "dismiss" }), stops: false }}
      >
        <Show when={!props.ask.blank}>
          <Button icon="external" disabled={props.busy || unread()} onClick={open}>
            {w.ask.openLink}
          </Button>
        </Show>
      </Foot>
    </>
  );
}

export function ToolAsk(props: CardProps<"toolUse">): JSX.Element {
  const [always, setAlways] = createSignal(false);
  const [messageRead, setMessageRead] = createSignal(false);
  const [read, setRead] = createSignal(false);
  const unread = (): boolean =>
    (props.body.message.trim() !== "" && !messageRead()) || (props.body.arguments !== null && !read());
  const agree = (persist: "session" | "always" | null): void => props.answer({ kind: "agree", persist });
  const more = (): MenuItem[] =>
    props.body.persist.includes("always") && !props.ask.blank
      ? [{ label: w.ask.allowToolAlways, run: () => setAlways(true) }]
      : [];
  props.keys({ y: () => !unread() && !props.ask.blank && agree(null), n: () => props.answer({ kind: "refuse" }) });
  return (
    <>
      <div class="ask-body">
        <Show when={props.body.message.trim()}>
          <ServerMessage server={props.body.server} message={props.body.message} read={() => setMessageRead(true)} />
        </Show>
        <dl class="facts">
          <Show when={props.body.tool}>
            {(tool) => (
              <>
                <dt>{w.ask.tool}</dt>
                <dd>
                  <code>
                    <Marked text={tool()} />
                  </code>
                </dd>
              </>
            )}
          </Show>
        </dl>
        <Show when={props.body.arguments}>
          {(text) => <Whole text={text()} label={w.ask.arguments} part="ask-text" read={() => setRead(true)} />}
        </Show>
        <Show when={always()}>
          <div class="rule">
            <div class="rule-head">
              <span class="strong grow">{w.ask.toolAlwaysTitle}</span>
            </div>
            <div class="rule-body">
              <div class="caution">
                <Icon name="warn" />
                <span>
                  <Marked text={w.ask.toolAlwaysReach(props.body.server, props.body.tool ?? w.ask.anyTool)} />
                </span>
              </div>
              <div class="row">
                <Button disabled={props.busy} onClick={() => agree("always")}>
                  {w.ask.toolAlwaysYes}
                </Button>
                <Button variant="plain" onClick={() => setAlways(false)}>
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
        grave={props.ask.grave}
        unread={!props.ask.blank && unread()}
        accept={props.ask.blank ? undefined : { label: w.ask.allowTool, run: () => agree(null) }}
        more={more()}
        decline={{ run: () => props.answer({ kind: "refuse" }) }}
        cancel={{ run: () => props.answer({ kind: "dismiss" }), stops: false }}
      >
        <Show when={props.body.persist.includes("session") && !props.ask.blank}>
          <Button disabled={props.busy || unread()} onClick={() => agree("session")}>
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
        <Whole text={props.body.json} label={w.ask.exactly} />
      </div>
      <Foot busy={props.busy} focused={props.focused} decline={{ run: () => props.answer({ kind: "refuse" }) }} />
    </>
  );
}
