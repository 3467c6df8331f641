import { hasNoNews } from "./store/project/news.js";

/** The program `svc-capture`. Agents wait for `svc-capture notes` after every turn: what most often ends there loads nothing. */
const [command, ...args] = process.argv.slice(2);
if (command !== "notes" || !hasNoNews(args)) await import(new URL("./program.js", import.meta.url).href);
