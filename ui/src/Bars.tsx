// What is at both ends of a head, whatever page it is the head of.

import { type JSX, Show } from "solid-js";
import { Counts } from "./kit/bits";
import { Button, IconButton } from "./kit/controls";
import { Icon } from "./kit/icons";
import { chord } from "./keys";
import { mirror } from "./mirror";
import {
  noPanelRoom,
  noSidebarRoom,
  panelShown,
  showPanel,
  sidebarShown,
  toggleInbox,
  togglePanel,
  toggleSidebar,
} from "./view";
import { w } from "./words/words";

/** The buttons before the title while the sidebar is hidden. */
export function ShowSidebar(): JSX.Element {
  return (
    <Show when={!sidebarShown()}>
      <IconButton
        class="show-sidebar"
        icon="sidebar"
        label={`${w.sidebar.show} (${chord("B")})`}
        onClick={toggleSidebar}
      />
    </Show>
  );
}

/** The Inbox count and the changes as buttons, at the end of a head while the panel or the sidebar is hidden. */
export function PanelButtons(props: { added?: number; removed?: number; files?: number }): JSX.Element {
  const waiting = (): number => Object.keys(mirror.asks).length;
  return (
    <>
      <Show when={noSidebarRoom() && waiting() > 0}>
        <Button variant="plain" class="has-badge" onClick={toggleInbox}>
          <Icon name="inbox" />
          <span class="badge">
            {waiting()}
            <span class="sr"> {w.sidebar.waits(waiting())}</span>
          </span>
        </Button>
      </Show>
      <Show when={noPanelRoom() && (props.files ?? 0) > 0}>
        <Button onClick={() => showPanel("changes")} title={w.panel.changes}>
          <span class="sr">{w.panel.changes}</span>
          <Icon name="edit" />
          <Counts added={props.added ?? 0} removed={props.removed ?? 0} />
        </Button>
      </Show>
      <Show when={props.files !== undefined && !panelShown() && !(noPanelRoom() && props.files > 0)}>
        <IconButton icon="panel" part="show-panel" label={`${w.panel.show} (${chord("J")})`} onClick={togglePanel} />
      </Show>
    </>
  );
}
