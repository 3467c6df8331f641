import { isSamePage } from "../contract/routing.js";
import { page } from "./answer.js";
import type { ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { captureArgument, type OpenedCapture, openCapture, urlArgument } from "./open.js";

/** Keeps a capture as the reference of its page; one of a named set together with the newest of each other state. */
export const setBaseline = defineTool({
  title: "Set baseline",
  description: "Keeps a capture as the reference for compare_baseline.",
  input: { capture: captureArgument, url: urlArgument },
  effect: "changes",
  paging: "none",
  async run(context, { capture, url }) {
    const opened = await openCapture(context, capture, url);
    const states = await otherStates(context, opened);
    const baseline = await context.baselines.create(opened.filename);
    for (const filename of states.values()) await context.baselines.create(filename);
    const { view } = opened.capture.metadata;
    const named = view === undefined ? undefined : page([view.state, ...states.keys()].join("; "), 1_000);
    return { fields: { filename: baseline.filename, url: page(baseline.url, 1_000), states: named } };
  },
});

/** Most captures of a page that are searched for its set. */
const setCapturesMax = 40;

/** The newest captures of the other states in a capture's named set, by state. */
async function otherStates({ captures }: ToolContext, { capture }: OpenedCapture): Promise<ReadonlyMap<string, string>> {
  const { url, view } = capture.metadata;
  const states = new Map<string, string>();
  if (view === undefined) return states;
  const entries = (await captures.entries({ url })).filter((entry) => isSamePage(url, entry.url)).slice(0, setCapturesMax);
  for (const { filename } of entries) {
    const own = (await captures.read(filename)).metadata.view;
    if (own?.set === view.set && own.state !== view.state && !states.has(own.state)) states.set(own.state, filename);
  }
  return states;
}
