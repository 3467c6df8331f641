import { setImmediate as tick } from "node:timers/promises";
import { afterAll, expect, it, vi } from "vitest";

const stored = new Map<string, unknown>();
/** After so many writes the browser ends. */
let writesLeft = Number.POSITIVE_INFINITY;
const ended = async () => {
  await tick();
  if (writesLeft-- <= 0) throw new Error("The browser has ended.");
};
/** As `storage.local`: each call takes a turn of the event loop. */
const local = {
  get: async (key: string) => {
    await tick();
    return { [key]: stored.get(key) };
  },
  set: async (items: Readonly<Record<string, unknown>>) => {
    await ended();
    for (const [key, value] of Object.entries(items)) stored.set(key, value);
  },
  remove: async (keys: string | readonly string[]) => {
    await ended();
    for (const key of [keys].flat()) stored.delete(key);
  },
};

// Outside of a browser the WebExtension API's module throws when it is imported.
vi.mock("../browser.js", () => ({ browser: { storage: { local } } }));
// Other files of the process give these modules another browser.
vi.resetModules();

const { moveNotes, storePicture, storedPicture, loadLayout, loadNotes, rememberProject, save, unsentNotes, withinBounds } = await import(
  "./sidebar-storage.js"
);
afterAll(() => void vi.resetModules());

const entries = (count: number, chars: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`page${at}`, { at, chars }] as const));

it.each([
  ["few pages", entries(3, 10), "page2", []],
  ["more pages than the bound", entries(502, 10), "page501", ["page0", "page1"]],
  ["more text than the bound", entries(9, 500_000), "page8", ["page0"]],
  [
    "more text than the bound, of which the oldest is not sent",
    { ...entries(9, 500_000), page0: { at: 0, chars: 500_000, isUnsent: true } },
    "page8",
    ["page1"],
  ],
  ["the newest, though its clock is behind", { ...entries(500, 10), late: { at: -1, chars: 10 } }, "late", ["page0"]],
])("%s: evicts the oldest and never what was just written", (_what, index, newest, evicted) => {
  const bounded = withinBounds(index, newest);
  expect(bounded.evicted).toEqual(evicted);
  expect(Object.keys(bounded.left).sort()).toEqual(
    Object.keys(index)
      .filter((key) => !evicted.includes(key as never))
      .sort(),
  );
});

it("loads what was just written, whatever its project's first answer has moved by then", async () => {
  const page = { url: "http://localhost:3000/cart", isPrivate: false, tabId: 1 };
  const loaded: string[] = [];
  for (let turns = 0; turns < 30; turns++) {
    stored.clear();
    const saved = save(page, { kind: "draft", text: "Too dark" });
    const remembered = rememberProject(page, "shop");
    for (let turn = 0; turn < turns; turn++) await tick();
    loaded.push((await loadNotes(page)).draft);
    await Promise.all([saved, remembered]);
  }
  expect(loaded).toEqual(loaded.map(() => "Too dark"));
});

it("has the notes of a site's other pages that no project has, and their pictures", async () => {
  stored.clear();
  const pageAt = (url: string) => ({ url, isPrivate: false, tabId: 1 });
  const sites: readonly (readonly [url: string, isUnsent: boolean])[] = [
    ["http://localhost:3000/about", true],
    ["http://localhost:3000/contact?from=mail#form", true],
    ["http://localhost:3000/sent", false],
    ["http://localhost:4000/other", true],
  ];
  for (const [url, isUnsent] of sites) await save(pageAt(url), { kind: "notes", text: JSON.stringify([{ id: url }]), known: [], isUnsent });
  await save(pageAt("http://localhost:3000/begun"), { kind: "draft", text: "{}" });
  await storePicture(pageAt("http://localhost:3000/contact"), "p1", "png");
  const about = pageAt("http://localhost:3000/about#team");
  expect(await unsentNotes(about)).toEqual([JSON.stringify([{ id: "http://localhost:3000/contact?from=mail#form" }])]);
  expect(await storedPicture(about, "p1")).toBe("png");
});

it("stores 200 notes of a page whose elements have much that names them, and refuses what would take the room of others", async () => {
  const page = { url: "http://localhost:3000/admin", isPrivate: false, tabId: 1 };
  const notes = (count: number) => JSON.stringify(Array.from({ length: count }, (_, at) => ({ id: `n${at}`, facts: "x".repeat(9_900) })));
  await save(page, { kind: "notes", text: notes(200), known: [] });
  await expect(save(page, { kind: "notes", text: notes(300), known: [] })).rejects.toThrow("Send them");
  expect(JSON.parse((await loadNotes(page)).annotations)).toHaveLength(200);
});

it("notes that are not sent are not evicted for others: what has no room beside them is refused, and what is sent makes room", async () => {
  stored.clear();
  const pageAt = (at: number) => ({ url: `http://localhost:3000/${at}`, isPrivate: false, tabId: 1 });
  const write = (at: number, isUnsent: boolean) =>
    save(pageAt(at), {
      kind: "notes",
      text: JSON.stringify([{ id: `n${at}`, facts: "x".repeat(1_300_000) }]),
      known: [`n${at}`],
      isUnsent,
    });
  for (const at of [1, 2, 3]) await write(at, true);
  await expect(write(4, true)).rejects.toThrow("that are not sent, of all pages together");
  for (const at of [1, 2, 3]) expect((await loadNotes(pageAt(at))).annotations).toContain(`n${at}`);
  await write(2, false);
  await write(4, true);
  const left = await Promise.all([1, 2, 3, 4].map(async (at) => (await loadNotes(pageAt(at))).annotations !== ""));
  expect(left).toEqual([true, false, true, true]);
});

it("what one tab changes of the layout leaves what another has changed", async () => {
  const page = { url: "http://localhost:3000/", isPrivate: false, tabId: 1 };
  for (const part of [{ theme: "dark", withPictures: false }, { width: 400 }, { width: 320 }])
    await save(page, { kind: "layout", text: JSON.stringify(part) });
  expect(JSON.parse(await loadLayout())).toEqual({ theme: "dark", withPictures: false, width: 320 });
});

/** Everything is stored under a key that starts with these. */
const of = (kind: string, project: string) =>
  [...stored].flatMap(([key, text]) => (key.replace(/@\d+/, "").startsWith(`${kind}:${project}:`) ? [text] : []));

it("what one tab has made of a note stays when another, which has not changed it, saves its own", async () => {
  stored.clear();
  const page = { url: "http://localhost:3000/", isPrivate: false, tabId: 1 };
  const at = (a: string, b: string) => JSON.stringify([a, b].map((comment, n) => ({ id: `n${n}`, comment })));
  const known = ["n0", "n1"];
  await save(page, { kind: "notes", text: at("One", "Two"), known, changed: known });
  await save(page, { kind: "notes", text: at("One, edited", "Two"), known, changed: ["n0"] });
  expect(await save(page, { kind: "notes", text: at("One", "Two, edited"), known, changed: ["n1"] })).toBe(
    at("One, edited", "Two, edited"),
  );
  expect((await loadNotes(page)).annotations).toBe(at("One, edited", "Two, edited"));
});

it.each([
  ["http://localhost:3000/#/dashboard", "http://localhost:3000/#/charts"],
  ["http://localhost:3000/cart", "http://127.0.0.1:3000/cart/?step=2#total"],
])("what is stored at %s is there at %s", async (url, other) => {
  stored.clear();
  await save({ url, isPrivate: false, tabId: 1 }, { kind: "notes", text: '[{"id":"a"}]', known: ["a"] });
  expect((await loadNotes({ url: other, isPrivate: false, tabId: 1 })).annotations).toBe('[{"id":"a"}]');
});

it("a draft that was begun before the project was known stands before the project's own, which is not lost", async () => {
  stored.clear();
  const page = { url: "http://localhost:3000/cart", isPrivate: false, tabId: 1 };
  await save(page, { kind: "draft", text: '{"target":{"type":"page"},"fields":{"comment":"Older"}}' });
  await rememberProject(page, "shop");
  // Nothing is known of the site any more, as after the browser's data of it were evicted.
  stored.delete("projects-of-sites");
  await save(page, { kind: "draft", text: '{"target":{"type":"page"},"fields":{"comment":"Newer"}}' });
  const both = await rememberProject(page, "shop");
  const draft = JSON.parse(both?.draft ?? "null");
  expect([draft?.fields.comment, draft?.waiting?.fields.comment]).toEqual(["Newer", "Older"]);
  expect(of("draft", "")).toEqual([]);
});

it("each tab has a draft of its own, and takes over those of tabs that no more show the page", async () => {
  stored.clear();
  const [one, two, third] = [1, 2, 3].map((tabId) => ({ url: "http://localhost:3000/cart", isPrivate: false, tabId }));
  if (one === undefined || two === undefined || third === undefined) return;
  const write = (page: typeof one, comment: string) => save(page, { kind: "draft", text: JSON.stringify({ fields: { comment } }) });
  const inOrder = (draft: string): readonly string[] => {
    if (draft === "") return [];
    const { fields, waiting } = JSON.parse(draft);
    return [fields.comment, ...inOrder(waiting === undefined ? "" : JSON.stringify(waiting))];
  };
  await write(one, "Of one");
  await rememberProject(one, "shop");
  await write(two, "Of two");
  expect(inOrder((await loadNotes(two, async (tabId) => tabId === 1)).draft)).toEqual(["Of two"]);
  await rememberProject(two, "blog");
  expect(inOrder((await loadNotes(one, async (tabId) => tabId === 2)).draft)).toEqual(["Of one"]);
  expect(inOrder((await loadNotes(third, async () => false)).draft)).toEqual(["Of two", "Of one"]);
  await write(one, "Another");
  expect(inOrder((await loadNotes(third, async () => false)).draft)).toEqual(["Of two", "Of one", "Another"]);
  expect(of("draft", "blog")).toHaveLength(1);
});

it("what was written on several pages of a site before it had a project is there on each, and becomes the project's with its answer there", async () => {
  stored.clear();
  const pages = ["cart", "about", "begun"].map((path) => ({ url: `http://localhost:3000/${path}`, isPrivate: false, tabId: 1 }));
  for (const [place, page] of pages.entries()) {
    if (place < 2) await save(page, { kind: "notes", text: JSON.stringify([{ id: page.url }]), known: [] });
    if (place > 0) await save(page, { kind: "draft", text: JSON.stringify({ fields: { comment: page.url } }) });
  }
  const there = await Promise.all(pages.map((page) => loadNotes(page)));
  for (const page of pages) {
    expect(await rememberProject(page, "shop")).toBeUndefined();
    expect(await Promise.all(pages.map((one) => loadNotes(one)))).toEqual(there);
  }
  expect([of("notes", "shop").length, of("draft", "shop").length, of("notes", "").length, of("draft", "").length]).toEqual([2, 2, 0, 0]);
});

it("a site that changes its project takes along what is being written, and leaves the notes", async () => {
  stored.clear();
  const page = { url: "http://localhost:3000/cart", isPrivate: false, tabId: 1 };
  await rememberProject(page, "shop");
  await save(page, { kind: "notes", text: '[{"id":"a"}]', known: ["a"] });
  await save(page, { kind: "draft", text: '{"fields":{"comment":"Half"}}' });
  const moved = await rememberProject(page, "blog");
  expect(moved).toEqual({ annotations: "", draft: '{"fields":{"comment":"Half"}}' });
  expect(of("draft", "shop")).toEqual([]);
  expect(of("notes", "shop")).toEqual(['[{"id":"a"}]']);
});

it("keeps the pictures that a page's notes or draft name, of whichever project, and evicts no note for them", async () => {
  stored.clear();
  const page = { url: "http://localhost:3000/cart#/two", isPrivate: false, tabId: 1 };
  await rememberProject(page, "shop");
  await save(page, { kind: "notes", text: '[{"id":"a","taken":"p1"}]', known: ["a"] });
  await rememberProject(page, "blog");
  await save(page, { kind: "draft", text: '{"taken":"p2"}' });
  for (const id of ["p1", "p2", "p3"]) await storePicture(page, id, "x".repeat(100));
  await storePicture({ ...page, url: "http://localhost:3000/other" }, "p4", "x");
  expect(await storedPicture(page, "p3")).toHaveLength(100);
  await loadNotes({ ...page, url: "http://127.0.0.1:3000/cart" });
  // What is asked for after the notes comes after their pictures were looked through.
  expect(await storedPicture(page, "p3")).toBe("");
  expect([...stored.keys()].filter((key) => key.startsWith("picture:")).map((key) => key.slice(-2))).toEqual(["p1", "p2", "p4"]);
  await expect(storePicture(page, "p5", "x".repeat(500_001))).rejects.toThrow("too large");
  vi.useFakeTimers({ toFake: ["Date"] });
  for (let at = 0; at < 9; at++) {
    vi.setSystemTime(Date.now() + 10);
    await storePicture(page, `q${at}`, "x".repeat(500_000));
  }
  vi.useRealTimers();
  expect(await storedPicture(page, "p1")).toBe("");
  expect(await storedPicture(page, "q8")).toHaveLength(500_000);
  expect(of("notes", "shop")).toHaveLength(1);
});

it("the user's open notes go along to the project that a page is given to; what is done, deleted or of others stays, and nothing goes to the same", async () => {
  stored.clear();
  const page = { url: "http://shop.example/cart", isPrivate: false, tabId: 1 };
  const notes = [
    { id: "unsent" },
    { id: "sent", state: "seen", taken: "picture" },
    { id: "fixed", state: "fixed" },
    { id: "foreign", state: "sent", origin: "imported" },
    { id: "deleted", state: "sent", isDeleted: true },
  ];
  const [about, another] = ["http://shop.example/about", "http://shop.example:81/cart"].map((url) => ({ ...page, url }));
  for (const one of [page, about ?? page, another ?? page]) {
    await rememberProject(one, "shop");
    await save(one, { kind: "notes", text: JSON.stringify(one === page ? notes : [{ id: one.url }]) });
  }
  expect(JSON.parse(await moveNotes(page, "shop", "shop"))).toEqual(notes);
  const moved = [{ id: "unsent" }, { id: "sent", taken: "picture", movedFrom: "shop", withPicture: true }];
  expect(JSON.parse(await moveNotes(page, "shop", "lamps"))).toEqual(moved);
  expect(JSON.parse((await loadNotes(page)).annotations)).toEqual(notes.slice(2));
  await rememberProject(page, "lamps");
  expect(JSON.parse((await loadNotes(page)).annotations)).toEqual(moved);
  expect((await loadNotes(about ?? page)).annotations).toBe('[{"id":"http://shop.example/about"}]');
  expect((await loadNotes(another ?? page)).annotations).toBe('[{"id":"http://shop.example:81/cart"}]');
});

it("a browser that ends while notes go to another project leaves each in one list, whenever it ends", async () => {
  const page = { url: "http://shop.example/cart", isPrivate: false, tabId: 1 };
  const ways = [() => moveNotes(page, "shop", "lamps"), () => rememberProject(page, "lamps")];
  for (const [place, go] of ways.entries()) {
    for (let writes = 0, isWhole = false; !isWhole; writes++) {
      stored.clear();
      if (place === 0) await rememberProject(page, "shop");
      await save(page, { kind: "notes", text: '[{"id":"a"},{"id":"b","state":"sent"}]' });
      writesLeft = writes;
      isWhole = await go().then(
        () => true,
        () => false,
      );
      writesLeft = Number.POSITIVE_INFINITY;
      const lists = [...of("notes", "shop"), ...of("notes", "lamps"), ...of("notes", "")].map(String);
      expect(lists.flatMap((text) => (text === "" ? [] : JSON.parse(text))).map(({ id }) => id)).toEqual(["a", "b"]);
      // What the index lacks is never evicted.
      const texts = [...stored].flatMap(([key, text]) => (/^(notes|draft)[^:]*:/.test(key) && text !== "" ? key : []));
      expect(texts.filter((key) => !Object.hasOwn(Object(stored.get("stored-pages")), key))).toEqual([]);
      if (place === 0) continue;
      await rememberProject(page, "lamps");
      expect(JSON.parse((await loadNotes(page)).annotations)).toHaveLength(2);
    }
  }
});
