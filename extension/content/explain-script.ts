import { explainStyles } from "../capture/cascade/explain.js";
import { offer } from "./scripts.js";

offer("explain", explainStyles);
