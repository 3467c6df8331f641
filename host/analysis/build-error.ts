import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { elementsWithin } from "./element-facts.js";

/** What a development server shows in the page's place when the sources do not build, or when a module failed. */
export interface BuildError {
  readonly tool: string;
  readonly element: CapturedElement;
  /** Its words as the page shows them: message, file and code, without the stack. */
  readonly text: string;
}

interface Overlay {
  readonly tool: string;
  readonly fits: (element: CapturedElement) => boolean;
  /** Stands on every page in development: only this part of it is an error. */
  readonly part?: (element: CapturedElement) => boolean;
}

const hasId = (id: string) => (element: CapturedElement) => element.attributes["id"] === id;
const isTag = (tag: string) => (element: CapturedElement) => element.tag === tag;

/** Marks of the overlays as their sources name them. Nuxt, SvelteKit, Astro and Angular show Vite's too. */
const overlays: readonly Overlay[] = [
  { tool: "vite", fits: isTag("vite-error-overlay") },
  { tool: "vite-plugin-checker", fits: isTag("vite-plugin-checker-error-overlay") },
  {
    tool: "next",
    fits: isTag("nextjs-portal"),
    part: ({ role, attributes }) => /dialog/.test(role) || attributes["data-nextjs-dialog"] !== undefined,
  },
  { tool: "webpack-dev-server", fits: hasId("webpack-dev-server-client-overlay") },
  { tool: "webpack-hot-middleware", fits: hasId("webpack-hot-middleware-clientOverlay") },
  { tool: "rspack", fits: isTag("rspack-error-overlay") },
  { tool: "rsbuild", fits: isTag("rsbuild-error-overlay") },
  { tool: "nuxt", fits: isTag("nuxt-error-overlay") },
  { tool: "parcel", fits: hasId("__parcel__error__overlay__") },
  { tool: "gatsby", fits: isTag("gatsby-fast-refresh") },
  { tool: "react-error-overlay", fits: ({ tag, attributes }) => tag === "iframe" && attributes["id"] === "react-error-overlay" },
  { tool: "expo", fits: hasId("error-overlay") },
  { tool: "stencil", fits: hasId("dev-server-modal") },
  { tool: "storybook", fits: hasId("error-message") },
  { tool: "bun", fits: isTag("bun-hmr") },
];

const longest = 1_000;

/** The error overlay that a page shows; undefined for a page that was built. */
export function buildErrorOf(reader: CaptureReader): BuildError | undefined {
  for (const element of reader.elements()) {
    const overlay = element.rendered ? overlays.find(({ fits }) => fits(element)) : undefined;
    if (overlay === undefined) continue;
    const { part, tool } = overlay;
    const shown = part === undefined ? element : elementsWithin(reader, element.index).find(part);
    const text = shown === undefined ? "" : wordsIn(reader, shown);
    if (text !== "") return { tool, element, text };
  }
  return undefined;
}

/** Hints on how to close the overlay, and where the tool itself stood, do not describe the error. */
const besides = /(^|[\s_-])(stack|tip)($|[\s_-])/;

function wordsIn(reader: CaptureReader, root: CapturedElement): string {
  const words: string[] = [];
  let length = 0;
  const end = reader.end(root.index);
  for (let index = root.index; index < end && length < longest; index++) {
    const { text, visible, attributes } = reader.element(index);
    if (besides.test(attributes["class"] ?? "")) index = reader.end(index) - 1;
    else if (visible && text.trim() !== "") length += words.push(text.trim()) && text.length;
  }
  return words.join("\n").slice(0, longest);
}
