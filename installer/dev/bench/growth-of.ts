import { costOf, grown } from "./grown.js";

// Prints what one size of a kind costs: in a process of its own, for its memory.
const [name, size] = process.argv.slice(2);
const kind = grown.find((one) => one.name === name);
if (kind === undefined) throw new Error(`nothing grows under the name ${name}`);
console.log(JSON.stringify(await costOf(kind, Number(size))));
