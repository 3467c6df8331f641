import { expect, it } from "vitest";
import { isLong, rowsOfRun } from "../../../host/testing/long.js";
import { eachBrowserAtLength } from "../each-browser.js";
import type { OpenedSidebar } from "../extension-browser.js";
import { soon } from "../soon.js";
import { attackBench, idle, noteField, typeSlowly } from "./attack-bench.js";
import { hostilePage, isClosed, secretNote } from "./hostile-page.js";

/** Counts the letters that the page hears, before any other listener. */
const hear = `globalThis.heard = ""; addEventListener("keydown", (event) => { if (event.isTrusted && event.key.length === 1) heard += event.key; }, true);`;

/** Ways to take the focus; what runs at once does so before the sidebar is opened. */
const thieves = {
  "each millisecond": `setInterval(() => field.focus(), 1);`,
  "each 500 ms": `setInterval(() => field.focus(), 500);`,
  "by its window, each 500 ms": `setInterval(() => window.focus(), 500);`,
  "by leaving our host, each 500 ms": `setInterval(() => { host()?.blur(); document.activeElement?.blur(); }, 500);`,
  "whenever it loses it": `for (const type of ["blur", "focusout"]) addEventListener(type, () => field.focus(), true);`,
  "and hides that from others": `
for (const type of ["focus", "focusin", "blur", "focusout"]) addEventListener(type, (event) => event.stopImmediatePropagation(), true);
setInterval(() => field.focus(), 500);`,
  "with a frame of its own": `
const inner = document.createElement("iframe"); inner.srcdoc = "<input id=inner autofocus>"; document.body.append(inner);
setInterval(() => inner.contentDocument?.querySelector("input")?.focus(), 500);`,
  "with a dialog each 500 ms": `
const dialog = document.createElement("dialog"); dialog.innerHTML = "<input autofocus>"; document.body.append(dialog);
setInterval(() => { dialog.close(); dialog.showModal(); }, 500);`,
  "with a button that Space would press, each 500 ms": `button.onclick = () => { field.value = "PRESSED"; }; setInterval(() => button.focus(), 500);`,
  "with access keys on all letters": `
for (const letter of "mauveotr ") document.body.append(Object.assign(document.createElement("input"), { accessKey: letter, onfocus: ({ target }) => { target.value = "PRESSED"; } }));`,
} as const;

const representatives: readonly (keyof typeof thieves)[] = ["whenever it loses it"];

const pages = {
  ...Object.fromEntries(Object.entries(thieves).map(([name, script]) => [name, hostilePage(hear + script)])),
  // Somebody else's frame is heard there alone.
  "a frame": hostilePage(hear, {
    markup: `<iframe srcdoc="<input style='position: fixed; inset: 0'>" style="width: 200px; height: 100px; display: block"></iframe>`,
  }),
  busy: hostilePage(hear + thieves["each 500 ms"]),
  quiet: hostilePage(hear),
};

/** Where the person points in pages of that name. */
const places = { busy: "#field", quiet: "#field", "a frame": "iframe" } as const;
type PlaceName = keyof typeof places;
const placeNames = Object.keys(places) as PlaceName[];

/** As many letters may land in the page's fields, or be missing, before the sidebar has closed or the page has given up. */
const lettersMax = 2;
/** As many the page's own listeners may hear: where they hide that the focus was taken, it returns some 20 ms later. */
const heardMax = 4;

eachBrowserAtLength("a page that takes the focus", (launch) => {
  const bench = attackBench(launch, pages);

  it.for(rowsOfRun(Object.keys(thieves) as (keyof typeof thieves)[], representatives))(
    "%s gets no text, and the note is written or the icon says why not",
    async (name) => {
      const opened = await bench.open(name);
      const written = await write(opened).catch(async (error: unknown) => {
        if (!(await opened.page.evaluate(isClosed))) throw error;
        return undefined;
      });
      const { value, heard } = await opened.page.evaluate(landed);
      expect(value.length).toBeLessThanOrEqual(lettersMax);
      if (written === undefined) {
        await expectClosedWithWord(opened);
      } else {
        expect(heard.length).toBeLessThanOrEqual(heardMax);
        expect(written.length).toBeGreaterThanOrEqual(secretNote.length - lettersMax);
        // The person reads that letters may be missing.
        if (written !== secretNote) {
          console.log(`instead of the note "${written}" was written`);
          await opened.sidebar.waitForText(/^This page took the focus/);
        }
      }
      await opened.page.close();
    },
  );

  it.skipIf(!isLong).for(placeNames)("%s lets the person point at a place of its own and type there", async (name) => {
    const place = places[name];
    const opened = await bench.open(name);
    // The page may take the focus at a letter, on a busy machine.
    const written = (await write(opened)) ?? "";
    expect(written.length).toBeGreaterThanOrEqual(secretNote.length - (name === "busy" ? lettersMax : 0));
    await opened.page.click(place);
    await idle(100);
    await typeSlowly(opened.page, "own words");
    const { value } = await opened.page.evaluate(landed);
    expect(value.endsWith("own words") && value.length <= "own words".length + lettersMax, value).toBe(true);
    await soon(async () => (await opened.sidebar.peek("textbox", noteField))?.value).toBe(written);
    await opened.page.close();
  });

  it.skipIf(!isLong)("is opened again at the next click, and the icon says nothing of it any more", async () => {
    const opened = await bench.open("whenever it loses it");
    await write(opened).catch(() => undefined);
    await expectClosedWithWord(opened);
    await bench.browser.clickIcon(opened.page);
    await opened.sidebar.find("button", "Send to Agent");
    await soon(() => bench.browser.icon(opened.page)).toMatchObject({ badge: "", title: "Capture this page for the coding agent" });
    await opened.page.close();
  });

  async function write(opened: OpenedSidebar): Promise<string | undefined> {
    const { sidebar } = opened;
    await sidebar.press("Page note");
    await sidebar.press(noteField, "textbox");
    // What an earlier try has left is written over.
    await bench.browser.shortcut(opened.page, "a");
    await typeSlowly(opened.page, secretNote);
    await idle(500);
    return (await sidebar.find("textbox", noteField)).value;
  }

  async function expectClosedWithWord({ page }: OpenedSidebar): Promise<void> {
    await soon(async () => (await bench.browser.icon(page)).title).toMatch(
      /^(This page (kept taking the focus|covers, moves or removes the sidebar)|The sidebar.s frame did not start)/,
    );
    expect((await bench.browser.icon(page)).badge).toBe("!");
  }
});

/** Runs in the page: what stands in all of its fields, and the letters that it has heard. */
function landed(): { value: string; heard: string } {
  const inner = document.querySelector("iframe")?.contentDocument;
  const fields = [...document.querySelectorAll("input"), ...(inner?.querySelectorAll("input") ?? [])];
  return { value: fields.map(({ value }) => value).join(""), heard: (globalThis as unknown as { heard: string }).heard };
}
