import { limits } from "../../../host/contract/limits.js";
import { loadScript } from "../scripts.js";
import { count, texts } from "../texts.js";
import { asSent, goesAlong, isOpen, type Note } from "./annotations.js";
import type { Parts } from "./parts.js";
import { notePictures } from "./pictures.js";
import type { PageReadings } from "./reading.js";

/** Markdown and report come as a script of their own: few captures need them. */
const loadReport = () => loadScript<typeof import("../../export/main.js")>("report");

export interface Exported {
  /** Copies one annotation, or all that are open, as a prompt for an agent that has no connection to the project. */
  copyPrompt(id?: string): Promise<void>;
  copyText(text: string): Promise<void>;
  copy(): Promise<void>;
  report(): Promise<void>;
}

export function createExport({ lines, tasks, annotations, layout }: Parts, read: PageReadings["read"]): Exported {
  return {
    copyPrompt: (id) =>
      tasks.run(texts.copying, async () => {
        const [{ promptOf }, { capture }] = await Promise.all([loadReport(), read()]);
        const chosen = new Set(
          id === undefined
            ? annotations
                .list()
                .filter((one) => isOpen(one) && goesAlong(one))
                .map((one) => one.id)
            : [id],
        );
        const noted = capture.annotations.filter((one) => chosen.has(one.id));
        if (noted.length === 0) return { kind: "error", text: "There is no open note to copy." };
        await writeClipboard(promptOf({ ...capture, annotations: noted }, layout.current().promptDetail));
        return { kind: "done", text: `${count(noted.length, "note")} copied as a prompt.` };
      }),
    copyText: (text) =>
      tasks.run(texts.copying, async () => {
        await writeClipboard(text);
        return { kind: "done", text: "Copied." };
      }),
    copy: () =>
      tasks.run(texts.copying, async () => {
        const [{ markdownOf }, { capture }] = await Promise.all([loadReport(), read()]);
        await writeClipboard(markdownOf(capture));
        return { kind: "done", text: "Copied as Markdown." };
      }),
    report: () =>
      tasks.run("Making the report…", async (say) => {
        const lists = await lines.ask("notes:unsent", {});
        // Who has no project to send them to hands over one report of a site.
        const others = lists.flatMap((list): Note[] => JSON.parse(list)).filter((note) => note.isDeleted !== true && goesAlong(note));
        const all = [...annotations.outgoing(), ...others.map(asSent)].slice(0, limits.annotationsMax);
        const [{ reportName, reportZip }, { capture }] = await Promise.all([loadReport(), read({}, all)]);
        const taken = new Map([...annotations.list(), ...others].map((note) => [note.id, note.taken]));
        const noted = capture.annotations.map((one) => ({ ...one, taken: taken.get(one.id) }));
        download(reportName(capture), reportZip(capture, await notePictures(lines, noted, say)));
        const more = others.length === 0 ? "" : `, with ${count(others.length, "note")} of other pages`;
        return { kind: "done", text: `Report downloaded${more}.` };
      }),
  };
}

/** The page's policy may keep the clipboard from frames; the older command needs only the user's click. */
async function writeClipboard(text: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (isCopied === true) return;
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  if (!isDone) throw new Error("This page does not let anything be copied. Use Download Report.");
}

function download(name: string, bytes: Uint8Array): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "application/zip" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Time for the browser to take the bytes over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
