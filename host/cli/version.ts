export { version } from "../contract/version.js";
