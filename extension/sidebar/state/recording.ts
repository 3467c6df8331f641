import { batch } from "solid-js";
import type { AnnotationTarget, Box } from "../../../host/contract/annotation.js";
import { placeName } from "../../../host/contract/place-name.js";
import { makeSerial } from "../../../host/contract/serial.js";
import type { Glimpse } from "../../page-api.js";
import { texts } from "../texts.js";
import type { Draft } from "./draft.js";
import type { Parts } from "./parts.js";
import { storePicture } from "./pictures.js";
import type { Pointing } from "./pointing.js";

/** Records what was picked before anything of ours takes the focus or lies above it: its facts and, where pictures are on, its picture. */
export interface Recording {
  /** What was picked becomes the target of the annotation that is being moved, or of a draft that is written beside it. */
  take(elements: readonly Glimpse[]): Promise<void>;
  noteSelection(): Promise<void>;
  /** Begins a draft about a box of the window. */
  noteRegion(box: Box): Promise<void>;
  /** Something was picked and has no form yet. */
  isRecording(): boolean;
  /** Resolves when what was picked until now is the draft's. */
  whenRecorded(): Promise<void>;
  /** A new note goes with a picture: the user chose so for the last one, or the project asks for pictures. */
  arePicturesOn(): boolean;
}

type Picked = Required<Pick<Draft, "target" | "url" | "taken">>;

export function createRecording({ lines, project, annotations, draft, layout, tasks }: Parts, pointing: Pointing): Recording {
  const arePicturesOn = () => layout.current().withPictures || project.config()?.includeScreenshot === true;
  const inOrder = makeSerial();
  let picks = 0;
  let recorded = 0;

  /** Uses what was picked, in the order of the picks, once its picture is taken. */
  function record(name: () => Promise<AnnotationTarget | undefined>, use: (picked: Picked) => void): Promise<void> {
    const [url, turn] = [lines.url(), ++picks];
    return inOrder(async () => {
      const target = await name();
      if (target === undefined) return;
      // Of several picks in a row the last is the note's.
      const taken = arePicturesOn() && turn === picks ? await storePicture(lines, target).catch(reportNoPicture) : undefined;
      use({ target, url, taken });
    }).finally(() => {
      recorded++;
    });
  }

  function reportNoPicture(error: unknown): undefined {
    tasks.notify({ kind: "error", text: texts.noPicture(error instanceof Error ? error.message : String(error)) });
  }

  function moveTo(id: string, { target, url, taken }: Picked): void {
    const undo = annotations.move(id, target, url, taken);
    const number = annotations.list().findIndex((one) => one.id === id) + 1;
    tasks.notify({ kind: "done", text: `Note ${number} is about ${placeName(target)} now.`, undo });
  }

  return {
    take: async (elements) => {
      const id = pointing.moving();
      const name = () => lines.page.target(elements.map(({ handle }) => handle));
      if (id !== undefined) {
        await record(name, (picked) => moveTo(id, picked));
        return pointing.stop();
      }
      // At once: another draft that is discarded for it must not count as the end of this one.
      await record(name, (picked) =>
        batch(() => {
          draft.begin(picked);
          pointing.setPointed(elements);
        }),
      );
    },
    noteSelection: () => {
      pointing.stop();
      return record(lines.page.selection, draft.begin);
    },
    noteRegion: (box) => {
      pointing.stop();
      return record(() => lines.page.region(box), draft.begin);
    },
    isRecording: () => recorded < picks,
    whenRecorded: () => inOrder(async () => undefined),
    arePicturesOn,
  };
}
