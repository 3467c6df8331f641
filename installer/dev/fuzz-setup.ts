import { configureGlobal } from "fast-check";

// Properties that do not say how often they run take this number; `npm run fuzz` asks for many.
const runs = Number(process.env["SVC_FUZZ_RUNS"] ?? 0);
if (runs > 0) configureGlobal({ numRuns: runs });
