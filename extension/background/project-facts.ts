import { ServiceError, toErrorBody } from "../../host/contract/errors.js";
import type { Push } from "../messages.js";
import type { Transport } from "../transport/transport.js";
import { hearPageErrors } from "./components.js";
import type { Connections } from "./connections.js";
import { pageStatusOf } from "./page-status.js";
import { moveNotes, rememberProject, shownProject } from "./sidebar-storage.js";

interface Hearer {
  readonly tabId: number;
  readonly isPrivate: boolean;
  readonly url: string;
  /** The project whose facts it has; empty where its page has none, or none that answers. */
  project: string;
  readonly isOpen: () => boolean;
  push(push: Push): void;
}

/** Pushes status and project facts that the sidebar has not heard; `isOpened`: it has heard nothing yet. Never rejects. */
export async function pushProject(connections: Connections, sidebar: Hearer, url: string, isOpened: boolean): Promise<void> {
  try {
    const decision = await connections.decide(url);
    if (!isOpened && sidebar.url !== url) return;
    sidebar.push({ type: "status", status: pageStatusOf(url, decision) });
    const project = decision.state === "connected" ? decision.info.id : "";
    const isKnown = !isOpened && project === sidebar.project;
    sidebar.project = project;
    if (isKnown || project === "") return;
    const page = { ...sidebar, url };
    const before = await shownProject(page);
    if (decision.state === "connected" && before !== "" && before !== project && (await isGone(decision.transport, before)))
      await moveNotes(page, before, project);
    const stored = await rememberProject(page, project);
    if (stored !== undefined) sidebar.push({ type: "stored", url, ...stored });
    await pushFacts(connections, sidebar, url);
  } catch (error) {
    sidebar.project = "";
    sidebar.push({ type: "error", message: toErrorBody(error).error.message });
  }
}

/** Whether a project's folder was moved or deleted: the native host knows every other. */
async function isGone({ name, call }: Transport, project: string): Promise<boolean> {
  if (name !== "native") return false;
  try {
    await call("config:get", {}, project);
    return false;
  } catch (error) {
    if (error instanceof ServiceError) return error.code === "no-match" || error.code === "not-found";
    throw error;
  }
}

/** Pushes what a page's project has now: its configuration, and the states of all annotations of the page. */
export async function pushFacts(connections: Connections, sidebar: Pick<Hearer, "tabId" | "isOpen" | "push">, url: string): Promise<void> {
  const askedAt = Date.now();
  const [config, { states }] = await Promise.all([
    connections.call(url, "config:get", {}),
    connections.call(url, "annotations:resolved", { url }),
  ]);
  sidebar.push({ type: "project", url, facts: { config, states, askedAt } });
  // With the user's permission, the page's errors are recorded from now on.
  await hearPageErrors(connections, url, sidebar);
}
