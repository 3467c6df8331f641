import { type Capture, captureSchema } from "../contract/capture.js";
import { ServiceError } from "../contract/errors.js";
import { writeInside } from "./atomic-write.js";
import { type CaptureEntry, damagedEntry, entryOf } from "./capture-entry.js";
import { parseJson } from "./failures.js";
import { type FileFacts, type Folder, factsInside, readInside } from "./folder.js";
import { storedFileMaxBytes } from "./layout.js";

/** Reads a capture; undefined when there is none of that name, or the file is none. Throws `outside-captures`. */
export async function readCaptureFile(folder: Folder, filename: string): Promise<Capture | undefined> {
  const text = await readInside(folder, filename, storedFileMaxBytes);
  return text === undefined ? undefined : captureSchema.safeParse(parseJson(text)).data;
}

/**
 * Writes a capture and gives what the index notes of it. `json`: its text, where that is made already. Throws `too-large` for one that
 * would be too long to be read again.
 */
export async function writeCaptureFile(
  folder: Folder,
  filename: string,
  capture: Capture,
  json = JSON.stringify(capture),
): Promise<CaptureEntry> {
  const data = Buffer.from(json);
  if (data.length > storedFileMaxBytes) {
    throw new ServiceError("too-large", `The capture takes more than ${storedFileMaxBytes} bytes as a file. Capture less of the page.`);
  }
  await writeInside(folder, filename, data);
  const [facts = { bytes: 0, modifiedMs: 0 }] = await factsInside(folder, [filename]);
  return entryOf(filename, capture, facts);
}

/** Reads what a file that anybody may have put there says of itself. */
export async function entryFromFile(folder: Folder, filename: string, facts: FileFacts): Promise<CaptureEntry> {
  const capture = await readCaptureFile(folder, filename);
  return capture === undefined ? damagedEntry(filename, facts) : entryOf(filename, capture, facts);
}
