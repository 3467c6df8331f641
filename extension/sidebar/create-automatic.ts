import { createEffect } from "solid-js";
import type { SidebarState } from "./create-sidebar.js";

/** Answers what the agent asks for without a click, where the user turned that on: on this machine's own pages, one after the other. */
export function createAutomatic({ config, requests, send, status, tasks }: SidebarState): void {
  const answered = new Set<string>();
  createEffect(() => {
    if (config.current()?.autoAnswerRequests !== true || status.current()?.trust !== "trusted" || tasks.running() !== "") return;
    const next = requests.list().find(({ id, url }) => !answered.has(id) && isThisPage(url));
    if (next === undefined) return;
    answered.add(next.id);
    void send({ sendAnyway: false, requestId: next.id });
  });
}

/** Requests are offered on every page of their site; without a click only the page that was asked for, or one below it, answers. */
export function isThisPage(url: string): boolean {
  const { pathname } = new URL(url);
  return `${location.pathname}/`.startsWith(pathname.endsWith("/") ? pathname : `${pathname}/`);
}
