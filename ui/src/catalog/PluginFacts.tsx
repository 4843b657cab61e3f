// What a plugin contains, and what it does outside of Codex.

import { createSignal, For, type JSX, Show } from "solid-js";
import { failureOf, query } from "../host";
import type { Plugin, PluginDetail } from "../generated/model";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { openLink } from "../kit/links";
import { toastError } from "../kit/toasts";
import { l } from "../words/catalog";
import { w } from "../words/words";

export function Contents(props: { plugin: Plugin }): JSX.Element {
  const [detail, setDetail] = createSignal<PluginDetail | string | null>(null);
  query({ type: "plugin", plugin: props.plugin.at })
    .then((result) => setDetail(result.plugin))
    .catch((error: unknown) => setDetail(failureOf(error).message));
  const read = (): PluginDetail | null => {
    const one = detail();
    return typeof one === "object" ? one : null;
  };
  const problem = (): string => {
    const one = detail();
    return typeof one === "string" ? one : w.common.reading;
  };
  return (
    <Show when={read()} fallback={<p class="quiet small">{problem()}</p>}>
      {(one) => (
        <div class="grow" data-part="plugin-brings">
          <Show when={one().description}>{(text) => <p class="small prewrap">{text()}</p>}</Show>
          <dl class="brings">
            <SkillFacts detail={one()} />
            <Fact name={l.plugins.appsOf} all={one().apps.map((app) => app.name)} />
            <Fact name={l.plugins.servers} all={one().servers} />
            <Fact name={l.plugins.hooks} all={one().hooks} />
            <Fact name={l.plugins.can} all={one().capabilities} />
            <Fact name={l.plugins.prompts} all={one().prompts} />
            <Fact name={l.plugins.from} all={[one().plugin.source]} />
          </dl>
          <div class="row">
            <Outside url={one().plugin.website} label={l.plugins.website} />
            <Outside url={one().privacy} label={l.plugins.privacy} />
            <Outside url={one().terms} label={l.plugins.terms} />
          </div>
        </div>
      )}
    </Show>
  );
}

/** A skill that OpenAI hosts can be read before it is installed. */
function SkillFacts(props: { detail: PluginDetail }): JSX.Element {
  const [text, setText] = createSignal<{ name: string; text: string } | null>(null);
  const { at } = props.detail.plugin;
  const read = (name: string): void => {
    if (text()?.name === name) return void setText(null);
    query({ type: "pluginSkill", plugin: at, name })
      .then((result) => setText({ name, text: result.text }))
      .catch(toastError);
  };
  return (
    <Show when={props.detail.skills.length}>
      <dt>{l.plugins.skills}</dt>
      <dd>
        <ul class="plain-list">
          <For each={props.detail.skills}>
            {(skill) => (
              <li>
                <Show when={at.path === null} fallback={<b>${skill.name}</b>}>
                  <button
                    type="button"
                    class="link"
                    data-part="read-skill"
                    aria-expanded={text()?.name === skill.name}
                    onClick={() => read(skill.name)}
                  >
                    ${skill.name}
                  </button>
                </Show>{" "}
                <span class="quiet">{skill.description}</span>
                <Show when={text()?.name === skill.name && text()}>
                  {(one) => <pre class="skill-text">{one().text}</pre>}
                </Show>
              </li>
            )}
          </For>
        </ul>
      </dd>
    </Show>
  );
}

function Fact(props: { name: string; all: string[] }): JSX.Element {
  return (
    <Show when={props.all.length}>
      <dt>{props.name}</dt>
      <dd>{props.all.join(", ")}</dd>
    </Show>
  );
}

function Outside(props: { url: string | null; label: string }): JSX.Element {
  return (
    <Show when={props.url}>
      {(url) => (
        <Button variant="plain" size="small" title={url()} data-address={url()} onClick={() => openLink(null, url())}>
          {props.label}
          <Icon name="external" class="after" />
        </Button>
      )}
    </Show>
  );
}
