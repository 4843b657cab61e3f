// The foot of the first screen: where the sign-in is kept, and the demo.

import { createSignal, type JSX, Show } from "solid-js";
import { checkKeychain, checking, keepForSessionOnly, unlock, unlocking } from "../account/ways";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";

/** Where a sign-in would be kept, and whether that works here. */
export function Foot(props: { ready: boolean }): JSX.Element {
  const [turning, setTurning] = createSignal(false);
  const session = (): boolean => mirror.access.keeping === "session" && !mirror.access.shut;
  const bad = (): string | null => {
    const { keychain, shut } = mirror.access;
    if (shut) return w.accounts.shut;
    return !session() && keychain && keychain.verdict !== "works" ? keychain.message : null;
  };
  const words = (): string => {
    if (session()) return w.signIn.session;
    if (bad()) return bad() ?? "";
    return `${w.signIn.kept} ${mirror.access.keychain ? w.signIn.keptWorks : checking() ? w.signIn.keptChecking : ""}`;
  };
  const turn = (): void => {
    setTurning(true);
    const done = session() ? act({ type: "keepForSession", on: false }).catch(toastError) : keepForSessionOnly(null);
    void done.finally(() => setTurning(false));
  };
  return (
    <footer
      class="welcome-foot"
      data-part="keeping"
      data-kind={session() ? "session" : (mirror.access.keychain?.verdict ?? "unknown")}
    >
      <span class="row grow" role="status">
        <Icon name={bad() ? "warn" : session() ? "clock" : "lock"} class={bad() ? "tone-warn" : ""} />
        <span>{words()}</span>
      </span>
      <Show when={bad()}>
        <Show
          when={mirror.access.shut}
          fallback={
            <Button size="small" part="check-keychain" disabled={checking()} onClick={() => checkKeychain()}>
              {checking() ? w.accounts.checking : w.signIn.checkAgain}
            </Button>
          }
        >
          <Button size="small" variant="primary" part="unlock-keychain" disabled={unlocking()} onClick={unlock}>
            {unlocking() ? w.accounts.unlocking : w.accounts.unlock}
          </Button>
        </Show>
      </Show>
      <Button
        size="small"
        variant={bad() ? undefined : "plain"}
        part="session-only"
        disabled={!props.ready || turning()}
        onClick={turn}
      >
        {session() ? w.signIn.sessionOff : w.signIn.sessionOn}
      </Button>
      <span class="wide-only">{w.signIn.affiliation}</span>
    </footer>
  );
}
