// The answers of a card. Key hints are shown only while the keys work.
//
// The accepting answer is highlighted only if no risk is grave; otherwise the safe answer comes first. It is disabled
// until the end of the command or text has been in sight.

import { type JSX, Show } from "solid-js";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { w } from "../words/words";

type FootProps = {
  busy: boolean;
  focused: boolean;
  accept?: { label: string; run: () => void; disabled?: boolean };
  /** Further accepting answers. */
  children?: JSX.Element;
  more?: MenuItem[];
  decline?: { label?: string; run: () => void };
  /** A third answer of the server, where it has one. Only for a command or a file change does it stop the turn too. */
  cancel?: { run: () => void; stops: boolean };
  /** Whether Y and N work on this card. */
  keys?: boolean;
  grave?: boolean;
  /** The end of the command or text has not been in sight yet. */
  unread?: boolean;
};

export function Foot(props: FootProps): JSX.Element {
  const locked = (): boolean => props.busy || (props.unread ?? false);
  // The space for a key hint is always reserved, because a button that moves under a pressed mouse loses the click.
  const key = (name: string): JSX.Element => (
    <Show when={props.keys ?? true}>
      <span class={props.focused ? "key" : "key away"} aria-hidden="true">
        {name}
      </span>
    </Show>
  );
  const keyed = (): string => ((props.keys ?? true) ? "keyed" : "");
  const decline = (): JSX.Element => (
    <Show when={props.decline}>
      {(decline) => (
        <Button
          class={keyed()}
          variant={props.grave ? undefined : "plain"}
          part="ask-decline"
          disabled={props.busy}
          onClick={() => decline().run()}
        >
          {decline().label ?? w.ask.decline}
          {key(w.ask.keys.n)}
        </Button>
      )}
    </Show>
  );
  return (
    <div class="ask-foot" data-grave={props.grave ?? false}>
      <Show when={props.grave}>{decline()}</Show>
      <Show when={props.accept}>
        {(accept) => (
          <Button
            class={keyed()}
            variant={props.grave ? undefined : "primary"}
            part="ask-accept"
            disabled={locked() || accept().disabled}
            onClick={() => accept().run()}
          >
            {accept().label}
            {key(w.ask.keys.y)}
          </Button>
        )}
      </Show>
      {props.children}
      <Show when={props.more?.length}>
        <Menu label={w.ask.more} items={props.more ?? []} class="icon-button" part="ask-more" disabled={locked()}>
          <Icon name="more" />
        </Menu>
      </Show>
      <Show when={props.unread}>
        <span class="faint small" role="status" data-part="ask-unread">
          {w.ask.unread}
        </span>
      </Show>
      {/* If there is no room beside the other buttons, these wrap together and stay on their side. */}
      <span class="ask-away">
        <Show when={!props.grave}>{decline()}</Show>
        <Show when={props.cancel}>
          {(cancel) => (
            <Button
              variant={cancel().stops ? "danger" : "plain"}
              part="ask-cancel"
              disabled={props.busy}
              onClick={() => cancel().run()}
            >
              {cancel().stops ? w.ask.stop : w.ask.dismiss}
            </Button>
          )}
        </Show>
      </span>
    </div>
  );
}
