// A picture on this computer in the size in which it is shown, or an icon if it cannot be drawn.

import { createResource, type JSX, Show } from "solid-js";
import { query } from "../host";
import { Icon } from "./icons";

export function Picture(props: { path: string; name: string; class?: string }): JSX.Element {
  const [url] = createResource(
    () => props.path,
    (path) =>
      query({ type: "picture", path }).then(
        (result) => result.url,
        () => null,
      ),
  );
  return (
    <Show when={url.latest} fallback={<Icon name="image" />}>
      {(shown) => <img class={props.class ?? "thumb"} src={shown()} alt={props.name} />}
    </Show>
  );
}
