import type { ThreadEntry } from "../../host/contract/annotation.js";
import { stateOf } from "../../host/contract/annotation-state.js";
import type { Capture } from "../../host/contract/capture.js";
import { isOnePage } from "../../host/contract/page.js";
import { placeName } from "../../host/contract/place-name.js";
import { labelOf } from "../../host/contract/targets.js";
import { answerWords, type Facts, factsOf, type NoteFacts, notShown, statedSource } from "./facts.js";

/** `pictures`: the file of each note's picture in the report, by the note's id. */
export type Pictures = ReadonlyMap<string, string>;

/** The notes for people as one HTML page without scripts; it loads nothing but the pictures beside it. Dates are those of the machine that made it. */
export function reportHtml(capture: Capture, pictures: Pictures): string {
  const facts = factsOf(capture);
  const { title, url, capturedAt } = capture.metadata;
  const notes = facts.notes.map((note) => noteCard(note, pictures.get(note.note.id), facts));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src 'self' file: data:; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${reportStyle}</style>
<main>
<header>
<h1 dir="auto">${escapeHtml(title) || "Untitled page"}</h1>
<p class="faint">${escapeHtml(dateOf(capturedAt))} · <span class="address">${escapeHtml(url)}</span></p>
</header>
${notes.length === 0 ? `<p class="faint">No notes.</p>` : notes.join("\n")}
<p class="faint">For developers: <code>svc-init import</code> takes the notes of this report's zip into a project.</p>
${page(facts)}
</main>
</html>
`;
}

/** About as many fill half a printed page: a longer note goes over pages rather than leave one empty. */
const pageChars = 1_500;

/** The words first, then the picture, where it is, and what was answered; what only a developer needs is folded. */
function noteCard({ number, note, state, thread, elements }: NoteFacts, picture: string | undefined, { relative, capture }: Facts): string {
  const isApart = note.url !== undefined && !isOnePage(note.url, capture.metadata.url);
  const where = isApart ? `<span class="address">${escapeHtml(note.url ?? "")}</span>` : notShown;
  const gone = isApart || elements.some(({ isShown }) => !isShown) ? ` <span class="faint">${where}</span>` : "";
  const words = [note.comment, ...thread.map(({ text }) => text)].join("\n");
  return `<article${words.length > pageChars ? ' class="long"' : ""}>
<p class="comment"><span class="pin">${number}</span> <span dir="auto">${escapeHtml(note.comment)}</span></p>
${picture === undefined ? "" : `<img src="${escapeHtml(picture)}" alt="Picture of note ${number}">`}
<p class="place"><span>${escapeHtml(placeName(note.target))}${gone}</span> <strong class="${stateOf(note)}">${escapeHtml(capitalised(state))}</strong></p>
${thread.map(message).join("\n")}
${technical(note, elements, relative)}
</article>`;
}

function technical(note: NoteFacts["note"], elements: NoteFacts["elements"], relative: Facts["relative"]): string {
  const lines = elements.map(({ element, target: { selector, label = labelOf(element) } }) => {
    const source = element.source === "" ? "" : `<br>${statedSource(escapeHtml(relative(element.source)))}`;
    return `<li>${escapeHtml(label)}<br><code>${escapeHtml(selector)}</code>${source}</li>`;
  });
  const summary = `${note.kind}, ${note.severity} severity, written ${dateOf(note.createdAt)}`;
  return `<details><summary>Technical facts</summary><ul><li>${escapeHtml(summary)}</li>${lines.join("")}</ul></details>`;
}

function page({ capture, errors, failedRequests, removed }: Facts): string {
  const { viewport, browser } = capture.metadata;
  const read = [
    `Window of ${viewport.width} × ${viewport.height}`,
    browser,
    `${capture.nodes.count} elements read`,
    `${capture.holes.length} places not read`,
  ];
  const left = removed.map(([what, amount]) => `${what.replaceAll("-", " ")}: ${amount}`);
  const parts = [
    list("Uncaught errors", errors),
    list("Failed requests", failedRequests),
    list("Left out for privacy", left),
    list(
      "What was read",
      read.filter((line) => line !== ""),
    ),
  ];
  return `<details class="page"><summary>About the page</summary>${parts.join("")}</details>`;
}

/** `24 November 2026 at 22:04`, by the machine's clock. */
function dateOf(at: string): string {
  return new Date(at).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A message about a note. Only what was fixed is shown as done. */
function message({ by, agent = "", kind, action = "fixed", text }: ThreadEntry): string {
  const author = by === "user" ? "User" : agent === "" ? "Agent" : agent;
  if (kind === "resolution")
    return `<p class="answer ${action}">${escapeHtml(`${author}: ${answerWords({ action })}: `)}<bdi>${escapeHtml(text)}</bdi></p>`;
  const words = text === "" ? (threadWords[kind] ?? "") : text;
  return `<p class="message">${escapeHtml(author)}: <bdi>${escapeHtml(words)}</bdi></p>`;
}

const threadWords: Readonly<Record<string, string>> = { accept: "Accepted", reopen: "Reopened" };

function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `<h2>${title}</h2><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

const reportStyle = `
:root { --bg: #fff; --sunk: #f6f6f8; --line: #e6e6ea; --text: #1b1b22; --faint: #5f5f6b; --good: #15803d; --question: #a21caf; --reopened: #b45309; --pin: #4338ca; }
@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; --bg: #17171c; --sunk: #1e1e24; --line: #2c2c35; --text: #ececf1; --faint: #a0a0ad; --good: #4ade80; --question: #e879f9; --reopened: #fbbf24; } }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 32px 20px; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; }
h2 { margin: 12px 0 0; font-size: 14px; }
p { margin: 8px 0 0; overflow-wrap: anywhere; }
code { font: 12.5px/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.faint, summary { color: var(--faint); }
summary { cursor: pointer; }
article { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--line); break-inside: avoid; }
.pin { flex: none; display: inline-grid; place-items: center; width: 24px; height: 24px; border-radius: 50% 50% 50% 4px; background: var(--pin); color: #fff; font-size: 12px; font-weight: 700; print-color-adjust: exact; }
.comment { display: flex; gap: 10px; margin: 0; font-size: 17px; white-space: pre-wrap; }
.place { display: flex; gap: 16px; justify-content: space-between; color: var(--faint); font-size: 13px; }
.place strong { white-space: nowrap; }
.question { color: var(--question); }
.reopened { color: var(--reopened); }
.message, .answer { padding-inline-start: 10px; border-inline-start: 2px solid var(--line); }
.fixed, .accepted { color: var(--good); }
ul { margin: 6px 0 0; padding-inline-start: 18px; overflow-wrap: anywhere; }
details { margin-top: 8px; font-size: 13px; }
details.page { margin-top: 32px; padding-top: 16px; border-top: 1px solid var(--line); }
img { display: block; break-inside: avoid; max-width: 100%; max-height: 150mm; margin-top: 12px; border: 1px solid var(--line); border-radius: 8px; }
@page { size: A4; margin: 16mm; }
@media print { main { max-width: none; padding: 0; } body { font-size: 11pt; } details:not([open]) { display: none; } h1, h2, header { break-after: avoid; } .long { break-inside: auto; } }
`;
