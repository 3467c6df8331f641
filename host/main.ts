import { hasNoNews } from "./store/project/news.js";

/**
 * The program `svc-capture`. Agents run `svc-capture notes` after every turn and wait for it, so what most often ends there loads nothing; all
 * else is in the file beside this one.
 */
const [command, ...args] = process.argv.slice(2);
if (command !== "notes" || !hasNoNews(args)) await import(new URL("./program.js", import.meta.url).href);
