import { explainStyles } from "../capture/cascade/explain.js";
import { offer } from "./scripts.js";

/** What this script passes on. */
export type ExplainScript = typeof explainStyles;

offer("svc.explain", explainStyles);
