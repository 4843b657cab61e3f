// The dialogs of the window itself: before it closes, and the list of keyboard shortcuts.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act, type Busy, onClosing } from "./host";
import { Keys } from "./kit/bits";
import { Button } from "./kit/controls";
import { Dialog, DialogFoot } from "./kit/Dialog";
import { toastError } from "./kit/toasts";
import { isMac } from "./keys";
import { mirror } from "./mirror";
import { w } from "./words/words";

export function Closing(): JSX.Element {
  const [busy, setBusy] = createSignal<Busy | null>(null);
  onClosing(setBusy);
  const close = (): void => void setBusy(null);
  return (
    <Show when={busy()}>
      {(found) => (
        <Dialog title={w.closing.title} close={close}>
          <div class="stack gap-1">
            <Show when={found().running}>
              <p>{w.closing.running(found().running)}</p>
            </Show>
            <Show when={found().asks}>
              <p>{w.closing.asks(found().asks)}</p>
            </Show>
            <p class="quiet">{w.closing.meaning}</p>
          </div>
          <DialogFoot no={w.closing.no} close={close} safe>
            <Button
              variant="danger"
              part="dialog-yes"
              onClick={() => void act({ type: "closeAnyway" }).catch(toastError)}
            >
              {w.closing.yes}
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </Show>
  );
}

type Row = [keys: string[], what: string];

export function KeysSheet(props: { close: () => void }): JSX.Element {
  const mod = isMac ? w.keys.modMac : w.keys.mod;
  const { enterSends, whileRunning } = mirror.settings;
  const window: Row[] = [
    [[mod, "N"], w.keys.newThread],
    [[mod, "K"], w.keys.palette],
    [[mod, "I"], w.keys.inbox],
    [[mod, "B"], w.keys.sidebar],
    [[mod, "J"], w.keys.panel],
    [[mod, "F"], w.keys.find],
    [[mod, "["], w.keys.previous],
    [[mod, "]"], w.keys.next],
    [[mod, "L"], w.keys.composer],
    [[mod, ","], w.keys.settings],
    [[mod, "/"], w.keys.list],
    [[mod, "+"], w.keys.zoomIn],
    [[mod, "−"], w.keys.zoomOut],
    [[mod, "0"], w.keys.zoomActual],
    [[w.keys.f6], w.keys.regions],
  ];
  const writing: Row[] = [
    [enterSends ? [w.keys.enter] : [w.keys.shift, w.keys.enter], w.keys.send[whileRunning]],
    [[mod, w.keys.enter], w.keys.other[whileRunning]],
    [enterSends ? [w.keys.shift, w.keys.enter] : [w.keys.enter], w.keys.line],
    [[w.keys.up], w.keys.recall],
    [["@"], w.commands.mention],
    [["$"], w.commands.skill],
    [["/"], w.keys.commands],
    [["!"], w.commands.shell],
    [[isMac ? w.keys.altMac : w.keys.alt, w.keys.upDown], w.keys.order],
    [[w.keys.esc, w.keys.esc], w.keys.interrupt],
    [[w.ask.keys.y], w.keys.accept],
    [[w.ask.keys.n], w.keys.decline],
    [[w.keys.f2], w.keys.rename],
    [[mod, w.keys.space], w.keys.select],
    [[w.keys.del], w.keys.remove],
  ];
  return (
    <Dialog title={w.keys.title} close={props.close} class="keys-sheet">
      <div class="keys-columns">
        <For each={[window, writing]}>
          {(rows) => (
            <dl class="keys-list">
              <For each={rows}>
                {([keys, what]) => (
                  <div>
                    <dt>{what}</dt>
                    <dd>
                      <Keys keys={keys} />
                    </dd>
                  </div>
                )}
              </For>
            </dl>
          )}
        </For>
      </div>
      <DialogFoot no={w.common.close} close={props.close} safe />
    </Dialog>
  );
}
