import { createHash } from "node:crypto";
import type { CaptureMetadata } from "../contract/capture.js";
import { parseUrl } from "../contract/hosts.js";
import { isPrintable } from "../contract/printable.js";

const hostMaxChars = 60;
const pathMaxChars = 60;

/**
 * The name of a capture's file: `<host>-<path words>-<UTC time to ms>-<6 hex>.json`, of letters, digits and `-` only. It follows from the
 * capture alone, so that one sent twice finds its file; `attempt` gives another name when a different capture has it already.
 */
export function captureName({ id, url, capturedAt }: Pick<CaptureMetadata, "id" | "url" | "capturedAt">, attempt = 0): string {
  const page = parseUrl(url);
  const host = words(page === undefined ? "" : page.host || page.protocol, hostMaxChars) || "page";
  const path = words(decodeLoosely(page?.pathname ?? ""), pathMaxChars) || "index";
  const time = words(new Date(capturedAt).toISOString(), 40);
  const hash = createHash("sha256").update(`${id} ${attempt}`).digest("hex").slice(0, 6);
  return `${host}-${path}-${time}-${hash}.json`;
}

/** Tells whether a file of the captures folder is taken for a capture, ours or one put there by hand. Control characters and brackets make it none. */
export function isCaptureName(name: string): boolean {
  return /^[^.:/\\[\]][^:/\\[\]]*\.json$/.test(name) && name.length <= 255 && isPrintable(name);
}

function words(text: string, maxChars: number): string {
  return text
    .replace(/[^A-Za-z0-9]+/g, "-")
    .slice(0, maxChars)
    .replace(/^-+|-+$/g, "");
}

/** Names are for people: an escape that cannot be read stays as it is. */
function decodeLoosely(path: string): string {
  return path.replace(/%[0-7][0-9a-f]/gi, (written) => String.fromCharCode(Number.parseInt(written.slice(1), 16)));
}
