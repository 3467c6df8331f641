import { afterAll, beforeEach, expect, it, vi } from "vitest";
import type { Runtime } from "webextension-polyfill";
import type { HeardEvent } from "../../host/contract/events.js";
import type { Push } from "../messages.js";
import type { Connections } from "./connections.js";

const stored = new Map<string, unknown>();
vi.mock("../browser.js", () => ({
  browser: { storage: { session: { get: async () => Object.fromEntries(stored), remove: async () => undefined } } },
}));

vi.mock("./page-status.js", () => ({ pageStatusOf: () => ({}) }));
const moved: string[] = [];
let before = "";
vi.mock("./sidebar-storage.js", () => ({
  rememberProject: async () => undefined,
  shownProject: async () => before,
  moveNotes: async (_page: unknown, from: string, to: string) => void moved.push(`${from} to ${to}`),
}));

// Other files of the process give these modules another browser.
vi.resetModules();
const { makeSidebars } = await import("./sidebars.js");
const { pushProject } = await import("./project-facts.js");
const { ServiceError } = await import("../../host/contract/errors.js");
afterAll(() => void vi.resetModules());
const project = "p1";
const url = "http://localhost:3000/";
const config = vi.fn();
let isThere = true;
const connections = {
  forget: () => undefined,
  decide: async () => (isThere ? { state: "connected", info: { id: project, trustedPatterns: [] } } : { state: "broken", nearby: [] }),
  call: async () => config(),
} as unknown as Connections;

/** Two open sidebars of a project; what each is pushed. */
function openTwo() {
  const sidebars = makeSidebars(
    connections,
    () => undefined,
    () => undefined,
  );
  const pushed = [1, 2].map((tabId) => {
    const pushes: Push[] = [];
    const listener = { addListener: () => undefined };
    const port = { name: "page:nonce", onMessage: listener, onDisconnect: listener, postMessage: (push: Push) => pushes.push(push) };
    sidebars.addPage(port as unknown as Runtime.Port, { kind: "page", tabId, url, isPrivate: false });
    sidebars.addFrame(port as unknown as Runtime.Port, tabId);
    return pushes;
  });
  return { sidebars, pushed };
}

beforeEach(() => {
  vi.useFakeTimers();
  config.mockReset().mockReturnValue({ componentNames: false, states: [] });
  return () => vi.useRealTimers();
});

it.each<readonly [what: string, event: HeardEvent, pushes: number, asks: number]>([
  ["a configuration that has changed", { type: "config:changed", project }, 1, 6],
  ["states of annotations alone", { type: "annotations:changed", project, states: [] }, 1, 0],
  ["a capture", { type: "capture:created", project, filename: "a.json", url }, 1, 0],
  ["a configuration of another project", { type: "config:changed", project: "p2" }, 0, 0],
])(
  "%s reaches the sidebars of its project, and what the project has is asked anew only for a configuration",
  async (_what, event, pushes, asks) => {
    const { sidebars, pushed } = openTwo();
    await sidebars.publish(event);
    expect(pushed.map(({ length }) => length)).toEqual([pushes, pushes]);
    expect(config).toHaveBeenCalledTimes(asks);
  },
);

it("a project that does not answer for one page keeps nothing from the others", async () => {
  config.mockRejectedValueOnce(new Error("No."));
  const { sidebars, pushed } = openTwo();
  await sidebars.publish({ type: "config:changed", project });
  expect(pushed.map(({ length }) => length)).toEqual([0, 1]);
});

it("a project that is there late, or again, is asked once for what it has", async () => {
  const { sidebars, pushed } = openTwo();
  for (const now of [false, true, true, false, true]) {
    isThere = now;
    await sidebars.refresh();
  }
  const [types] = pushed.map((pushes) => pushes.map(({ type }) => type));
  expect(types).toEqual(["status", "status", "project", "status", "status", "status", "project"]);
});

it("pages that open at once hear what their project has, each", async () => {
  const pushes: Push[] = [];
  const sidebar = { tabId: 1, isPrivate: false, url, project: "", isOpen: () => true, push: (push: Push) => void pushes.push(push) };
  const pages = [url, `${url}next`];
  await Promise.all(pages.map((page) => pushProject(connections, sidebar, page, true)));
  expect(pushes.flatMap((push) => (push.type === "project" ? push.url : []))).toEqual(pages);
});

it.each([
  ["is gone", "native", new ServiceError("no-match", "There is no project of this id."), ["old to p1"]],
  ["is there", "native", undefined, []],
  ["cannot be known, over HTTP,", "signed", new ServiceError("no-match", "This server serves another project."), []],
])("a page's notes of a project that %s go along where another, by %s, has the page", async (_what, name, refusal, goes) => {
  const call = async () => {
    if (refusal !== undefined) throw refusal;
  };
  const decide = async () => ({ ...(await connections.decide(url)), transport: { name, call } });
  const sidebar = { tabId: 1, isPrivate: false, url, project: "", isOpen: () => true, push: () => undefined };
  before = "old";
  await pushProject({ ...connections, decide } as unknown as Connections, sidebar, url, true);
  before = "";
  expect(moved.splice(0)).toEqual(goes);
});
