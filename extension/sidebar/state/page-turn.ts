import { createEffect, on } from "solid-js";
import { isOneDocument } from "../../../host/contract/page.js";
import type { Lines } from "../connect.js";
import type { Annotations } from "./annotations.js";
import type { DraftState } from "./draft.js";
import type { Project } from "./project.js";
import type { PageReadings } from "./reading.js";

export interface TurnParts {
  readonly lines: Pick<Lines, "ask" | "url" | "opened">;
  readonly annotations: Pick<Annotations, "show">;
  readonly draft: Pick<DraftState, "show">;
  readonly project: Pick<Project, "assume" | "forget" | "showing">;
  readonly readings: Pick<PageReadings, "forget">;
  fail(error: unknown): void;
}

/** Shows what is stored of the page, and again each time that its document becomes another page without loading anew. */
export function followTurns({ lines, annotations, draft, project, readings, fail }: TurnParts): void {
  // The page whose notes are shown.
  let shown = lines.url();

  function show(stored: { readonly annotations: string; readonly draft: string }, page: string): void {
    shown = page;
    annotations.show(stored.annotations, page);
    draft.show(stored.draft, page);
    project.showing();
  }

  /** Puts away what belongs to the page before: of the same document, what was read of it alone. The person did not ask for a reading. */
  async function turnTo(url: string): Promise<void> {
    const isDocument = isOneDocument(url, shown);
    readings.forget();
    // How the new page stands may be pushed before the answer is here. Back at the page whose notes are shown, there is nothing to wait for.
    if (isDocument) project.showing();
    else project.forget();
    const opened = await lines.ask("page:open", {}, url);
    // Another turn shows what is stored of the page that stands there by now.
    if (isDocument || lines.url() !== url) return;
    project.assume(opened.trust);
    show(opened, url);
  }

  show(lines.opened, shown);
  createEffect(on(lines.url, (url) => void turnTo(url).catch(fail), { defer: true }));
}
