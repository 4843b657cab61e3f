// One account: its name, and what can be done with it.

import { type JSX, Show } from "solid-js";
import { Icon, type IconName } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { mirror } from "../mirror";
import { capital } from "../titles";
import { w } from "../words/words";

export function Line(props: {
  icon: IconName;
  name: string;
  hint: string;
  part: string;
  children: JSX.Element;
}): JSX.Element {
  return (
    <li data-part={props.part}>
      <span class="logo round">
        <Icon name={props.icon} />
      </span>
      <span class="grow">
        <span class="name clip block" title={props.name}>
          {props.name}
        </span>
        <Show when={props.hint}>{(hint) => <small>{hint()}</small>}</Show>
      </span>
      {props.children}
    </li>
  );
}

export function More(props: { name: string; items: MenuItem[] }): JSX.Element {
  return (
    <Menu label={w.accounts.more(props.name)} items={props.items} class="icon-button small" part="account-more">
      <Icon name="more" />
    </Menu>
  );
}

export function name(): string {
  const { account } = mirror;
  if (mirror.server.demo) return w.account.demo;
  switch (account.kind) {
    case "unknown":
      return w.account.unknown;
    case "signedOut":
      return account.needed ? w.account.signedOut : w.account.notNeeded;
    case "apiKey":
      return w.account.apiKey;
    case "chatGpt":
      return account.email ?? w.account.chatGpt;
    case "other":
      return account.name;
    default:
      return account satisfies never;
  }
}

/** The plan, and where the sign-in is kept. */
export function detail(): string {
  const { account } = mirror;
  if (mirror.server.demo) return w.account.demoHint;
  const kept = mirror.access.keeping === "session" ? w.accounts.keptSession : w.accounts.keptKeychain;
  switch (account.kind) {
    case "unknown":
      return "";
    case "signedOut":
      return account.needed
        ? mirror.access.keeping === "session"
          ? w.accounts.keptSession
          : ""
        : w.account.notNeededHint;
    case "apiKey":
      return w.accounts.line(w.account.apiKeyHint, kept);
    case "chatGpt":
      return w.accounts.line(account.plan ? w.accounts.plan(capital(account.plan)) : w.accounts.noPlan, kept);
    case "other":
      return kept;
    default:
      return account satisfies never;
  }
}
