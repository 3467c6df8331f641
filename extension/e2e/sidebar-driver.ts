import { setTimeout as delay } from "node:timers/promises";
import { patience, waitUntil } from "../../host/testing/wait-until.js";
import type { TestPage } from "./test-page.js";

/** A node of a browser's accessibility tree. */
export interface Control {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  /** What stands in a field, or a widget's number; empty for others. */
  readonly value: string;
  readonly disabled: boolean;
}

/** In CSS pixels of the window. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export type WindowBox = readonly [x: number, y: number, width: number, height: number];

/** Nodes of this name, of this role, or of both. */
export interface Wanted {
  readonly name?: string | undefined;
  readonly role?: string | undefined;
}

/** How a browser's accessibility tree is read: it sees into closed shadow roots. */
export interface ControlSource<C extends Control> {
  /**
   * The nodes of the sidebar's document that are not ignored, in document order; undefined while it is not there. `wanted` may leave out others: to
   * hand over the whole tree costs two to three times as much as to look for some.
   */
  read(wanted?: Wanted): Promise<readonly C[] | undefined>;
  /** The pins on the page: buttons. */
  readPins(): Promise<readonly C[]>;
  /** Middle of a node's box in the window, in CSS pixels, scrolled into view; undefined when it has none. */
  centerOf(control: C): Promise<Place | undefined>;
  /** Whether the pointer finds the overlay at a place of the window, as far as the page's document shows; undefined where that cannot be asked. */
  isReached(place: Place): Promise<boolean | undefined>;
  /** Resolves when the sidebar's frame has been painted; at once where a browser does not report that. */
  painted(): Promise<unknown>;
  /** Boxes in the window of what fits a CSS selector in the sidebar's root, in CSS pixels, rounded. */
  boxes(selector: string): Promise<readonly WindowBox[]>;
  /** Runs the body of an async function in the document of the sidebar's frame; undefined while there is none. What it returns travels as JSON. */
  inFrame<T>(body: string): Promise<T | undefined>;
}

/** Works the sidebar as a person does: finds controls by role and name, presses them by their place on the screen. */
export interface SidebarDriver {
  /** The first control that fits, as soon as it is there and, for buttons, enabled. */
  find(role: string, name: string | RegExp): Promise<Control>;
  /** The first that fits now. */
  peek(role: string, name: string | RegExp): Promise<Control | undefined>;
  /** Presses a control; a button when no role is given. */
  press(name: string | RegExp, role?: string): Promise<void>;
  /** Middle of a control. */
  placeOf(role: string, name: string | RegExp): Promise<Place>;
  type(fieldName: string | RegExp, text: string): Promise<void>;
  /** Presses Pick element; resolves when what is pressed next is picked. */
  beginPicking(): Promise<void>;
  /** Presses Send to Agent; resolves when it was sent. */
  send(): Promise<void>;
  /** Writes a note in the form that is open, and saves it. */
  writeNote(text: string): Promise<void>;
  /** Picks an element of the page by a click, writes a note about it, and ends picking. */
  noteElement(selector: string, text: string): Promise<void>;
  /** The same about the whole page. */
  notePage(text: string): Promise<void>;
  /** Unfolds the card of the note with this number. */
  openNote(number: number): Promise<void>;
  /** Shows the settings. */
  openSettings(): Promise<void>;
  /** Chooses from a list by a click and the keyboard, by what its entry begins with. */
  choose(listName: string, choice: string): Promise<void>;
  waitForText(pattern: RegExp): Promise<string>;
  /** Where the outlines of a kind are on the page, in the window. */
  outlines(kind: string): Promise<readonly WindowBox[]>;
  /** Where what fits a CSS selector is, in the window. */
  boxes(selector: string): Promise<readonly WindowBox[]>;
  /** As the source's. */
  inFrame<T>(body: string): Promise<T | undefined>;
  /** What live regions have made a screen reader speak since the first call in this document, in order. */
  spoken(): Promise<readonly string[]>;
  /** Everything that a screen reader would read, a line a node. */
  outline(): Promise<string>;
}

/** A polite live region speaks its new text when that has changed, unless it is hidden (WAI-ARIA 1.2, § 6.6.1). */
const listenToRegions = `
  const view = document.defaultView;
  if (!view.spokenTexts) {
    const spoken = view.spokenTexts = [];
    const textsNow = () => new Map([...document.querySelectorAll("[role=status], [role=alert], [aria-live]")].map((region) => [region, region.checkVisibility() ? region.textContent.trim() : ""]));
    let texts = textsNow();
    new view.MutationObserver(() => {
      const before = texts;
      texts = textsNow();
      for (const [region, text] of texts) if (text !== "" && text !== before.get(region)) spoken.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  }
  return [...view.spokenTexts];
`;

/** The extension puts its overlay back at once, and reloads its frame within a second. */
const repairMs = 2_000;

/** A page that is busy or forbids scripts paints no frame of its own in this time. */
const paintMs = 1_000;

/** What a page lays over the sidebar for longer is pressed in its place. */
const reachMs = 2_000;

/** Runs in the page. */
function paintedTwice(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

function isCalled(role: string, name: string | RegExp): (control: Control) => boolean {
  return (control) => control.role === role && (typeof name === "string" ? control.name === name : name.test(control.name));
}

function wantedOf(role: string, name: string | RegExp): Wanted {
  return { role, name: typeof name === "string" && name !== "" ? name : undefined };
}

export function driveSidebar<C extends Control>(page: TestPage, source: ControlSource<C>): SidebarDriver {
  let wasThere = false;
  /** The frame is shown, and the pointer has reached it. */
  let isReached = false;

  /** The first control that fits, in the sidebar or, where there is none, among the pins. */
  async function first(
    fits: (control: Control) => boolean,
    wanted: Wanted,
  ): Promise<{ readonly control: C | undefined; readonly isThere: boolean }> {
    const inside = await source.read(wanted);
    const found = inside?.find(fits);
    const mayBePin = wanted.role === undefined || wanted.role === "button";
    const pins = found === undefined && (mayBePin || inside === undefined) ? await source.readPins() : [];
    const isThere = inside !== undefined || pins.length > 0;
    wasThere ||= isThere;
    return { control: found ?? pins.find(fits), isThere };
  }

  /** Waits for an enabled control; in vain as soon as the sidebar has been away for longer than its repair takes. */
  async function waitFor(what: string, fits: (control: Control) => boolean, wanted: Wanted = {}): Promise<C> {
    let awaySince: number | undefined;
    const look = async () => {
      const { control, isThere } = await first(fits, wanted);
      awaySince = isThere || !wasThere ? undefined : (awaySince ?? Date.now());
      if (awaySince !== undefined && Date.now() - awaySince > patience(repairMs)) throw new Error(`the sidebar is closed: no ${what}`);
      return control?.disabled === true ? undefined : control;
    };
    return waitUntil(what, look).catch(explain);
  }

  async function peek(role: string, name: string | RegExp): Promise<C | undefined> {
    return (await first(isCalled(role, name), wantedOf(role, name))).control;
  }

  async function find(role: string, name: string | RegExp): Promise<C> {
    const found = await waitFor(`${role} ${String(name)}`, isCalled(role, name), wantedOf(role, name));
    // The accessibility tree is ahead of the screen: until a picker is painted, the pointer reaches the page beneath it.
    if (role === "application") await untilPainted();
    return found;
  }

  async function outline(): Promise<string> {
    const all = [...((await source.read()) ?? []), ...(await source.readPins())];
    return all.map(({ role, name, description }) => `${role} ${name} ${description}`).join("\n");
  }

  /** What the sidebar shows explains why a control is not there. */
  async function explain(error: Error): Promise<never> {
    throw new Error(`${error.message}; the sidebar shows:\n${await outline()}`, { cause: error });
  }

  async function placeOf(role: string, name: string | RegExp): Promise<Place> {
    let control: C | undefined;
    let last: Place | undefined;
    // What is shown above it may just be growing: a person waits until it stands still.
    return waitUntil(`${role} ${String(name)} to stand still on the screen`, async () => {
      control ??= await find(role, name);
      const center = await source.centerOf(control);
      // It may have been drawn anew.
      if (center === undefined) control = undefined;
      const isStill = center !== undefined && center.x === last?.x && center.y === last.y;
      last = center;
      return isStill ? center : undefined;
    });
  }

  async function untilPainted(): Promise<void> {
    await Promise.race([Promise.allSettled([page.evaluate(paintedTwice), source.painted()]), delay(paintMs)]);
  }

  /** A frame that has just loaded is read before it is shown, and is shown before the browser sends it the pointer. */
  async function untilReached(place: Place): Promise<void> {
    const look = async () => {
      const isNow = (await source.isReached(place)) ?? true;
      isReached &&= isNow;
      return isNow || undefined;
    };
    if (await waitUntil("the pointer to reach the sidebar", look, patience(reachMs)).catch(() => false)) {
      if (!isReached) await untilPainted();
      isReached = true;
    }
  }

  async function press(name: string | RegExp, role = "button"): Promise<void> {
    const place = await placeOf(role, name);
    await untilReached(place);
    await page.mouse.click(place.x, place.y);
  }

  async function type(fieldName: string | RegExp, text: string): Promise<void> {
    await press(fieldName, "textbox");
    await page.keyboard.type(text);
    const isWritten = async () => (await peek("textbox", fieldName))?.value !== "" || undefined;
    // What was added above may have moved the field from under the pointer: a person sees that nothing was written.
    if (await waitUntil("the text to show", isWritten, 2_000).catch(() => false)) return;
    await press(fieldName, "textbox");
    await page.keyboard.type(text);
  }

  async function choose(listName: string, choice: string): Promise<void> {
    const isChosen = async () => (await find("combobox", listName)).value?.startsWith(choice) || undefined;
    const byKeys = async () => {
      await page.keyboard.type(choice);
      await page.keyboard.press("Enter");
    };
    // Keys that come before the browser has opened the list are lost; so is a press on what is just moving.
    for (const isOpen of [false, true, false, true]) {
      if (!isOpen) await press(listName, "combobox");
      await byKeys();
      if (await waitUntil("the choice to show", isChosen, patience(2_000)).catch(() => false)) return;
    }
    await waitUntil(`${choice} to be chosen from ${listName}`, isChosen);
  }

  async function writeNote(text: string): Promise<void> {
    await type("Note", text);
    await press("Save");
    await waitFor(`the note ${text}`, ({ name }) => name === text, { name: text });
  }

  async function waitForText(pattern: RegExp): Promise<string> {
    return (await waitFor(`text ${String(pattern)}`, ({ name }) => pattern.test(name))).name;
  }

  async function beginPicking(): Promise<void> {
    await press("Pick element");
    await find("application", /Click an element/);
  }

  return {
    beginPicking,
    noteElement: async (selector, text) => {
      await beginPicking();
      await page.click(selector);
      await writeNote(text);
      await press("Done");
    },
    send: async () => {
      await press("Send to Agent");
      await waitForText(/^Sent \d/);
    },
    choose,
    find,
    peek,
    placeOf,
    press,
    type,
    waitForText,
    writeNote,
    notePage: async (text) => {
      await press("Page note");
      await writeNote(text);
    },
    outlines: (kind) => source.boxes(`.outline.${kind}`),
    boxes: source.boxes,
    inFrame: source.inFrame,
    spoken: async () => (await source.inFrame<string[]>(listenToRegions)) ?? [],
    outline,
    openNote: async (number) => {
      const head = new RegExp(`^${number}(?!\\d)`);
      const isOpen = () =>
        source.inFrame<boolean>(`return document.querySelectorAll(".note")[${number - 1}]?.classList.contains("open") === true`);
      if (!(await isOpen())) await press(head);
    },
    openSettings: async () => {
      await press("Settings");
      await find("combobox", "Theme");
    },
  };
}
