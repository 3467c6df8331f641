import type { Check } from "../check.js";
import { agentConfig } from "./agent-config.js";
import { browser } from "./browser.js";
import { extension } from "./extension.js";
import { manifest } from "./manifest.js";
import { mcp } from "./mcp.js";
import { nativeHost } from "./native-host.js";
import { node } from "./node.js";
import { ports } from "./ports.js";
import { project } from "./project.js";
import { store } from "./store.js";
import { versions } from "./versions.js";
import { wrapper } from "./wrapper.js";

/** All hops, in the order in which they are tried: later ones use what earlier ones found, and starting things comes last. */
export const checks: readonly Check[] = [
  browser,
  manifest,
  wrapper,
  node,
  project,
  store,
  extension,
  nativeHost,
  mcp,
  ports,
  agentConfig,
  versions,
];
