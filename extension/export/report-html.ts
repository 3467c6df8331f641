import type { ThreadEntry } from "../../host/contract/annotation.js";
import type { Capture } from "../../host/contract/capture.js";
import { labelOf } from "../../host/contract/targets.js";
import { type Facts, factsOf, type NoteFacts, notShown, resolutionWords, statedSource } from "./facts.js";

/** `pictures`: the file of each note's picture in the report, by the note's id. */
export type Pictures = ReadonlyMap<string, string>;

/** The capture for people as one HTML page without scripts; it loads nothing but the pictures beside it. */
export function reportHtml(capture: Capture, pictures: Pictures): string {
  const facts = factsOf(capture);
  const { title, url, capturedAt, viewport } = capture.metadata;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src 'self' file: data:; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${reportStyle}</style>
<main>
<header>
<h1>${escapeHtml(title) || "Untitled page"}</h1>
<p><code>${escapeHtml(url)}</code></p>
<p class="faint">${escapeHtml(capturedAt)} · ${viewport.width} × ${viewport.height} · ${capture.nodes.count} elements · ${capture.holes.length} places not read</p>
</header>
${notes(facts, pictures)}
${list("Uncaught errors", facts.errors)}
${list("Failed requests", facts.failedRequests)}
${list(
  "Left out for privacy",
  facts.removed.map(([what, amount]) => `${what.replaceAll("-", " ")}: ${amount}`),
)}
</main>
</html>
`;
}

function notes({ notes: all }: Facts, pictures: Pictures): string {
  if (all.length === 0) return `<p class="faint">No notes.</p>`;
  return all.map((note) => noteCard(note, pictures.get(note.note.id))).join("\n");
}

function noteCard({ number, note, state, thread, elements }: NoteFacts, picture: string | undefined): string {
  const places = elements.map(({ element, target: { selector, label = labelOf(element) }, isShown }) => {
    const stated = element.source === "" ? [] : [statedSource(escapeHtml(element.source))];
    const faint = [...stated, ...(isShown ? [] : [notShown])].map((words) => ` <span class="faint">${words}</span>`).join("");
    return `<li>${escapeHtml(label)} <code>${escapeHtml(selector)}</code>${faint}</li>`;
  });
  return `<article class="${note.severity}">
<h2><span class="pin">${number}</span> ${escapeHtml(note.kind)} · ${escapeHtml(note.severity)} · ${escapeHtml(state)}</h2>
<p class="comment">${escapeHtml(note.comment)}</p>
${note.target.type === "text" ? `<blockquote>${escapeHtml(note.target.text)}</blockquote>` : ""}
${thread.map(message).join("\n")}
${places.length === 0 ? "" : `<ul>${places.join("")}</ul>`}
${picture === undefined ? "" : `<img src="${escapeHtml(picture)}" alt="Picture of note ${number}">`}
</article>`;
}

/** A message about a note. Only what was fixed is shown as done. */
function message({ by, agent = "", kind, action = "fixed", text }: ThreadEntry): string {
  const author = by === "user" ? "User" : agent === "" ? "Agent" : agent;
  if (kind === "resolution") return `<p class="answer ${action}">${escapeHtml(`${author}: ${resolutionWords[action]}: ${text}`)}</p>`;
  const words = text === "" ? threadWords[kind] : text;
  return `<p class="message">${escapeHtml(`${author}: ${words}`)}</p>`;
}

const threadWords = { reply: "", question: "", answer: "", accept: "Accepted", reopen: "Reopened" } as const;

function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `<section><h2>${title}</h2><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul></section>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Style sheet of the report, light and dark, on screen and paper. */
const reportStyle = `
:root { color-scheme: light dark; --bg: #f6f7f9; --card: #fff; --line: #dfe2e8; --text: #1b1f27; --faint: #5b6372; --good: #15803d; }
@media (prefers-color-scheme: dark) { :root { --bg: #15171c; --card: #1c1f26; --line: #363c48; --text: #e8eaf0; --faint: #a2aaba; --good: #4ade80; } }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.55 system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 40px 20px; display: grid; gap: 16px; }
h1 { margin: 0; font-size: 26px; line-height: 1.25; }
h2 { margin: 0; font-size: 14px; display: flex; gap: 8px; align-items: center; }
p { margin: 6px 0 0; }
code { font: 12.5px/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.faint { color: var(--faint); }
article, section { padding: 16px 18px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); break-inside: avoid; }
article { border-inline-start: 4px solid #b45309; }
article.high { border-inline-start-color: #b42318; }
article.low { border-inline-start-color: #4b5565; }
.pin { display: inline-grid; place-items: center; width: 24px; height: 24px; border-radius: 50% 50% 50% 4px; background: #312e81; color: #fff; }
.comment { font-size: 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
.answer { color: #b45309; }
.answer.fixed { color: var(--good); }
ul { margin: 8px 0 0; padding-inline-start: 18px; overflow-wrap: anywhere; }
img { display: block; max-width: 100%; margin-top: 12px; border: 1px solid var(--line); border-radius: 8px; }
`;
