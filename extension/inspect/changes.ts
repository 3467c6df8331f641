import { groupBy } from "../../host/contract/group-by.js";
import type { Comparison } from "../../host/contract/operations.js";
import type { CaptureReader } from "../../host/contract/reader.js";
import { inspectTexts } from "../sidebar/texts.js";
import { type Finding, finding, nameOf } from "./findings.js";

/** What has changed of one element. */
export interface Change extends Finding {
  readonly change: "added" | "moved" | "changed" | "removed";
}

interface Row {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly selector: string;
}

/** The differences between a page's baseline and its newest capture, one entry an element; `reader` reads the newest. */
export function changesOf({ added, removed, moved, changed }: Comparison, reader: CaptureReader): Change[] {
  const properties = groupBy(changed, ({ ref }) => ref);
  return [
    ...added.map((row) => changeOf(reader, row, inspectTexts.added, "added")),
    ...removed.map((row) => changeOf(reader, row, inspectTexts.removed, "removed")),
    ...[...properties.values()].flatMap((rows) => {
      const [first] = rows;
      if (first === undefined) return [];
      const what = rows.map(({ property, before, after }) => `${property}: ${short(before)} → ${short(after)}`).join("; ");
      return changeOf(reader, first, what, "changed");
    }),
    ...moved.map((row) => changeOf(reader, row, `${inspectTexts.moved}: ${row.before} → ${row.after}`, "moved")),
  ];
}

/** A removed element's ref is that of the baseline: no element of the page. */
function changeOf(reader: CaptureReader, row: Row, what: string, change: Change["change"]): Change {
  const element = change === "removed" ? undefined : reader.byRef(row.ref);
  const last = row.selector.split(" > ").at(-1) ?? "";
  const title = element === undefined ? nameOf({ role: row.role, tag: last, name: row.name, text: "" }) : nameOf(element);
  const facts = { title: inspectTexts.changed(`${title}, ${what}`), detail: "", kind: "change", severity: "medium" } as const;
  return { ...finding(reader, element === undefined ? [] : [element], facts), title, detail: what, change };
}

function short(text: string): string {
  if (text === "") return "–";
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
