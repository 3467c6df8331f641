/** Whether tags or texts of a page can stand in a file. */
export function isTemplateFile(path: string): boolean {
  return templates.test(path) && !generated.test(path);
}

const templates =
  /\.(jsx?|tsx?|mjs|cjs|mts|vue|svelte|astro|html?|xhtml|php|erb|haml|slim|ejs|hbs|handlebars|mustache|njk|nunjucks|twig|liquid|jinja2?|j2|mdx?|cshtml|razor|heex|leex|eex|templ|gohtml|tmpl|jsp|ftl|blade\.php|elm|py|rb|cs|go|ex|kt|java|rs|dart|marko|riot)$/i;
const generated =
  /(^|\/)(node_modules|bower_components|dist|build|out|\.next|\.nuxt|\.svelte-kit|\.output|coverage|vendors?|third[-_]party|__snapshots__)\/|\.min\.\w+$|\.d\.ts$|\.map$/;

/** A file's name up to its first dot (after the first character): `Card` of `ui/Card.module.css`; empty for a name without an ending. */
export function stemOf(path: string): string {
  return /^([^/]+?)\.[^/]+$/.exec(path.slice(path.lastIndexOf("/") + 1))?.[1] ?? "";
}

/** Tests and stories show an element, documentation too: they do not make it. Undefined for what a developer would change. */
export function kindOfFile(path: string): "ofTests" | "ofDocs" | undefined {
  if (tests.test(path)) return "ofTests";
  return docs.test(path) ? "ofDocs" : undefined;
}

/** What lies below an app's sources is one of its pages; a folder with a dot before its name holds none. */
const docs = /^(?:(?!(?:src|app|pages|views|routes)\/)[^/]+\/)*(?:docs?|guides?|examples?|demos?|storybook|\.[^/]+)\/|\.mdx?$/i;
const tests =
  /(^|\/)(__tests__|tests?|spec|e2e|cypress|playwright|fixtures|mocks?|__mocks__)\/|\.(test|spec|stories|story|cy|e2e|bench)\.\w+$/i;

export function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** A path that stands in a file, from the root on. */
export function pathBeside(file: string, path: string): string {
  const parts: string[] = [];
  for (const part of partsOf(`${file.slice(0, Math.max(0, file.lastIndexOf("/")))}/${path}`)) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** The listed file that a path means without the folders before it, as in `/@fs/home/me/app/src/a.ts`. */
export function fileBelow(path: string, files: Pick<ReadonlySet<string>, "has">): string | undefined {
  for (let rest = path; rest !== ""; rest = rest.includes("/") ? rest.slice(rest.indexOf("/") + 1) : "") if (files.has(rest)) return rest;
  return undefined;
}

/** The listed file that a path from a build tool or framework means: whatever stands before it in other places is dropped. */
export function resolvePath(named: string, files: ReadonlySet<string>): string | undefined {
  const whole = named
    .replace(/\\/g, "/")
    .replace(/^\w+:\/\/\/?/, "")
    .replace(/\?.*$/, "");
  const path = partsOf(whole)
    .filter((part) => part !== "." && part !== "..")
    .join("/");
  const found = fileBelow(path, files);
  if (found !== undefined || !path.includes("/")) return found;
  // The project's root may be deeper than the folder that the tool counts from.
  const below = [...files].filter((file) => file.endsWith(`/${path}`));
  return below.length === 1 ? below[0] : undefined;
}
