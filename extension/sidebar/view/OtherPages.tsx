import { createEffect, createMemo, createSignal, For, Show } from "solid-js";
import type { OperationOutput } from "../../../host/contract/operations.js";
import { isOneDocument, pageKey } from "../../../host/contract/page.js";
import { askOperation } from "../state/project.js";
import type { SidebarState } from "../state/sidebar.js";
import { count } from "../texts.js";

type CaptureRow = OperationOutput<"captures:list">["captures"][number];

/** As many captures are asked for, the newest first. */
const rowsMax = 200;

/** The project's other pages that have open notes, by their newest captures; nothing where there is none. */
export function OtherPages(props: { readonly state: SidebarState }) {
  const { lines, project, tasks } = props.state;
  const [pages, setPages] = createSignal<readonly CaptureRow[]>([]);
  const connected = createMemo(() => (project.connection()?.state === "connected" ? lines.url() : undefined));

  async function load(here: string): Promise<void> {
    const { captures } = await askOperation(lines.ask, "captures:list", { limit: rowsMax });
    setPages(withOpenNotes(captures, here));
  }

  createEffect(() => {
    const here = connected();
    if (here !== undefined) load(here).catch(tasks.fail);
  });
  const notes = () => pages().reduce((sum, { unresolved }) => sum + unresolved, 0);
  return (
    <Show when={notes() > 0}>
      <details class="other-pages">
        <summary>{`${count(notes(), "note")} on other pages`}</summary>
        <ul>
          <For each={pages()}>
            {({ url, title, unresolved }) => (
              <li>
                <a href={url} target="_blank" rel="noreferrer">
                  {title === "" ? url : title}
                </a>
                <span class="faint">{count(unresolved, "note")}</span>
              </li>
            )}
          </For>
        </ul>
      </details>
    </Show>
  );
}

/**
 * The newest capture of each page where it has unresolved annotations; those of this document are in the list of notes. Only what a browser
 * opens as a page becomes a link.
 */
function withOpenNotes(captures: readonly CaptureRow[], here: string): readonly CaptureRow[] {
  const newest = new Map<string, CaptureRow>();
  for (const row of captures) {
    const page = pageKey(row.url);
    if (/^https?:/.test(page) && !newest.has(page) && !isOneDocument(row.url, here)) newest.set(page, row);
  }
  return [...newest.values()].filter(({ unresolved }) => unresolved > 0);
}
