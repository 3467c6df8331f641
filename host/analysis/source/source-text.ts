import { cachedParser } from "./cached-parser.js";
import { componentsIn } from "./components.js";
import { outermostIn } from "./drawn.js";
import { pathBeside } from "./files.js";
import { importedNames } from "./imports.js";
import { type SourceText, tagsIn, withoutCode } from "./tags.js";

/** Reads what a file of the project holds. Never throws. */
export const readSource = cachedParser((file, text): SourceText => {
  const tags = tagsIn(/\.mdx?$/i.test(file) ? withoutCode(text) : text);
  const imports = importedNames(text);
  const template = /\btemplateUrl:\s*["'`]([^"'`\n]+)/.exec(text)?.[1];
  const read = {
    file,
    text,
    tags,
    components: componentsIn(file, text),
    imports,
    template: template === undefined ? "" : pathBeside(file, template),
  };
  return { ...read, outermost: outermostIn(read) };
});
