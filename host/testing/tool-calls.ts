import { expect } from "vitest";
import type { ToolName } from "../tools/names.js";
import { rowsOf } from "./tool-bench.js";

/** What the calls are made on: two captures of one page with a form, the note `pale` of the later one, and a request for a capture. */
export interface Scene {
  readonly before: string;
  readonly after: string;
  readonly url: string;
  readonly requestId: string;
}

/** As JSON.parse leaves it. */
type Answer = ReturnType<typeof JSON.parse>;

/**
 * What tests of all tools know of one. `tasks`: what users ask for, and this tool should be called first for. To judge a change of names or
 * descriptions, have a model that sees nothing but the list of tools answer them in random order: two independent readings of the list gave the
 * tool of this table 58 and 59 times of 60; the others asked for list_captures first, where the task names no file. `basis`: why the answer rests
 * on no capture, and names no commit.
 */
export interface ToolCall {
  readonly tasks: readonly string[];
  readonly args: (scene: Scene) => Record<string, unknown>;
  readonly check: (answer: Answer, scene: Scene) => void;
  readonly basis?: string;
}

const names = (answer: Answer, column: string) => rowsOf(answer).map((row) => row[column]);

/** In this order: the note is open until it is resolved, and a baseline is set before it is compared with. */
export const toolCalls: Readonly<Record<ToolName, ToolCall>> = {
  get_session_status: {
    tasks: ["I have just joined this project: what is there, is the browser connected, what is next?"],
    args: () => ({}),
    check: (answer) => expect(answer).toMatchObject({ captures: { total: 2 }, annotations: { unresolved: 1 } }),
    basis: "counts",
  },
  list_captures: {
    tasks: ["What pages has the user sent, and when was each taken?", "Find the capture of /login that was made before noon."],
    args: () => ({}),
    check: (answer, { before, after }) => expect(names(answer, "filename")).toEqual([after, before]),
    basis: "names, with their times",
  },
  get_unresolved: {
    tasks: [
      "I left some notes on the checkout page. Please work through them.",
      "What do I have to do? The user says they marked things in the browser.",
      "Which of the user's remarks on /pricing and the pages below it are still open?",
    ],
    args: () => ({}),
    check: (answer) => expect(names(answer, "id")).toEqual(["pale"]),
  },
  wait_for_annotations: {
    tasks: [
      "Stay at the user's side: react as soon as they write the next remark.",
      "Block for up to fifty seconds until something new has been pointed at.",
    ],
    args: () => ({ waitSeconds: 5 }),
    check: (answer) => expect(names(answer, "id")).toEqual(["pale"]),
    basis: "a conversation",
  },
  get_annotations: {
    tasks: [
      "List all remarks of the capture shop-home.json, including those already dealt with.",
      "Which notes of yesterday's capture were closed as won't fix?",
    ],
    args: () => ({}),
    check: (answer) => expect(rowsOf(answer)).toMatchObject([{ id: "pale", status: "unresolved" }]),
  },
  get_annotation_context: {
    tasks: [
      "Here is annotation a-17. Gather everything needed to act on it.",
      "The user's note 5c1f says 'too tight here'. What are the gaps around the element and who makes them?",
    ],
    args: () => ({ annotation: "pale" }),
    check: (answer) => expect(rowsOf(answer.source)[0]).toMatchObject({ file: "src/Cart.tsx", line: 4 }),
  },
  ask_about_annotation: {
    tasks: [
      "The note c3 could mean either of two buttons. Find out from the user which one.",
      "Before I rework the layout for note k8, I need to know whether the user wants two or three columns.",
    ],
    args: () => ({ annotation: "pale", question: "How dark?", waitSeconds: 0 }),
    check: (answer) => expect(answer).toMatchObject({ status: "pending", requestId: expect.any(String) }),
    basis: "a conversation",
  },
  verify_annotation: {
    tasks: [
      "I fixed note p2 and reloaded. Does the page now really show what was asked?",
      "Check on the page that the price of note p9 now reads 64,50 and that nothing else moved; do not close it yet.",
    ],
    args: () => ({ annotation: "pale", checks: [{ kind: "contrast", expected: 4.5 }], waitSeconds: 0 }),
    check: (answer) => expect(answer).toMatchObject({ annotation: "pale", verification: { status: "pending" } }),
  },
  get_picture: {
    tasks: ["Show me what the element of note q1 looks like.", "I want to see the rendered card e41 as an image."],
    args: () => ({ annotation: "pale" }),
    check: (answer) => expect(answer.pixels.width * answer.pixels.height).toBeLessThanOrEqual(1_200_000),
  },
  resolve_annotation: {
    tasks: [
      "You changed Header.tsx for note 9d2. Record that it is done.",
      "Note 77 duplicates note 12. Close it accordingly.",
      "The note b4 is about intended behaviour; we will not change it. Tell the user so.",
    ],
    args: () => ({ annotation: "pale", action: "fixed", summary: "Darker" }),
    check: (answer) => expect(answer).toMatchObject({ status: "resolved", stillOpen: 0 }),
  },
  get_page_summary: {
    tasks: [
      "What is this page about: headings, forms, errors?",
      "Did any request fail or any script throw on the page the user sent?",
      "Is a build error covering the page?",
    ],
    args: () => ({ part: "forms" }),
    check: (answer) => expect(rowsOf(answer.forms)[0]).toMatchObject({ name: "Order" }),
  },
  get_interactive_elements: {
    tasks: [
      "Which buttons and links can be clicked on the page, and how would Playwright address them?",
      "I need a locator for every input of the sign-up form.",
    ],
    args: () => ({}),
    check: (answer) => expect(names(answer, "name")).toEqual(["", "Buy now", "Later"]),
  },
  get_elements_by_role: {
    tasks: ["Which images are on the page and what are their names?", "List all headings of the capture, hidden ones included."],
    args: () => ({ role: "button" }),
    check: (answer) => expect(names(answer, "name")).toEqual(["Buy now", "Later"]),
  },
  get_capture: {
    tasks: [
      "Give me the elements inside e120, three levels deep.",
      "I need all text of capture news-1.json in reading order.",
      "Which attributes and computed styles does e7 have?",
    ],
    args: ({ before }) => ({ capture: before }),
    check: (answer) => expect(names(answer, "role")).toContain("form"),
  },
  get_latest_capture: {
    tasks: ["Give me the outline of the page that was sent last."],
    args: () => ({}),
    check: (answer, { after }) => expect(answer.capture).toBe(after),
  },
  find_source: {
    tasks: [
      "Which file renders the button 'Add to basket'?",
      "Where in the code is the component PriceTag used on this page?",
      "Which line makes the element with test id cart-total?",
      "In which template stands the text 'Free returns within 30 days'?",
    ],
    args: () => ({ text: "Buy now" }),
    check: (answer) => expect(rowsOf(answer)[0]).toMatchObject({ file: "src/Cart.tsx", line: 4 }),
  },
  explain_styles: {
    tasks: [
      "Why is the padding of e33 12 pixels, and which CSS rule sets it?",
      "Which declaration colours this heading, through which custom property, and in which style sheet line?",
      "How many other elements would change if I edit the rule that sets the width of .card?",
    ],
    args: () => ({ annotation: "pale" }),
    // The engine alone explains nothing.
    check: (answer) => expect(answer.hint).toContain("request_capture with the guidance: explain `"),
  },
  audit_accessibility: {
    tasks: ["Check the page for accessibility problems.", "Does anything violate WCAG 2.2 AA inside e50?"],
    args: () => ({}),
    check: (answer) => expect(names(answer, "rule")).toEqual(expect.arrayContaining(["label", "color-contrast"])),
  },
  audit_layout: {
    tasks: [
      "Is text cut off or overlapping anywhere?",
      "Which touch targets are too small?",
      "Does the page scroll sideways because something is wider than the window?",
    ],
    args: () => ({}),
    check: (answer) => expect(names(answer, "rule")).toContain("viewport-overflow"),
  },
  find_missing_testids: {
    tasks: ["Which controls have no test id, and what could they be called?"],
    args: () => ({}),
    check: (answer) => expect(names(answer, "suggestion")).toContain("buy-now-button"),
  },
  check_consistency: {
    tasks: [
      "Do all primary buttons across the last five captures share one radius and colour?",
      "Which headings fall out of the type scale?",
    ],
    args: ({ before, after }) => ({ captures: [before, after] }),
    check: (answer) => expect(rowsOf(answer).some(({ kind }) => kind === "button")).toBe(true),
  },
  compare_captures: {
    tasks: [
      "What is different between home-1.json and home-2.json?",
      "I have captures from before and after my refactoring; list the visual changes.",
    ],
    args: ({ before, after }) => ({ before, after }),
    check: (answer) => expect(rowsOf(answer.added)).toMatchObject([{ name: "Later" }]),
  },
  set_baseline: {
    tasks: [
      "Keep the current capture as the reference for later.",
      "The redesign is approved: from now on judge regressions against this state.",
    ],
    args: ({ before }) => ({ capture: before }),
    check: (answer, { before }) => expect(answer.filename).toBe(before),
    basis: "stores one",
  },
  compare_baseline: {
    tasks: ["Has the page regressed against the approved state?"],
    args: () => ({}),
    check: (answer, { before, after }) => expect(answer).toMatchObject({ before, after, summary: { added: 1, removed: 0 } }),
  },
  list_baselines: {
    tasks: ["Which pages have a reference, and since when?"],
    args: () => ({}),
    check: (answer, { before }) => expect(names(answer, "filename")).toEqual([before]),
    basis: "names, with their times",
  },
  request_capture: {
    tasks: ["I changed the CSS and need a fresh look at the page with the menu open.", "There is no capture of /settings yet. Get one."],
    args: ({ url }) => ({ url }),
    check: (answer) => expect(answer).toMatchObject({ status: "pending", hint: expect.stringMatching(/get_request_status|svc icon/) }),
    basis: "no capture is there yet",
  },
  get_request_status: {
    tasks: ["Has the user answered my request r-12 for a capture?"],
    args: ({ requestId }) => ({ requestId }),
    check: (answer) => expect(answer).toMatchObject({ status: "pending" }),
  },
  generate_tests: {
    tasks: ["Write a Playwright test that pins down the page as it is now.", "Make regression tests for the dialog e88."],
    args: () => ({}),
    check: (answer) => expect(answer.code).toContain("name: 'Buy now'"),
  },
  get_fidelity_report: {
    tasks: ["Can I rely on this capture, or was part of the page unreadable?"],
    args: () => ({}),
    check: (answer) => expect(answer.score).toBeGreaterThan(0.5),
  },
  get_capture_stats: {
    tasks: ["How much disk space do the captures take, page by page?"],
    args: () => ({}),
    check: (answer) => expect(answer).toMatchObject({ total: 2, pages: 1 }),
    basis: "counts",
  },
};
