import type { Capture } from "../../host/contract/capture.js";
import { code, plain, quote } from "../../host/contract/markdown-text.js";
import { type Facts, factsOf, type NoteFacts, notShown, statedSource } from "./facts.js";

/** The capture for people, as Markdown that GitHub, Jira and Linear show alike: headings, lists, quotations and inline code only. */
export function markdownOf(capture: Capture): string {
  const facts = factsOf(capture);
  const parts = [head(facts), notes(facts), problems(facts), outline(facts), reading(facts)];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function head({ capture: { metadata } }: Facts): string {
  const { title, url, capturedAt, viewport, devicePixelRatio, browser } = metadata;
  const lines = [
    `- Page: ${code(url)}`,
    `- Captured: ${capturedAt}`,
    `- Window: ${viewport.width} × ${viewport.height} at ${devicePixelRatio}x, ${metadata.colorScheme}`,
    ...(browser === "" ? [] : [`- Browser: ${plain(browser)}`]),
  ];
  return `# ${plain(title) || "Untitled page"}\n\n${lines.join("\n")}`;
}

function notes({ notes: all }: Facts): string {
  if (all.length === 0) return "";
  return ["## Notes", ...all.map(noteText)].join("\n\n");
}

function noteText({ number, note, state, thread, elements }: NoteFacts): string {
  const { kind, severity, comment, target } = note;
  const title = `### ${number}. ${kind}, ${severity}, ${state}`;
  const places = elements.map(placeText);
  const region = target.type === "region" ? [`- Region at ${target.box.map(Math.round).join(", ")}`] : [];
  const text = target.type === "text" ? [`- Text ${code(target.text)}`] : [];
  const entries = thread.map(({ by, agent = "", kind: what, action = what, text: words }) => {
    const author = by === "user" ? "User" : plain(agent) || "Agent";
    return `- ${author}, ${action}${words === "" ? "" : `: ${plain(words)}`}`;
  });
  const list = [...text, ...region, ...places, ...entries];
  return [title, quote(comment), ...(list.length === 0 ? [] : [list.join("\n")])].join("\n\n");
}

function placeText({ target: { selector, box }, element, isShown }: NoteFacts["elements"][number]): string {
  const named = [element.role || element.tag, element.name].filter((word) => word !== "").join(" ");
  const source = element.source === "" ? [] : [statedSource(code(element.source))];
  const parts = [code(selector), plain(named), `at ${box.map(Math.round).join(", ")}`, ...source, ...(isShown ? [] : [notShown])];
  return `- ${parts.filter((part) => part !== "").join(", ")}`;
}

function problems({ errors, failedRequests }: Facts): string {
  const parts = [
    ...(errors.length === 0 ? [] : ["## Uncaught errors", errors.map((message) => `- ${code(message)}`).join("\n")]),
    ...(failedRequests.length === 0 ? [] : ["## Failed requests", failedRequests.map((url) => `- ${code(url)}`).join("\n")]),
  ];
  return parts.join("\n\n");
}

function outline({ headings }: Facts): string {
  if (headings.length === 0) return "";
  const top = Math.min(...headings.map(({ level }) => level));
  return `## Headings\n\n${headings.map(({ level, text }) => `${"  ".repeat(level - top)}- ${plain(text)}`).join("\n")}`;
}

function reading({ capture, removed }: Facts): string {
  const lines = [
    `- ${capture.nodes.count} elements, ${capture.holes.length} places that could not be read`,
    ...(removed.length === 0 ? [] : [`- Left out for privacy: ${removed.map(([what, amount]) => `${plain(what)} ${amount}`).join(", ")}`]),
  ];
  return `## What was read\n\n${lines.join("\n")}`;
}
