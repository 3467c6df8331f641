import type { Annotation, AnnotationState, AnnotationTarget, Resolution } from "../../host/contract/annotation.js";
import type { CheckKind, Verdict } from "../../host/contract/checks.js";
import type { EditorName } from "../../host/contract/operations.js";
import type { Trust } from "../../host/contract/trust.js";
import type { PromptDetail } from "../export/prompt.js";
import type { Hop } from "../messages.js";
import type { Frozen } from "../page-api.js";
import type { TransportName } from "../transport/transport.js";
import type { Theme } from "./state/layout.js";

/** Every text of the sidebar, in one place for translation. The names of the buttons are fixed: tests and users rely on them. */
export const texts = {
  title: "svc",
  close: "Close",
  send: "Send to Agent",
  copy: "Copy MD",
  report: "Download Report",
  pick: "Pick element",
  region: "Select region",
  pageNote: "Page note",
  textNote: "Note on selected text",
  withPicture: "With a picture of the place",
  addToTrusted: "Add to trusted",
  sendAnyway: "Send anyway",
  readAgain: "Read again",
  tabs: "Views",
  inspect: "Inspect",
  loading: "Loading…",
  looking: "Looking for the project…",
  reading: "Reading the page…",
  thisPage: "This page",
  read: (elements: number, words: number, size: string) => `${count(elements, "element")} and ${count(words, "word")} read, ${size}.`,
  unreadable: (places: number) => `${count(places, "place")} could not be read.`,
  unreadableHelp: "Frames of other sites, for example. The capture says where they are.",
  whatWasRemoved: "Left out for privacy",
  nothingRemoved: "nothing had to be left out",
  notes: "Notes",
  noNotes:
    "Point at what is wrong: pick an element, drag over a region, or write a note for the whole page. Notes go to the agent with the capture.",
  note: "Note",
  newNote: "New note",
  notePlaceholder: "What should change here?",
  tryValues: "Try other values",
  nothingToTry: "This element is not on the page now.",
  colorOf: (property: string) => `Color for ${property}`,
  lessOf: (property: string) => `Less ${property}`,
  moreOf: (property: string) => `More ${property}`,
  kind: "Kind",
  severity: "Severity",
  save: "Save",
  saveAndSend: "Save and send",
  cancel: "Cancel",
  edit: "Edit",
  remove: "Delete",
  undo: "Undo",
  removedNote: "Note deleted.",
  gone: "no longer on the page",
  wholePage: "Whole page",
  quoted: (text: string) => `“${text.length > 80 ? `${text.slice(0, 79)}…` : text}”`,
  regionOf: (width: number, height: number) => `Region ${width} × ${height}`,
  moreElements: (count: number) => `and ${count} more`,
  pickHelp: "Click an element, or drag over several · Shift+click: one more · Arrow keys: move, Enter: take · Alt: hide the sidebar",
  pickDone: (chosen: number) => `Done (${chosen})`,
  stopPointing: "Stop",
  movePick: (number: number) => `Pick the element that note ${number} is about`,
  moveNote: "Move to another element",
  moved: (number: number, place: string) => `Note ${number} is about ${place} now.`,
  openSource: "Open in editor",
  /** Only the host can find out whether the file has it there. */
  stated: (source: string) => `${source} as the page states it`,
  opening: (source: string, editor: string) => `Opening ${source} in ${editor}.`,
  cannotOpen: "The project's service is too old to open files. Update svc in the project, then restart your agent.",
  editor: "Editor",
  freeze: "Freeze page",
  unfreeze: "Unfreeze page",
  frozen: (held: number, moving: Frozen["moving"]) =>
    `The page is frozen: ${held === 0 ? "no animation was running" : `${count(held, "animation")} held`}. Still moving: ${[...moving.map((one) => movingWords[one]), "what its scripts change by timers"].join(", ")}.`,
  unfrozen: "The page moves on from where it was.",
  regionHelp: "Drag over a region · Or arrow keys: move, with Shift: size, Enter: take · Esc: stop",
  regionAt: (x: number, y: number, width: number, height: number) => `Region ${width} × ${height} at ${x}, ${y}`,
  sent: (filename: string) => `Sent: ${filename}`,
  listening: {
    now: (agent: string) => `${agent} is waiting for you and reads it now.`,
    "after-turn": (agent: string) => `${agent} reads it when it has finished what it is doing.`,
    "next-prompt": (agent: string) => `${agent} reads it with your next message.`,
    no: () => "Now ask your agent to read it:",
  },
  yourAgent: "Your agent",
  askAgent: "Read my notes on the page with the svc tools (get_unresolved), fix what they ask for, and resolve each one.",
  copyText: "Copy",
  textCopied: "Copied.",
  copyPrompt: "Copy as prompt",
  copyPrompts: "Copy open notes as prompt",
  promptCopied: (notes: number) => `${count(notes, "note")} copied as a prompt.`,
  nothingOpen: "There is no open note to copy.",
  promptDetail: "Detail of copied prompts",
  reply: "Reply",
  reopen: "Reopen",
  accept: "Accept",
  replyPlaceholder: "Your reply",
  answerPlaceholder: "Your answer",
  reopenPlaceholder: "What is still wrong?",
  you: "You",
  agent: "Agent",
  notSentYet: "not sent yet",
  allEntries: (amount: number) => `Show all ${amount} messages`,
  otherPages: "Open notes on other pages",
  noOtherPages: "None.",
  filter: "Show",
  hidePins: "Hide pins",
  showPins: "Show pins",
  noneOfFilter: "No note is in this state.",
  asks: (what: string) => `The agent asks about ${what}`,
  noteNumber: (number: number) => `note ${number}`,
  /** More than three are counted. */
  statesChanged: (numbers: readonly number[], words: string) =>
    `${numbers.length === 1 ? `Note ${numbers[0]}` : numbers.length > 3 ? count(numbers.length, "note") : `Notes ${numbers.join(", ")}`}: ${words}.`,
  noteOnOtherPage: "a note on another page",
  answer: "Answer",
  verify: "The agent asks whether this is done",
  sentWithout: (filename: string, problem: string) => `Sent: ${filename}, but not everything beside it: ${problem}`,
  sending: "Sending…",
  confirming: "Answer in the window of svc that has opened.",
  notSent: "Not sent.",
  notReadYet: "Not read yet: the page has changed since it was last read. Sending reads it.",
  copying: "Copying…",
  reporting: "Making the report…",
  copied: "Copied as Markdown.",
  reported: "Report downloaded.",
  resolved: (action: Resolution["action"], summary: string) => `${resolutionWords[action]}: ${summary}`,
  blocked: "This page is not trusted. Its content may not be yours to share.",
  trustHelp: (pattern: string) => `Add to trusted writes “${pattern}” into the project's configuration.`,
  width: "Width of the sidebar",
  collapse: "Collapse",
  expand: "Expand",
  settings: "Settings",
  theme: "Theme",
  automatic: "Let the agent capture pages of this machine without asking each time",
  focusTaken: "This page took the focus while you were writing. Check your note: letters may be missing.",
  discarded: "The unsaved note was discarded.",
  choose: "Choose the project that this page belongs to:",
  orRun: "Or run in the page's project:",
  tryAgain: "Try again",
  older: {
    extension: (extension: string, service: string) =>
      `This extension (${extension}) is older than the project's service (${service}): update svc on the browser's extensions page.`,
    service: (extension: string, service: string) =>
      `The project's service (${service}) is older than this extension (${extension}): run npm install -g svc-capture@latest, then restart your agent.`,
  },
  dockLeft: "Move to the left",
  dockRight: "Move to the right",
  request: "The agent asks for this page",
  requestOfOtherPage: "The agent asks for another page of this site",
  capture: "Capture",
  captureHelp: "Capture sends this page to the agent.",
  decline: "Decline",
  declined: "The agent was told no.",
  declinedBy: "Declined by the user.",
  allowNative: "Allow native messaging…",
  pair: "Enter the session key…",
  proposed: "The files of this project propose settings that do not count until you accept them.",
  review: "Review…",
  exportOnly: "Copy MD and Download Report work all the same.",
  otherWays: "Where that is not possible",
  overHttp: "Start the service in your project, and let the browser reach the local network:",
  summary: (elements: number, notes: number, isBlocked: boolean) =>
    `${count(elements, "element")}${notes > 0 ? ` and ${count(notes, "note")}` : ""} ${isBlocked ? "would" : "will"} be sent.`,
  without: (removed: number) => (removed === 0 ? "" : ` ${grouped(removed)} left out for privacy.`),
  goesPicture: "A picture of the window goes along",
  goesHtml: "The page as an HTML file goes along",
  goesAudit: "axe-core's findings go along",
  files: (files: readonly string[]) => `In ${files.join(", ")}`,
} as const;

/** Where a note stands, in words; the name is the agent's. */
export const stateTexts: Readonly<Record<AnnotationState, (agent: string) => string>> = {
  draft: () => "Not sent yet",
  sent: () => "Sent",
  seen: (agent) => `Seen by ${agent}`,
  working: (agent) => `${agent} works on it`,
  question: (agent) => `${agent} asks`,
  fixed: () => "Fixed, for you to check",
  wontfix: () => "Won't be fixed",
  duplicate: () => "A duplicate",
  invalid: () => "Not valid",
  accepted: () => "Accepted",
  reopened: () => "Reopened",
};

/** What the list may be limited to. */
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

/** How the agent's answer begins. */
export const resolutionWords: Readonly<Record<Resolution["action"], string>> = {
  fixed: "Resolved",
  wontfix: "Won't fix",
  duplicate: "Duplicate",
  invalid: "Not valid",
};

export const kindLabels: Readonly<Record<Annotation["kind"], string>> = {
  bug: "Bug",
  change: "Change",
  question: "Question",
  accessibility: "Accessibility",
  layout: "Layout",
  content: "Content",
};

export const themeLabels: Readonly<Record<Theme, string>> = { system: "Same as the system", light: "Light", dark: "Dark" };

export const severityLabels: Readonly<Record<Annotation["severity"], string>> = { low: "Low", medium: "Medium", high: "High" };

/** Tooltip of the green dot. The first word is fixed. */
export const transportTexts: Readonly<Record<TransportName, (project: string, isNoPortOpen: boolean) => string>> = {
  native: (project, isNoPortOpen) =>
    `Native: captures go to “${project}” through native messaging.${isNoPortOpen ? " No port is open." : ""}`,
  signed: (project) => `🔒 Signed: captures go to “${project}” over local HTTP, each request signed.`,
  unsigned: (project) =>
    `🔓 Unsigned: captures go to “${project}” over local HTTP. Any program on this machine could speak to the same port.`,
};

/** What is broken and what to do, by the hop where the way to the project ends; `command`: what to run in the page's project, by the page's address. */
export const hopTexts: Readonly<
  Record<Hop, { readonly what: string; readonly todo: string; readonly command?: (pageUrl: string) => string }>
> = {
  permission: {
    what: "No project is connected",
    todo: "One step is left: let svc speak with its own program on this machine. The browser calls that native messaging, and asks you once. No page and no other extension can reach it.",
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
    todo: "Start your agent in the project, or allow access to the local network in the browser.",
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
  "no-project": {
    what: "This page belongs to no project yet",
    todo: "Run this in the page's project, then try again:",
    command: (pageUrl) => `svc-init --url ${new URL(pageUrl).host || pageUrl}`,
  },
  unproven: {
    what: "The service does not prove that it is your project's",
    todo: "Nothing was sent. Start your agent in the project; after svc-init --rotate-key enter the new key. To allow unsigned requests again, forget the pairing on the extension's options page.",
  },
  origin: {
    what: "The service does not know this browser yet",
    todo: "Enter the session key that this shows, or let this browser in as said below.",
    command: () => "svc-init pair",
  },
  key: {
    what: "The service wants signed requests",
    todo: "Enter the project's session key. This shows it:",
    command: () => "svc-init pair",
  },
};

/** Where a note points, in a few words. */
export function placeText(target: AnnotationTarget): string {
  if (target.type === "page") return texts.wholePage;
  if (target.type === "region") return texts.regionOf(Math.round(target.box[2]), Math.round(target.box[3]));
  if (target.type === "text") return texts.quoted(target.text);
  const [first, ...more] = target.elements;
  const selector = first?.selector ?? "";
  // The whole path is long, and its last step alone means little.
  const last = first?.label ?? selector.split(" > ").slice(-2).join(" > ");
  return more.length === 0 ? last : `${last} ${texts.moreElements(more.length)}`;
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

/** What the page showed about a note, and the checks that a person can state. */
export const verdictTexts = {
  title: "What the page shows",
  heading: {
    pass: (time: string) => `Checked ${time}: as asked.`,
    fail: (time: string) => `Checked ${time}: not yet as asked.`,
    "cannot-tell": (time: string) => `Checked ${time}: svc cannot tell.`,
  },
  check: ({ kind, subject, expected, found, status }: Verdict["checks"][number]) => {
    const what = subject === undefined ? (checkWords[kind as CheckKind] ?? kind) : `${subject}:`;
    if (status === "pass") return `${what} ${found}.`;
    return status === "fail" ? `${what} ${found}, wanted: ${expected}.` : `${what}: ${found}.`;
  },
  refuted: (agent: string) =>
    `${agent === "" ? "The agent" : agent} was sure, and the page does not show it. The note is back with the agent.`,
  alsoChanged: (amount: number) => `Also changed: ${count(amount, "place")}.`,
  showChanges: "Show what else changed",
  hideChanges: "Hide what else changed",
  change: ({ what, name, selector, property = "", before = "", after = "" }: Verdict["alsoChanged"][number]) => {
    const place = name === "" ? (selector.split(" > ").at(-1) ?? selector) : `“${name}”`;
    if (what !== "changed") return `${place} was ${what}`;
    return `${place}, ${property.replace(/^style /, "")}: ${before === "" ? "–" : before} → ${after === "" ? "–" : after}`;
  },
  more: (amount: number) => `and ${grouped(amount)} more`,
  checks: "When is it done?",
  checksHelp: "The page is checked for this when the agent calls it done.",
  checkLabels: {
    none: "Nothing to check",
    gone: "It is gone",
    text: "Its text is…",
    contrast: "Its text is easy to read (contrast 4.5)",
    "no-overlap": "Nothing covers it",
    "no-overflow": "All of it fits",
    "no-finding": "Nothing is found on it in Inspect",
  },
  wantedText: "The text",
} as const;

/** Reading a page in several states and widths. */
export const followTexts = {
  title: "Several states and widths",
  help: "While you follow a page, it is read each time that the window crosses one of its own breakpoints or its colours change. It ends when you say so, or when the sidebar closes.",
  name: "Name of the set",
  begin: "Follow this page",
  end: "Stop following",
  follows: (set: string) => `Following this page for “${set}”. Resize the window, or switch the page's state.`,
  state: "State, such as hovered or empty",
  take: "Read this state",
} as const;

const checkWords: Readonly<Record<CheckKind, string>> = {
  ...{ exists: "It is", gone: "It is", visible: "It is", "no-overlap": "Overlap:", "no-overflow": "Overflow:", text: "Text:" },
  ...{ property: "Value:", attribute: "Attribute:", state: "State:", role: "Role:", name: "Name:", contrast: "Contrast:" },
  ...{ size: "Size:", gap: "Gap:", aligned: "Edge:", "no-finding": "Findings:", "like-siblings": "Value:" },
};

/** `1 element`, `2 elements`, with thousands grouped. */
export function count(amount: number, noun: string): string {
  return `${grouped(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}

/** `12,345`. Not by the locale: its machinery takes longer to start than all else that is shown first. */
export function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Texts of the Inspect tab. */
export const inspectTexts = {
  title: "What a capture sees",
  showAll: "Show on the page",
  findings: (amount: number) => (amount === 0 ? "Nothing found" : count(amount, "finding")),
  readAgain: "Read again",
  reading: "Reading the page…",
  show: "Show on the page",
  addNote: "Add note",
  noteFor: (what: string) => `Add note: ${what}`,
  noted: "Noted",
  notedFor: (what: string) => `Noted: ${what}`,
  noteAdded: "Note added. It goes to the agent with the capture.",
  none: "None.",
  more: (amount: number) => `Show ${amount.toLocaleString("en")} more`,
  onElements: (amount: number) => count(amount, "element"),
  runAxe: "Check with axe-core",
  runningAxe: "Checking accessibility…",
  judged: {
    "not-run": () => "By the rules that a capture can decide. axe-core looks at the page itself and finds more.",
    partial: (engine: string) => `By ${engine}, which had no time for all of its rules on this page.`,
    complete: (engine: string) => `By ${engine}.`,
  },
  onlyWhileOpen: "Errors are seen only while this sidebar is open.",
  errorsHidden: "This browser does not show extensions a page's errors; its console has them.",
  failed: (url: string) => `Failed request: ${url}`,
  uncaught: (message: string) => `Uncaught error: ${message}`,
  noTestId: (what: string) => `${what} has no test id`,
  giveTestId: (attribute: string, value: string) => `Give this element ${attribute}="${value}".`,
  suggestion: (attribute: string, value: string) => `Could be ${attribute}="${value}"`,
  notRead: (detail: string) => `Not read: ${detail}`,
  names: "Component names",
  askNames: "Show your agent the exact lines?",
  askNamesHelp:
    "This page comes from a development server: its framework knows which file and line made each element. Reading that changes nothing on the page.",
  allowNames: "Read component names",
  declineNames: "No, thanks",
  namesDeclined: "Not asked again. The Inspect tab can turn it on.",
  readNames: "Read component names from this page",
  namesHelp:
    "Asks React, Vue, Svelte and others in the page's own world which component made each element. It only reads. Off until you turn it on; the project's configuration remembers it.",
  namesUntrusted: "Never on a page that is not trusted.",
  namesOn: "Component names are read from now on.",
  namesOff: "Component names are no longer read.",
  namesChanging: "Reading component names…",
  baseline: "Baseline",
  baselineHelp: "Keeps how the page is now, to see later what has changed. Both store a capture in the project.",
  baselineOf: (date: string, elements: number) => `Set ${date}, ${count(elements, "element")}.`,
  noBaseline: "This page has none yet.",
  baselineBlocked: "Needs a connected project and a page that may be sent.",
  setBaseline: "Set baseline",
  settingBaseline: "Setting the baseline…",
  baselineSet: "The baseline is set.",
  compare: "Compare with baseline",
  comparing: "Comparing…",
  changes: (amount: number) => (amount === 0 ? "Nothing has changed since the baseline." : `${count(amount, "change")} since the baseline`),
  changed: (what: string) => `Changed since the baseline: ${what}`,
  added: "added",
  removed: "removed",
  moved: "moved",
} as const;

/** What the Inspect tab lists, in its order. */
export const findingLabels = {
  accessibility: "Accessibility",
  layout: "Layout",
  network: "Failed requests",
  console: "Uncaught errors",
  "test-ids": "Without a test id",
  holes: "Not read",
} as const;
