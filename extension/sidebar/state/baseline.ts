import { createEffect, createMemo, createSignal } from "solid-js";
import type { BaselineRow } from "../../../host/contract/operations.js";
import { isPageUnder } from "../../../host/contract/routing.js";
import type { ListedFinding } from "../../inspect/findings.js";
import { texts } from "../texts.js";
import { type InspectState, loadJudge } from "./inspect.js";
import { askOperation } from "./project.js";

/** The page's baseline and what has changed since. */
export function createBaseline({ sidebar, toggle }: InspectState) {
  const { lines, read, sending, tasks } = sidebar;
  const [current, setCurrent] = createSignal<BaselineRow>();
  const [changes, setChanges] = createSignal<readonly ListedFinding[]>();

  async function refresh(url: string): Promise<void> {
    const { baselines } = await askOperation(lines.ask, "baselines:list", { url });
    setCurrent(baselines.find((row) => isPageUnder(row.url, url) && isPageUnder(url, row.url)));
  }

  /** Reads the page and stores the capture, without the user's annotations, in the project. */
  async function store() {
    const page = lines.url();
    const { capture, json } = await read({}, [], page);
    const sent = await lines.ask("capture:send", { capture: json, sendAnyway: false, attachments: [] }, page);
    if (sent === null) throw new Error(texts.notSent);
    return { capture, filename: sent.filename };
  }

  const page = createMemo(() => (sending() === "enabled" ? lines.url() : ""));
  createEffect(() => {
    setChanges(undefined);
    setCurrent(undefined);
    if (page() !== "") void refresh(page()).catch(tasks.fail);
  });

  return {
    /** Undefined when the page has none, and until it is loaded. */
    current,
    /** Undefined before the first comparison. */
    changes,
    set: () =>
      tasks.run("Setting the baseline…", async () => {
        const { filename } = await store();
        await askOperation(lines.ask, "baselines:create", { filename });
        setChanges(undefined);
        await refresh(lines.url());
        return { kind: "done", text: "The baseline is set." };
      }),
    compare: () =>
      tasks.run("Comparing…", async () => {
        const [{ changesOf }, { capture, filename }] = await Promise.all([loadJudge(), store()]);
        const comparison = await askOperation(lines.ask, "baselines:compare", { url: lines.url(), filename });
        const found = setChanges(changesOf(comparison, capture));
        toggle(found, found);
        return undefined;
      }),
  };
}
