import { isUnresolved } from "../../host/contract/annotation-state.js";
import { ServiceError } from "../../host/contract/errors.js";
import { parseUrl } from "../../host/contract/hosts.js";
import { pageOf } from "../../host/contract/page.js";
import { makeSerial } from "../../host/contract/serial.js";
import { browser } from "../browser.js";
import { type Commands, type OpenedPage, storedKinds } from "../messages.js";
import type { Note } from "../sidebar/state/annotations.js";

/** Bounds in characters: of a picture, of a page's notes, of all pictures or notes. Browsers take 10 MB of local and of session storage. */
const pictureMaxChars = 500_000;
const notesMaxChars = 2_000_000;
const maxCharsOfAll = 4_000_000;
/** Most pages that something is stored of, and most pictures. */
const maxPages = 500;
const maxSites = 200;

/** A page whose notes are stored. Those of private windows are in memory until the browser is closed, all others on the disk. */
export interface StoredPage {
  readonly url: string;
  readonly tabId: number;
  readonly isPrivate: boolean;
}

/** What the sidebar has stored of one page: JSON; empty for nothing. */
type StoredNotes = Pick<OpenedPage, "annotations" | "draft">;
type StoredItem = Commands["storage:save"]["input"];

const layoutKey = "layout";
const indexKey = "stored-pages";
const picturesKey = "stored-pictures";
const sitesKey = "projects-of-sites";

type Area = typeof browser.storage.local | typeof browser.storage.session;
/** When each key was written last, Unix ms, how long its text is, and whether it holds what is nowhere else. */
type Index = Readonly<Record<string, { readonly at: number; readonly chars: number; readonly isUnsent?: boolean }>>;

const serially = makeSerial();

/** Returns where the user has put the sidebar, as JSON; "" for nothing. */
export async function loadLayout(): Promise<string> {
  return textAt(browser.storage.local, layoutKey);
}

/**
 * Returns what is stored of a page for the project that its site belonged to last. Serialised: the sidebar that stood here before a reload may
 * still be saving, and its project's first answer moves what was written to another key. `isShownIn`: whether a tab shows the page; what was
 * begun in another tab, which shows it no more, waits for the end of this one's draft.
 */
export async function loadNotes(page: StoredPage, isShownIn: (tabId: number) => Promise<boolean> = async () => true): Promise<StoredNotes> {
  const stored = await serially(async () => read(page, await takeOverDrafts(page, isShownIn)));
  // Nobody waits for it.
  serially(() => dropPictures({ area: areaOf(page), url: page.url })).catch((error: unknown) =>
    console.debug("svc: pictures could not be looked through", error),
  );
  return stored;
}

async function read(page: StoredPage, project: string): Promise<StoredNotes> {
  const stored = (kind: KeyKind) => textAt(areaOf(page), keyOf(kind, page, project));
  const [annotations, draft] = await Promise.all([stored("notes"), stored("draft")]);
  return { annotations, draft };
}

/** Returns the project of the page's site. */
async function takeOverDrafts(page: StoredPage, isShownIn: (tabId: number) => Promise<boolean>): Promise<string> {
  const area = areaOf(page);
  const [project, index] = await Promise.all([projectOf(area, page.url), recordAt(area, indexKey)]);
  const own = keyOf("draft", page, project);
  const place = own.slice(own.indexOf(":"));
  // The newest first.
  for (const key of Object.keys(index).reverse()) {
    const [, tabId] = key.endsWith(place) ? (draftOf.exec(key.slice(0, -place.length)) ?? []) : [];
    if (key === own || tabId === undefined || (await isShownIn(Number(tabId)))) continue;
    await move(area, key, own, (text, there) => withWaiting(there, text));
  }
  return project;
}

/** Begins the key of a tab's draft; of no tab in version 0.1.0. */
const draftOf = /^draft@?(\d*)$/;

/** Stores a picture as PNG in base64. Above the bounds the oldest go; notes never go for them. */
export function storePicture(page: StoredPage, id: string, png: string): Promise<void> {
  return serially(async () => {
    if (png.length > pictureMaxChars) throw new ServiceError("too-large", "The picture is too large to be stored.");
    await put(areaOf(page), { [pictureKey(page.url, id)]: png }, { isUnsent: false, list: picturesKey });
  });
}

/** A picture that was stored, of whichever page; "" where it is gone. */
export function storedPicture(page: StoredPage, id: string): Promise<string> {
  return serially(async () => {
    const keys = Object.keys(await recordAt(areaOf(page), picturesKey));
    return textAt(areaOf(page), keys.find((key) => key.endsWith(`:${id}`)) ?? "");
  });
}

/** The stored lists of notes of the other pages of a page's site, as JSON, where they hold what no project has. */
export async function unsentNotes(page: StoredPage): Promise<readonly string[]> {
  const own = pageOf(page.url)?.document ?? "";
  const unsent = Object.entries(await recordAt<Index[string]>(areaOf(page), indexKey)).filter(([, { isUnsent }]) => isUnsent === true);
  const others = unsent.filter(([key]) => {
    const url = notesOf.exec(key)?.[2] ?? "";
    return url !== own && siteOf(url) === siteOf(own);
  });
  return Promise.all(others.map(([key]) => textAt(areaOf(page), key)));
}

/** Deletes pictures of a page that no note and no draft of it names, whichever project these belong to. */
async function dropPictures({ area, url }: { readonly area: Area; readonly url: string }): Promise<void> {
  const own = pictureKey(url, "");
  const pictures = Object.keys(await recordAt<Index[string]>(area, picturesKey)).filter((key) => key.startsWith(own));
  if (pictures.length === 0) return;
  const pages = Object.keys(await recordAt<Index[string]>(area, indexKey)).filter((key) => key.endsWith(own.slice("picture".length, -1)));
  const texts = await Promise.all(pages.map((key) => textAt(area, key)));
  for (const key of pictures)
    if (!texts.some((text) => text.includes(key.slice(own.length)))) await put(area, { [key]: "" }, { list: picturesKey });
}

/**
 * Stores a text, and returns what is stored then; of the layout, what has changed. An empty string deletes the entry. `known`: items of a stored list whose ids are not among these
 * belong to another tab and are preserved, as are those that are not `changed`. `isUnsent`: the notes hold what no project has. Serialised, because two tabs of a page may save at the same moment.
 *
 * @throws {ServiceError} `too-large`: the list is longer than the bound, or it grows and nothing but what is not sent could make room for it
 */
export function save(page: StoredPage, { kind, text: own, known, changed, isUnsent = kind === "draft" }: StoredItem): Promise<string> {
  return serially(async () => {
    if (!storedKinds.includes(kind)) throw new ServiceError("not-found", `The sidebar stores no ${String(kind)}.`);
    if (kind === "layout") {
      const stored = await loadLayout();
      await browser.storage.local.set({
        [layoutKey]: JSON.stringify({ ...(stored === "" ? {} : JSON.parse(stored)), ...JSON.parse(own) }),
      });
      return own;
    }
    const area = areaOf(page);
    const project = await projectOf(area, page.url);
    const key = keyOf(kind, page, project);
    const there = await textAt(area, key);
    const text = known === undefined ? own : withOthers(own, there, known, changed);
    if (text.length > notesMaxChars) {
      throw new ServiceError("too-large", "The notes on this page are too long to be stored. Send them, then delete those that are done.");
    }
    const entry = { chars: text.length, isUnsent: isUnsent || text !== own };
    const { chars } = withEntry(await recordAt<Index[string]>(area, indexKey), key, entry);
    if (chars > maxCharsOfAll && text.length > there.length) {
      throw new ServiceError(
        "too-large",
        "The notes that are not sent, of all pages together, are too long to be stored. Send some of them.",
      );
    }
    await put(area, { [key]: text }, entry);
    return text;
  });
}

/** The site is this project's now: notes of no project become its own, drafts of any. Returns what is stored then, if it is other. */
export function rememberProject(page: StoredPage, project: string): Promise<StoredNotes | undefined> {
  return serially(async () => {
    const area = areaOf(page);
    const site = siteOf(page.url);
    const sites = await recordAt<string>(area, sitesKey);
    const before = await projectOf(area, page.url);
    if (before === project) return undefined;
    let hadOwn = before !== "";
    const placeIn = (of: string) => keyOf("notes", page, of).slice("notes".length);
    const [from, to] = [placeIn(before), placeIn(project)];
    for (const key of Object.keys(await recordAt(area, indexKey))) {
      const kind = key.endsWith(from) ? key.slice(0, -from.length) : "";
      const isNotes = kind === "notes";
      if (!(isNotes ? before === "" : draftOf.test(kind))) continue;
      hadOwn ||= (await textAt(area, kind + to)) !== "";
      await move(area, key, kind + to, isNotes ? withOthers : withWaiting);
    }
    // Last: a browser that ends before finds what is left to move.
    const { [site]: _old, ...others } = sites;
    const newest = Object.entries({ ...others, [site]: project }).slice(-maxSites);
    await area.set({ [sitesKey]: Object.fromEntries(newest) });
    // What is shown stays as it is, while the person may be writing.
    return hadOwn ? read(page, project) : undefined;
  });
}

/** The page's site is another project's from now on: the open notes go along and are sent anew. Returns what is stored of the page for that then. */
export function moveNotes(page: StoredPage, from: string, to: string): Promise<string> {
  return serially(async () => {
    const area = areaOf(page);
    const site = siteOf(pageOf(page.url)?.document ?? "");
    const keys = from === to ? [] : Object.keys(await recordAt(area, indexKey));
    for (const before of keys) {
      const [, project, document = ""] = notesOf.exec(before) ?? [];
      if (project !== from || siteOf(document) !== site) continue;
      const after = `notes:${to}:${document}`;
      const notes = itemsIn(await textAt(area, before));
      const moved = notes
        .filter((note) => !staysBehind(note))
        .map(({ state, ...note }) => (state === undefined ? note : { ...note, movedFrom: from, withPicture: note.taken !== undefined }));
      const text = withOthers(JSON.stringify(moved), await textAt(area, after));
      await put(area, { [after]: text, [before]: withOthers("", JSON.stringify(notes.filter(staysBehind))) });
    }
    return textAt(area, keyOf("notes", page, to));
  });
}

function staysBehind({ state, origin, isDeleted }: Note): boolean {
  return origin !== undefined || isDeleted === true || (state !== undefined && !isUnresolved(state));
}

/** The project whose notes of a page are shown before any has answered. */
export function shownProject(page: StoredPage): Promise<string> {
  return serially(() => projectOf(areaOf(page), page.url));
}

/** Moves a text to another key, where it joins what is there. */
async function move(area: Area, from: string, to: string, join: (text: string, there: string) => string): Promise<void> {
  const text = await textAt(area, from);
  if (text !== "") await put(area, { [to]: join(text, await textAt(area, to)), [from]: "" });
}

/** A draft with another one, which is to be written on after it and those that wait for its end. */
function withWaiting(text: string, another: string): string {
  if (text === "" || another === "" || another === text) return text === "" ? another : text;
  const { waiting, ...draft } = JSON.parse(text);
  return JSON.stringify({ ...draft, waiting: JSON.parse(withWaiting(waiting === undefined ? "" : JSON.stringify(waiting), another)) });
}

/** Writes texts, all or none of them if the browser ends, and evicts the oldest others of their list above the bounds. */
async function put(area: Area, texts: Readonly<Record<string, string>>, { isUnsent = true, list = indexKey } = {}): Promise<void> {
  let index = await recordAt<Index[string]>(area, list);
  const gone: string[] = [];
  for (const [key, { length: chars }] of Object.entries(texts)) {
    const { evicted, left } = withEntry(index, key, { chars, isUnsent });
    gone.push(...evicted, ...(chars === 0 ? [key] : []));
    index = left;
  }
  const emptied = Object.fromEntries(gone.map((key) => [key, ""]));
  await area.set({ ...texts, ...emptied, [list]: index });
  if (gone.length > 0) await area.remove(gone);
}

type Room = { readonly evicted: readonly string[]; readonly left: Index; readonly chars: number };

/** What a list is once a key's text is another. */
function withEntry(index: Index, key: string, entry: Omit<Index[string], "at">): Room {
  const { [key]: _old, ...others } = index;
  return withinBounds(entry.chars === 0 ? others : { ...others, [key]: { at: Date.now(), ...entry } }, key);
}

/** Evicts by age what exceeds the bounds, and neither `newest` nor what is not sent. `chars`: how long all texts are that are left. */
export function withinBounds(index: Index, newest: string): Room {
  const byAge = Object.entries(index).sort(([, a], [, b]) => a.at - b.at);
  let chars = byAge.reduce((sum, [, entry]) => sum + entry.chars, 0);
  const evicted: string[] = [];
  for (const [key, entry] of byAge) {
    if (chars <= maxCharsOfAll && byAge.length - evicted.length <= maxPages) break;
    if (key === newest || entry.isUnsent === true) continue;
    evicted.push(key);
    chars -= entry.chars;
  }
  return { evicted, left: Object.fromEntries(byAge.filter(([key]) => !evicted.includes(key))), chars };
}

/** Merges in what another tab has stored: items not `seen` here, and those that this tab has not `changed`. */
function withOthers(text: string, stored: string, seen?: readonly string[], changed?: readonly string[]): string {
  const [own, there] = [itemsIn(text), itemsIn(stored)];
  const known = new Set(seen ?? own.map(({ id }) => id));
  const unchanged = new Map(changed === undefined ? [] : there.flatMap((item) => (changed.includes(item.id) ? [] : [[item.id, item]])));
  const all = [...there.filter(({ id }) => !known.has(id)), ...own.map((item) => unchanged.get(item.id) ?? item)];
  return all.length === 0 ? "" : JSON.stringify(all);
}

function itemsIn(json: string): readonly Note[] {
  return json === "" ? [] : JSON.parse(json);
}

async function textAt(area: Area, key: string): Promise<string> {
  const stored = (await area.get(key))[key];
  return typeof stored === "string" ? stored : "";
}

/** What is stored under a key of ours is of one type. */
async function recordAt<Value>(area: Area, key: string): Promise<Readonly<Record<string, Value>>> {
  return ((await area.get(key))[key] ?? {}) as Readonly<Record<string, Value>>;
}

/** The project that a page's site belonged to last; "" also where the page has what was written before its site had one. */
async function projectOf(area: Area, pageUrl: string): Promise<string> {
  const [sites, index] = await Promise.all([recordAt<string>(area, sitesKey), recordAt(area, indexKey)]);
  const ofNone = `::${pageOf(pageUrl)?.document ?? ""}`;
  return Object.keys(index).some((key) => key.endsWith(ofNone)) ? "" : (sites[siteOf(pageUrl)] ?? "");
}

function areaOf({ isPrivate }: StoredPage): Area {
  return isPrivate ? browser.storage.session : browser.storage.local;
}

type KeyKind = Exclude<StoredItem["kind"], "layout">;

/** Notes of all routes of a document are stored together: each states which it is of. Each tab has a draft of its own. */
function keyOf(kind: KeyKind, { url, tabId }: StoredPage, project: string): string {
  return `${kind === "draft" ? `draft@${tabId}` : kind}:${project}:${pageOf(url)?.document ?? ""}`;
}

/** The key of notes: project and document. */
const notesOf = /^notes:([^:]*):(.*)$/;

function pictureKey(pageUrl: string, id: string): string {
  return `picture:${pageOf(pageUrl)?.document ?? ""}:${id}`;
}

/** What belongs to one project: an origin, or a single file. */
function siteOf(pageUrl: string): string {
  const url = parseUrl(pageUrl);
  return url?.host === "" ? `${url.protocol}${url.pathname}` : (url?.origin ?? "");
}
