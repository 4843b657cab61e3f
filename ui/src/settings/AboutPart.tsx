// The versions in use, where they come from, and the licence.

import { createSignal, For, type JSX, onMount } from "solid-js";
import { act, query } from "../host";
import type { Diagnostics } from "../generated/model";
import { copy } from "../kit/copy";
import { Button, IconButton } from "../kit/controls";
import { Logo } from "../kit/marks";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";
import { SettingRow } from "./SettingRow";

const LINKS = {
  aboutDocs: "https://developers.openai.com/codex",
  aboutSource: "https://github.com/openai/codex",
} as const;

export function AboutPart(): JSX.Element {
  const [found, setFound] = createSignal<Diagnostics | null>(null);
  const [licence, setLicence] = createSignal<string | null>(null);
  onMount(() => {
    query({ type: "diagnostics" })
      .then((result) => setFound(result.diagnostics))
      .catch(toastError);
  });
  const versions = (): [string, string][] => [
    [w.settings.aboutVersion, found()?.version ?? w.common.unknown],
    [w.settings.aboutCodex, mirror.server.codex?.version ?? w.common.unknown],
    [w.settings.aboutSystem, found()?.system ?? w.common.unknown],
  ];
  const copyVersions = (): void =>
    void copy(
      `${w.app}: ${versions()
        .map(([name, value]) => `${name} ${value}`)
        .join(", ")}`,
    );
  const readLicence = (): void =>
    void import("../../../LICENSE?raw").then((file) => setLicence(file.default)).catch(toastError);
  return (
    <>
      <div class="row gap-4">
        <Logo large />
        <div>
          <h2 class="about-name">{w.settings.aboutName}</h2>
          <p class="quiet">{w.settings.about}</p>
        </div>
      </div>
      <ul class="list">
        <For each={versions()}>
          {([name, value]) => (
            <SettingRow name={name}>
              <span class="num selectable">{value}</span>
            </SettingRow>
          )}
        </For>
        <li>
          <span class="grow" />
          <Button icon="copy" part="copy-versions" disabled={!found()} onClick={copyVersions}>
            {w.settings.aboutCopy}
          </Button>
        </li>
      </ul>
      <section class="section" aria-labelledby="about-links">
        <header>
          <h2 id="about-links">{w.settings.aboutLinks}</h2>
        </header>
        <ul class="list">
          <For each={Object.entries(LINKS) as [keyof typeof LINKS, string][]}>
            {([name, url]) => (
              <SettingRow name={w.settings[name]} hint={url}>
                <IconButton
                  icon="external"
                  label={w.settings[name]}
                  onClick={() => void act({ type: "openLink", thread: null, url }).catch(toastError)}
                />
              </SettingRow>
            )}
          </For>
        </ul>
      </section>
      <section class="section" aria-labelledby="about-licence">
        <header>
          <h2 id="about-licence">{w.settings.license}</h2>
          <p class="grow">{w.settings.licenseName}</p>
        </header>
        <details
          class="detail-fold"
          data-part="licence"
          onToggle={(event) => event.currentTarget.open && licence() === null && readLicence()}
        >
          <summary>{w.settings.licenseText}</summary>
          <pre class="raw licences" tabindex="0">
            {licence() ?? w.common.reading}
          </pre>
        </details>
      </section>
    </>
  );
}
