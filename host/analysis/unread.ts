import type { Capture } from "../contract/capture.js";

/** Lists of a capture that may be empty, or short, because nobody could look. */
export type UnreadPart = "console" | "network" | "components";

/** What a capture cannot tell, a sentence for each part: an empty list there is no proof that nothing happened. */
export function unreadOf({ metadata, network }: Capture): Readonly<Partial<Record<UnreadPart, string>>> {
  const { observed, components } = metadata;
  const unknown = network.filter(({ status }) => status === "unknown").length;
  return {
    console: consoleTexts[observed?.console ?? "unsaid"],
    ...(unknown === 0 ? {} : { network: `The browser tells no status of ${unknown} resources (other origins): they may have failed.` }),
    ...(components === "page-world" || components === "xray" ? {} : { components: componentsText }),
  };
}

const consoleTexts = {
  page: "Only what the page said while the sidebar was open.",
  uncaught: "Only uncaught errors while the sidebar was open: console.error is not readable here.",
  nothing: `Not readable here: an empty list says nothing. "Read component names" in the sidebar makes errors readable too, from then on.`,
  unsaid: "This capture does not say whether anybody listened: an empty list says nothing.",
} as const;

const componentsText = `Only markers in the DOM were read. "Read component names" in the sidebar adds the names and source files that the framework knows.`;
