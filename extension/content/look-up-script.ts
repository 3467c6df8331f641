import { lookUp } from "../capture/components/lookup.js";
import { offer } from "./scripts.js";

offer("look-up", lookUp);
