import { cachedParser } from "./cached-parser.js";
import { componentsIn } from "./components.js";
import { pathBeside } from "./files.js";
import { type SourceText, tagsIn, withoutCode } from "./tags.js";

/** Reads what a file of the project holds. Never throws. */
export const readSource = cachedParser((file, text): SourceText => {
  const tags = tagsIn(/\.mdx?$/i.test(file) ? withoutCode(text) : text);
  const template = /\btemplateUrl:\s*["'`]([^"'`\n]+)/.exec(text)?.[1];
  return {
    file,
    text,
    tags,
    components: componentsIn(file, text),
    template: template === undefined ? "" : pathBeside(file, template),
  };
});

/** A file that holds texts and no tags. */
export const readData = cachedParser((file, text): SourceText => ({ file, text, tags: [], components: [], template: "" }));
