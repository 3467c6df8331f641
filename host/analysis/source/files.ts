/** Whether tags or texts of a page can stand in a file. */
export function isTemplateFile(path: string): boolean {
  return templates.test(path) && !generated.test(path);
}

const templates =
  /\.(jsx?|tsx?|mjs|cjs|mts|vue|svelte|astro|html?|xhtml|php|erb|haml|slim|ejs|hbs|handlebars|mustache|njk|nunjucks|twig|liquid|jinja2?|j2|pug|mdx|cshtml|razor|heex|leex|eex|templ|gohtml|tmpl|jsp|ftl|blade\.php|elm|py|rb|cs|go|ex|kt|java|rs|dart|marko|riot)$/i;
const generated =
  /(^|\/)(node_modules|bower_components|dist|build|out|\.next|\.nuxt|\.svelte-kit|\.output|coverage|vendor|__snapshots__)\/|\.min\.\w+$|\.d\.ts$|\.map$/;

/** How likely a file is what a developer would change: tests and stories show an element, they do not make it. */
export function fileFactor(path: string): number {
  if (
    /(^|\/)(__tests__|tests?|spec|e2e|cypress|playwright|fixtures|mocks?|__mocks__)\/|\.(test|spec|stories|story|cy|e2e|bench)\.\w+$/i.test(
      path,
    )
  )
    return 0.35;
  if (/(^|\/)(docs?|examples?|demos?|storybook)\//i.test(path) || /\.mdx?$/i.test(path)) return 0.6;
  return 1;
}

/** Points for a file that a router would choose for a page. */
export function routePoints(path: string, page: string): number {
  const wanted = page.split("/").filter((part) => part !== "" && !/^index\.\w+$/.test(part));
  const match = /(?:^|\/)(?:pages|app|routes|views|templates)\/(.*)\.\w+$/.exec(path);
  if (match === null) return 0;
  const parts = (match[1] ?? "").split(/[/.]/).filter((part) => !/^(index|page|\+page|_index|layout|\+layout|route)$|^\(.*\)$/.test(part));
  const fits = parts.length === wanted.length && parts.every((part, index) => part === wanted[index] || /^[[$:_]/.test(part));
  return fits ? 1.5 : 0;
}

/** The listed file that a path from a build tool or framework means: whatever stands before it in other places is dropped. */
export function resolvePath(told: string, files: ReadonlySet<string>): string | undefined {
  const parts = told
    .replace(/\\/g, "/")
    .replace(/^\w+:\/\/\/?/, "")
    .replace(/\?.*$/, "")
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..");
  for (let skip = 0; skip < parts.length; skip++) {
    const path = parts.slice(skip).join("/");
    if (files.has(path)) return path;
  }
  // The project's root may be deeper than the folder that the tool counts from.
  const tail = `/${parts.join("/")}`;
  const below = parts.length < 2 ? [] : [...files].filter((path) => `/${path}`.endsWith(tail));
  return below.length === 1 ? below[0] : undefined;
}
