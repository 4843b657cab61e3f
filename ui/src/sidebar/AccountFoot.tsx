// The signed-in account and its most restrictive limit.

import { createMemo, type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import { Icon } from "../kit/icons";
import { Ring } from "../kit/marks";
import { mirror } from "../mirror";
import { accountWords } from "../account/words";
import { go } from "../view";
import { w } from "../words/words";

export function AccountFoot(): JSX.Element {
  const now = useNow();
  const words = createMemo(() => accountWords(mirror.account, mirror.limits, mirror.server.demo !== null, now()));
  return (
    <button
      type="button"
      class="account"
      data-part="account"
      title={w.account.page}
      onClick={() => go({ kind: "settings", part: "account" })}
    >
      <Show when={words().ring} fallback={<Icon name="account" class="quiet who" />}>
        <Ring percent={words().percent} big />
      </Show>
      <span class="grow">
        <b class="clip">{words().name}</b>
        <Show when={words().detail}>{(detail) => <small>{detail()}</small>}</Show>
      </span>
      <Icon name="gear" class="faint" />
    </button>
  );
}
