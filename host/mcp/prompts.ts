import type { GetPromptResult, ListPromptsResult } from "@modelcontextprotocol/sdk/types.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { toolNames } from "../tools/names.js";

interface Prompt {
  readonly title: string;
  readonly description: string;
  /** Name and meaning of each argument; none is required. */
  readonly arguments: Readonly<Record<string, string>>;
  /** The instruction, with what the user gave filled in. */
  readonly write: (given: (name: string, otherwise: string) => string) => string;
}

const prompts: Readonly<Record<string, Prompt>> = {
  "svc-audit": {
    title: "Audit a page",
    description: "Accessibility, layout and test ids of a captured page, worst first",
    arguments: {
      capture: "Filename of the capture; the latest when left out",
      focus: "What matters most, for instance contrast or mobile layout",
    },
    write: (given) => `Audit the captured page (capture: ${given("capture", "latest")}). Focus: ${given("focus", "all of it")}.
1. get_page_summary: what the page is, and what could not be read.
2. audit_accessibility, audit_layout, find_missing_testids on that capture.
3. For each finding that matters: find_source with its ref, and look at the code there.
Report the findings worst first, each with element, source line, why it matters and the smallest fix. Say which are certain and which need eyes. Change nothing before I agree.`,
  },
  "svc-diff": {
    title: "Explain what changed",
    description: "What changed between two captures or since the baseline, and whether it was meant",
    arguments: {
      before: "Filename of the older capture; the page's baseline when left out",
      after: "Filename of the newer capture; the latest when left out",
    },
    write: (
      given,
    ) => `Explain what changed on the page from ${given("before", "its baseline (compare_baseline)")} to ${given("after", "the latest capture")}.
1. compare_captures with both filenames, or compare_baseline when there is no older filename.
2. Group the differences by cause, not by element. Use find_source and the recent commits to find the cause of each group.
3. Say which changes look intended, which look like regressions, and what cannot be told from a capture.`,
  },
  "svc-debug-fullstack": {
    title: "Debug from page to server",
    description: "From a symptom on the page through console and network to the code that causes it",
    arguments: { symptom: "What is wrong, in the user's words", url: "Page on which it shows; the latest capture when left out" },
    write: (
      given,
    ) => `Something is wrong on ${given("url", "the page of the latest capture")}: ${given("symptom", "see the open annotations (get_unresolved)")}.
1. get_latest_capture and get_page_summary: console errors, failed requests, findings. request_capture when the capture is older than the code.
2. Find the element concerned (get_unresolved, get_interactive_elements) and its source (get_annotation_context, find_source).
3. Follow a failed request to its route in the server's code; read the server's log with the tools you have for that.
4. State the cause with its evidence, fix it, then request_capture and compare_captures to show that the page is right now. resolve_annotation only for annotations that this settles.`,
  },
  "svc-tests": {
    title: "Write tests for a page",
    description: "Playwright tests from a captured page, run until they pass",
    arguments: {
      capture: "Filename of the capture; the latest when left out",
      ref: "Element whose subtree is to be covered; the page when left out",
    },
    write: (
      given,
    ) => `Write tests for the captured page (capture: ${given("capture", "latest")}, element: ${given("ref", "the whole page")}).
1. generate_tests for that capture; save the file where this project keeps such tests and adapt names and base URL to its habits.
2. find_missing_testids: where a locator is weak, propose the test id and its source line.
3. Run the tests. Mend locators, never weaken what a test claims.
4. Add the one or two journeys that matter to a user and that a capture cannot know.`,
  },
};

export function promptsFor(served: readonly string[]) {
  const missingFor = ({ write }: Prompt) => {
    const text = write((_, otherwise) => otherwise);
    return toolNames.filter((name) => new RegExp(`\\b${name}\\b`).test(text) && !served.includes(name));
  };
  const offered = Object.entries(prompts).filter(([, prompt]) => missingFor(prompt).length === 0);
  return {
    list: (): ListPromptsResult["prompts"] =>
      offered.map(([name, { title, description, arguments: named }]) => ({
        name,
        title,
        description,
        arguments: Object.entries(named).map(([argument, meaning]) => ({ name: argument, description: meaning, required: false })),
      })),
    /** The prompt's text with its arguments filled in. Throws McpError for an unknown prompt or argument, or one that needs tools not served. */
    get(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
      const prompt = offered.find(([own]) => own === name)?.[1];
      if (prompt === undefined) {
        const why = Object.hasOwn(prompts, name)
          ? `${name} needs tools that this server was started without: leave out --tools core.`
          : `There is no prompt ${name}.`;
        throw new McpError(ErrorCode.InvalidParams, `${why} There are: ${offered.map(([own]) => own).join(", ") || "none"}.`);
      }
      const allowed = Object.keys(prompt.arguments);
      const unknown = Object.keys(given).filter((argument) => !allowed.includes(argument));
      if (unknown.length > 0)
        throw new McpError(ErrorCode.InvalidParams, `Unknown argument ${unknown.join(", ")}. Allowed: ${allowed.join(", ")}.`);
      const text = prompt.write((argument, otherwise) => given[argument]?.trim() || otherwise);
      return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
    },
  };
}
