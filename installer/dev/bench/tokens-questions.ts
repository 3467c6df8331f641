import type { ToolName } from "../../../host/tools/names.js";

/** What the questions ask about: names within one page's project. */
export interface AskedPage {
  readonly before: string;
  readonly after: string;
  /** Ref of a control in `after`. */
  readonly ref: string;
}

/** An everyday question of an agent, and the one call that answers it. */
export interface Question {
  readonly question: string;
  readonly tool: ToolName;
  readonly args: (page: AskedPage) => Readonly<Record<string, unknown>>;
}

/** Ten questions of every day. */
export const questions: readonly Question[] = [
  { question: "which buttons have no name", tool: "audit_accessibility", args: ({ after }) => ({ capture: after, rule: "button-name" }) },
  { question: "what changed", tool: "compare_captures", args: ({ before, after }) => ({ before, after }) },
  { question: "where is this element made", tool: "find_source", args: ({ after, ref }) => ({ capture: after, ref }) },
  { question: "what did the user ask for", tool: "get_unresolved", args: () => ({}) },
  { question: "which fields does the form have", tool: "get_page_summary", args: ({ after }) => ({ capture: after, part: "forms" }) },
  { question: "what failed on the network", tool: "get_page_summary", args: ({ after }) => ({ capture: after, part: "network" }) },
  { question: "is anything cut off or overlapping", tool: "audit_layout", args: ({ after }) => ({ capture: after }) },
  { question: "which controls lack a test id", tool: "find_missing_testids", args: ({ after }) => ({ capture: after }) },
  { question: "what headings has the page", tool: "get_page_summary", args: ({ after }) => ({ capture: after, part: "headings" }) },
  { question: "give me a test for this page", tool: "generate_tests", args: ({ after }) => ({ capture: after }) },
];
