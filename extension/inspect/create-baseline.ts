import { createEffect, createMemo, createSignal } from "solid-js";
import type { BaselineRow } from "../../host/contract/operations.js";
import { readCapture } from "../../host/contract/reader.js";
import { isPageUnder } from "../../host/contract/routing.js";
import type { Mark } from "../page-api.js";
import { askOperation } from "../sidebar/state/project.js";
import { inspectTexts } from "../sidebar/texts.js";
import { type Change, changesOf } from "./changes.js";
import type { InspectState } from "./create-inspect.js";

/** The page's baseline and what has changed since. */
export function createBaseline({ ports, facts, show }: InspectState) {
  const [current, setCurrent] = createSignal<BaselineRow>();
  const [changes, setChanges] = createSignal<readonly Change[]>();

  async function refresh(url: string): Promise<void> {
    const { baselines } = await askOperation(ports.ask, "baselines:list", { url });
    setCurrent(baselines.find((row) => isPageUnder(row.url, url) && isPageUnder(url, row.url)));
  }

  const page = createMemo(() => (facts().canStore ? facts().url : ""));
  createEffect(() => {
    setChanges(undefined);
    setCurrent(undefined);
    if (page() !== "") void refresh(page()).catch((error: unknown) => ports.run(inspectTexts.baseline, () => Promise.reject(error)));
  });

  return {
    /** Undefined when the page has none, and until it is loaded. */
    current,
    /** Undefined before the first comparison. */
    changes,
    set: () =>
      ports.run(inspectTexts.settingBaseline, async () => {
        const { filename } = await ports.store();
        await askOperation(ports.ask, "baselines:create", { filename });
        setChanges(undefined);
        await refresh(facts().url);
        return { kind: "done", text: inspectTexts.baselineSet };
      }),
    compare: () =>
      ports.run(inspectTexts.comparing, async () => {
        const { capture, filename } = await ports.store();
        const comparison = await askOperation(ports.ask, "baselines:compare", { url: facts().url, filename });
        const found = changesOf(comparison, readCapture(capture));
        setChanges(found);
        show(found, marksOf(found));
        return undefined;
      }),
  };
}

/** Outlining more would hide the page. */
const marksMax = 200;

/** The places of changes on the page; removed elements have none. */
export function marksOf(changes: readonly Change[]): Mark[] {
  return changes.flatMap(({ target, change }) => (change === "removed" ? [] : { target, kind: change })).slice(0, marksMax);
}
