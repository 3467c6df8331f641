import { arc } from "./arc.js";
import { brave } from "./brave.js";
import type { Browser } from "./browser.js";
import { chrome } from "./chrome.js";
import { chromium } from "./chromium.js";
import { edge } from "./edge.js";
import { firefox } from "./firefox.js";
import { librewolf } from "./librewolf.js";
import { opera } from "./opera.js";
import { vivaldi } from "./vivaldi.js";
import { zen } from "./zen.js";

/** All browsers that we register with; the key is what `--browser` takes. */
export const browsers = { chrome, chromium, edge, brave, vivaldi, opera, arc, firefox, librewolf, zen } as const satisfies Record<
  string,
  Browser
>;

export type BrowserName = keyof typeof browsers;
export const browserNames = Object.keys(browsers) as readonly BrowserName[];
