// The icon and title of a request. Pure.

import type { AskBody } from "../generated/model";
import type { IconName } from "../kit/icons";
import { w } from "../words/words";

export function askIcon(body: AskBody): IconName {
  switch (body.kind) {
    case "command":
      return body.host ? "globe" : "terminal";
    case "files":
      return "edit";
    case "permissions":
      return "shield";
    case "questions":
      return "question";
    case "form":
      return "plan";
    case "link":
      return "external";
    case "toolUse":
      return "plug";
    case "unreadable":
      return "info";
    default:
      return body satisfies never;
  }
}

export function askTitle(body: AskBody): string {
  switch (body.kind) {
    case "command":
      return body.host ? w.ask.title.network(body.host) : w.ask.title.command;
    case "files":
      return w.ask.title.files(body.files.length);
    case "permissions":
      return w.ask.title.permissions;
    case "questions":
      return w.ask.title.questions(body.questions.length);
    case "form":
      return w.ask.title.form(body.server);
    case "link":
      return w.ask.title.link(body.server);
    case "toolUse":
      return w.ask.title.toolUse(body.server);
    case "unreadable":
      return w.ask.title.unreadable;
    default:
      return body satisfies never;
  }
}
