import type { AnnotationState, AnnotationTarget } from "../../host/contract/annotation.js";
import { checkWords } from "../../host/contract/check-kinds.js";
import type { Verdict } from "../../host/contract/checks.js";
import type { EditorName } from "../../host/contract/operations.js";
import { componentWhole, ownComponent } from "../../host/contract/place-name.js";
import { targetElements } from "../../host/contract/targets.js";
import type { Trust } from "../../host/contract/trust.js";
import type { PromptDetail } from "../export/prompt.js";
import type { Hop, OpenedPage } from "../messages.js";
import type { Frozen } from "../page-api.js";
import { replacedTodo } from "../platform.js";
import type { TransportName } from "../transport/transport.js";
import type { Theme } from "./state/layout.js";
import type { Notice } from "./state/tasks.js";

/** Texts of the sidebar that stand in several places or are chosen; all others stand where they are shown. */
export const texts = {
  title: "svc",
  close: "Close",
  pick: "Pick element",
  pickFrom: ({ pickKey, shortcutSettings }: Pick<OpenedPage, "pickKey" | "shortcutSettings">) =>
    pickKey === ""
      ? `Pick element. The browser has granted no key for that from the page: set one on ${shortcutSettings}.`
      : `Pick element; from the page with ${pickKey}`,
  looking: "Looking for the project…",
  reading: "Reading the page…",
  notes: "Notes",
  openSource: "Open in editor",
  frozen: (held: number, moving: Frozen["moving"]) =>
    `The page is frozen: ${held === 0 ? "no animation was running" : `${count(held, "animation")} held`}. Still moving: ${[...moving.map((one) => movingWords[one]), "what its scripts change by timers"].join(", ")}.`,
  /** After Send; `time` as the system's clock has it. */
  listening: {
    now: (time: string, agent: string) => `Sent ${time} · ${agent} reads it now`,
    "after-turn": (time: string, agent: string) => `Sent ${time} · ${agent} reads it after this turn`,
    "next-prompt": (time: string, agent: string) => `Sent ${time} · ${agent} reads it with your next message`,
    no: (time: string) => `Sent ${time}. Tell your agent:`,
    unknown: (time: string) => `Sent ${time}. Whether an agent reads it by itself is not known. If none does, tell yours:`,
  },
  sent: (time: string) => `Sent ${time}`,
  reply: "Reply",
  reopen: "Reopen",
  fromRepository: "From the repository",
  agent: "Agent",
  /** More than three are counted. */
  statesChanged: (numbers: readonly number[], words: string) =>
    `${numbers.length === 1 ? `Note ${numbers[0]}` : numbers.length > 3 ? count(numbers.length, "note") : `Notes ${numbers.join(", ")}`}: ${words}.`,
  answer: "Answer",
  verify: "Check it once the page shows the change",
  confirming: "Answer in the window of svc that has opened.",
  notSent: "Not sent.",
  turned: "Not sent: another page stands here now. What you wrote stays with its page, and goes when you send that.",
  leftBehind: "What you were writing waits on its page.",
  noPicture: (why: string) => `No picture could be taken: ${why} The note goes without it, or with one that is taken when you send.`,
  copying: "Copying…",
  send: "Send to Agent",
  expand: "Open",
  waits: "the agent waits for you",
  settings: "Settings",
  older: {
    extension: (extension: string, service: string) =>
      `This extension (${extension}) is older than the project's service (${service}): update svc on the browser's extensions page.`,
    service: (extension: string, service: string) =>
      `The project's service (${service}) is older than this extension (${extension}): run npm install -g svc-capture@latest, then restart your agent.`,
  },
  request: "The agent wants a fresh look",
  decline: "Not now",
  names: "Show file and line of each element?",
} as const;

/** Where a note stands: in one or two words on its card, and in a sentence's part; the name is the agent's. */
export const stateTexts: Readonly<Record<AnnotationState, readonly [word: string, words: (agent: string) => string]>> = {
  draft: ["Not sent", () => "Not sent yet"],
  sent: ["Sent", () => "Sent"],
  seen: ["Seen", (agent) => `Seen by ${agent}`],
  working: ["Working", (agent) => `${agent} works on it`],
  question: ["Asks you", (agent) => `${agent} asks`],
  fixed: ["Fixed", () => "Fixed, for you to check"],
  wontfix: ["Won't fix", () => "Won't fix"],
  duplicate: ["Duplicate", () => "A duplicate"],
  invalid: ["Not valid", () => "Not valid"],
  accepted: ["Accepted", () => "Accepted"],
  reopened: ["Reopened", () => "Reopened"],
};

export const filterLabels = { all: "All", open: "Open", answered: "Answered", done: "Done" } as const;

const movingWords = { video: "video", canvas: "canvas drawings", picture: "animated pictures" } as const;

export const editorLabels: Readonly<Record<EditorName, string>> = {
  vscode: "VS Code",
  cursor: "Cursor",
  windsurf: "Windsurf",
  zed: "Zed",
  idea: "IntelliJ IDEA",
  webstorm: "WebStorm",
};

export const detailLabels: Readonly<Record<PromptDetail, string>> = { short: "Short", standard: "Standard", full: "Full" };

export const kindLabels: Readonly<Record<string, string>> = {
  bug: "Bug",
  change: "Change",
  question: "Question",
  accessibility: "Accessibility",
  layout: "Layout",
  content: "Content",
};

export const themeLabels: Readonly<Record<Theme, string>> = { system: "Same as the system", light: "Light", dark: "Dark" };

export const severityLabels: Readonly<Record<string, string>> = { low: "Low", medium: "Medium", high: "High" };

/** Tooltip of the green dot. The first word is fixed. */
export const transportTexts: Readonly<Record<TransportName, (project: string, isNoPortOpen: boolean) => string>> = {
  native: (project, isNoPortOpen) =>
    `Native: captures go to “${project}” through native messaging.${isNoPortOpen ? " No port is open." : ""}`,
  signed: (project) => `🔒 Signed: captures go to “${project}” over local HTTP, each request signed.`,
  unsigned: (project) =>
    `🔓 Unsigned: captures go to “${project}” over local HTTP. Any program on this machine could speak to the same port.`,
};

const initFor = (pageUrl: string) => `svc-init --url ${new URL(pageUrl).host || pageUrl}`;

/** What is broken and what to do, by the hop where the way to the project ends; `command`: what to run in the page's project, by the page's address. */
export const hopTexts: Readonly<
  Record<Hop, { readonly what: string; readonly todo: string; readonly command?: (pageUrl: string) => string }>
> = {
  permission: {
    what: "No project is connected",
    todo: "One step is left: let svc speak with its own program on this machine.",
    command: () => "npx svc-capture --http",
  },
  "host-missing": {
    what: "The native host does not start",
    todo: "Run this in your project, then try again. svc-init doctor says what is wrong if it stays.",
    command: () => "svc-init",
  },
  "host-ended": { what: "The native host stopped", todo: "Try again. If it stays, this says why:", command: () => "svc-init doctor" },
  unreachable: {
    what: "The service does not answer",
    todo: "Start your agent in the project. Where the browser keeps extensions from ports of this machine (Local Network Access, in Firefox too), allow it, or allow native messaging, which needs no port.",
  },
  timeout: {
    what: "The service takes too long to answer",
    todo: "Try again. If it stays, this says which part hangs:",
    command: () => "svc-init doctor",
  },
  answer: {
    what: "Another program answers in place of the service",
    todo: "Update the extension and the service to the same version, or end that program.",
  },
  replaced: { what: "svc was updated", todo: replacedTodo },
  refused: { what: "The service cannot take this page now", todo: "Its answer says what to do." },
  "no-project": {
    what: "This page belongs to no project yet",
    todo: "Run this in the page's project, then try again:",
    command: initFor,
  },
  unclaimed: {
    what: "No project that is served now takes this page",
    todo: "Run this in the page's project, then try again:",
    command: initFor,
  },
  unproven: {
    what: "Your project's service does not answer",
    todo: "What answers in its place does not have its key, so nothing was sent. Start your agent in the project; after svc-init --rotate-key enter the new key. To allow unsigned requests again, forget the pairing on the extension's options page.",
  },
  origin: {
    what: "The service does not know this browser yet",
    todo: "Enter the session key that this shows, or let this browser in as said below.",
    command: () => "svc-init pair",
  },
  key: {
    what: "This browser is not paired with the project",
    todo: "Once for each browser: copy the project's key, which this shows, then pair and paste it:",
    command: () => "svc-init pair",
  },
};

/** Ways that end where a first step is left: nothing is broken. */
export const firstHops: ReadonlySet<Hop> = new Set(["permission", "no-project", "unclaimed"]);

/** What the label leaves out: the whole source, and at most two components around the element. */
export function placeTitle(target: AnnotationTarget): string {
  const [first] = targetElements(target);
  const { component, ancestors = [] } = first ?? {};
  const chain = [component, ...ancestors.map((above) => above.component)].flatMap((one = "") => ownComponent(one) || []);
  const named = componentWhole(component, ancestors[0]?.component);
  const around = [...new Set(chain)].filter((name) => name !== named).slice(0, 2);
  return [first?.source ?? "", ...around.map((name) => `in ${name}`)].filter((part) => part !== "").join(", ");
}

/** A notice with what is to be copied, where no button copies it. */
export function noticeText({ text, copy }: Pick<Notice, "text" | "copy">): string {
  return withoutBackticks(copy === undefined ? text : `${text} “${copy}”`);
}

/** Messages for terminals mark commands with backticks; on the screen they stand as they are. */
export function withoutBackticks(text: string): string {
  return text.replaceAll("`", "");
}

export const trustTexts: Readonly<Record<Trust, string>> = {
  trusted: "Trusted: a page of this machine. It may be sent.",
  configured: "Configured: you trust this host in the project's settings. Its pages may be sent.",
  untrusted: "Untrusted: another site's page. It is sent only when you say so.",
};

/** `1 element`, `2 elements`, with thousands grouped. */
export function count(amount: number, noun: string): string {
  return `${grouped(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}

/** `12,345`. Not by the locale: its machinery takes longer to start than all else that is shown first. */
export function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** What the Inspect tab lists, in its order. */
export const findingLabels = {
  accessibility: "Accessibility",
  layout: "Layout",
  network: "Failed requests",
  console: "Uncaught errors",
  "test-ids": "Without a test id",
  holes: "Not read",
} as const;

/** `22:04`, by the system's clock. */
export function timeOf(at: string | number): string {
  return new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

export function checkText(check: Verdict["checks"][number]): string {
  const words = checkWords(check);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
