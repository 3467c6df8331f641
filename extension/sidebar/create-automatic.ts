import { createEffect } from "solid-js";
import type { SidebarState } from "./create-sidebar.js";

/** Answers what the agent asks for without a click, where the user turned that on: on this machine's own pages, one after the other. */
export function createAutomatic({ config, requests, send, status, tasks }: SidebarState): void {
  const answered = new Set<string>();
  createEffect(() => {
    if (config.current()?.autoAnswerRequests !== true || status.current()?.trust !== "trusted" || tasks.running() !== "") return;
    const next = requests.list().find(({ id }) => !answered.has(id));
    if (next === undefined) return;
    answered.add(next.id);
    void send({ sendAnyway: false, requestId: next.id });
  });
}
