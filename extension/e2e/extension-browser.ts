import { waitUntil } from "../../host/testing/wait-until.js";
import type { ProjectHome } from "./project.js";
import type { SidebarDriver, WindowBox } from "./sidebar-driver.js";
import type { EditLetter, TestPage } from "./test-page.js";
import type { VirtualScreen } from "./virtual-screen.js";

export interface OpenedSidebar {
  readonly page: TestPage;
  readonly sidebar: SidebarDriver;
  /** Everything that the page's console has shown since the page was opened. */
  messages(): Promise<readonly string[]>;
}

/** A browser with the built extension, in a project's own profile; its window shows 1280 × 800 CSS pixels of a page. */
export interface ExtensionBrowser {
  /** Folder that downloads go to. */
  readonly downloads: string;
  open(url: string): Promise<TestPage>;
  clickIcon(page: TestPage): Promise<void>;
  /** Presses the key for picking, or the icon's, on the screen that the browser was launched on. */
  pressKey(page: TestPage, key: keyof typeof suggestedKeys): Promise<void>;
  openSidebar(url: string): Promise<OpenedSidebar>;
  /** What the extension's icon shows for a page's tab. */
  icon(page: TestPage): Promise<ShownIcon>;
  /** The browser itself asks the person whether the page may paste: until they answer, keys go to that menu. */
  asksToPaste(page: TestPage): Promise<boolean>;
  /** Moves a page's tab to a window of its own. */
  toOwnWindow(page: TestPage): Promise<void>;
  /** Zooms a page as the browser's menu does; 1 is the page's own size. */
  zoom(page: TestPage, factor: number): Promise<void>;
  /** Makes the window as large as it takes for a page to have this size in CSS pixels; Firefox has none below 450 in width. */
  resize(page: TestPage, width: number, height: number): Promise<void>;
  /** Presses Ctrl and a letter where the focus is. */
  shortcut(page: TestPage, letter: EditLetter): Promise<void>;
  /** What a person sees of a page's window: the picture of a part of it as PNG in base64; equal pictures give equal texts. */
  picture(page: TestPage, box: WindowBox): Promise<string>;
  /** Lays a page out as it would be printed, until it is closed. */
  layOutForPrint(page: TestPage): Promise<void>;
  /** Answers the extension's question in the window that asks: presses its button of this name as soon as it is enabled. */
  answerQuestion(button: string): Promise<void>;
  /** An open page of the extension's own: `confirm` asks the person, `options#pair` takes a key. Undefined while there is none. */
  ownPage(name: string): Promise<TestPage | undefined>;
  /** The extension's own page, in a tab. */
  openOptions(): Promise<TestPage>;
  /** Addresses of the open tabs. */
  addresses(): Promise<readonly string[]>;
  /** Installs the extension anew over itself, as an update does, once its storage holds the words: what was typed last is on its way. */
  update(words: string): Promise<void>;
  /** `isFresh`: the next page is opened in a new tab, not in one that was used and emptied. */
  closePages(isFresh: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Waits until the extension's own page has found what answers: its lines then move the buttons. */
export async function whenSettled<P extends Pick<TestPage, "evaluate">>(options: P): Promise<P> {
  const settled = () => document.querySelector("section[aria-busy=false]") !== null;
  await waitUntil("what the options page found", async () => (await options.evaluate(settled)) || undefined);
  return options;
}

/** Part of the address of the extension's own page of this name. */
export function addressOf(name: string): string {
  return `/${name.replace(/#|$/, ".html$&")}`;
}

/** What the manifest suggests, as X11 names the keys. */
export const suggestedKeys = { pick: "alt+shift+k", icon: "alt+shift+y" } as const;

/** Presses the keys of the window in front. Throws where the browser has no screen. */
export async function pressOn(screen: VirtualScreen | undefined, keys: string): Promise<void> {
  if (screen === undefined) throw new Error("launch the browser with a screen: a driver's keys do not reach its own shortcuts");
  await screen.keys(keys);
}

export interface ShownIcon {
  readonly badge: string;
  readonly title: string;
  /** Of the badge: red, green, blue and alpha, 0 to 255. */
  readonly colour: readonly number[];
}

export interface LaunchOptions {
  /** Native messaging is granted before the first page opens. */
  readonly nativeAllowed: boolean;
  /** A browser of its own with the project's profile, which the next one with it goes on with. Else it shares one. */
  readonly ownProfile?: boolean;
  /** The extension states this version. */
  readonly version?: string;
  /** The browser shows itself there, in one of its own, and hears its keys. Else it shows itself nowhere. */
  readonly screen?: VirtualScreen;
  /** What the manifest suggests for picking: Chromium only. */
  readonly pickKey?: string;
  /** The browser's own texts are written from right to left: Firefox only, in one of its own. */
  readonly rightToLeft?: boolean;
}

export type LaunchBrowser = (project: ProjectHome, options: LaunchOptions) => Promise<ExtensionBrowser>;
