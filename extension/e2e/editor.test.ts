import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { chromeExtensionId } from "../../host/contract/names.js";
import { eachBrowserAtLength } from "./each-browser.js";
import type { LaunchBrowser } from "./extension-browser.js";
import { middleOf } from "./page-boxes.js";
import type { ProjectHome } from "./project.js";
import { scenario } from "./scenario.js";
import { soon } from "./soon.js";

/** As build plugins mark elements; what a page states may be a lie. */
const marked = {
  html: `<!doctype html><html lang="en"><title>Marked</title><style>button { display: block; margin: 30px }</style>
<button id="cart" data-source-loc="src/Cart.tsx:12:5">Add to cart</button>
<button id="lie" data-source-loc="../../secret.ts:1:1">Lie</button>
<main data-source-loc="src/Hello.svelte:2:1"><button id="hello" data-source-loc="src/Hello.svelte:3:3">Hello</button></main></html>`,
};

eachBrowserAtLength("the editor opens at a source", (launch, name) => {
  const launchWithEditors: LaunchBrowser = (home, options) => {
    registerEditors(home);
    // `xdg-open` starts programs of a desktop alone where there is a screen to show them.
    return launch({ ...home, env: { ...home.env, DISPLAY: ":0" } }, { ...options, ownProfile: true });
  };
  const { pages, project, browser } = scenario(launchWithEditors, { marked, lying: marked, moved: marked });

  /** The addresses that the editors have been started with. */
  const started = () =>
    existsSync(startedFile(project.folder)) ? readFileSync(startedFile(project.folder), "utf8").split("\n").slice(0, -1) : [];

  beforeAll(() => {
    mkdirSync(join(project.root, "src"));
    const lines = [
      "export const Cart = () => (",
      ...Array(10).fill("  // The button is the tag of line 12."),
      "    <button>Add to cart</button>",
      ");",
      "",
    ];
    writeFileSync(join(project.root, "src", "Cart.tsx"), lines.join("\n"));
  });

  it("at file, line and column, by a key and a button while picking, from the note's form and from the note; in the one that was chosen", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("marked"));
    const file = join(project.root, "src", "Cart.tsx");
    const code = `vscode://file${file}:12:5`;
    const middle = await middleOf(page, "#cart");
    await sidebar.find("button", "Send to Agent");
    await sidebar.beginPicking();
    // A move before the frame takes the pointer is the page's.
    await soon(async () => {
      await page.mouse.move(middle[0] + 5, middle[1]);
      await page.mouse.move(...middle);
      return (await sidebar.outline()).includes("Cart.tsx:12");
    }).toBe(true);
    await page.keyboard.type("e");
    await sidebar.waitForText(/^Opening src\/Cart\.tsx:12:5 in VS Code\.$/);
    await soon(started).toEqual([code]);
    await page.mouse.click(...middle);
    await sidebar.type("Note", "Too small");
    await sidebar.press("Open in editor");
    await soon(started).toEqual([code, code]);
    await sidebar.press("Save");
    await sidebar.waitForText(/^Too small$/);
    await page.keyboard.press("Escape");
    await sidebar.openNote(1);
    await sidebar.press("Open in editor");
    await soon(started).toEqual([code, code, code]);
    // A driver does not reach Firefox's own list of choices.
    if (name === "Firefox") return page.close();
    const others = [
      ["Cursor", `cursor://file${file}:12:5`],
      ["IntelliJ IDEA", "jetbrains://idea/navigate/reference?project=project&path=src/Cart.tsx:11:4"],
    ] as const;
    for (const [index, [editor]] of others.entries()) {
      await sidebar.openSettings();
      await sidebar.choose("Editor", editor);
      await sidebar.press("Settings");
      await sidebar.press("Open in editor");
      await soon(started).toEqual([code, code, code, ...others.slice(0, index + 1).map(([, address]) => address)]);
    }
  });

  it("at the file alone where a preprocessor has moved the lines that the page states", async () => {
    writeFileSync(
      join(project.root, "src", "Hello.svelte"),
      "<script>\n  // one\n</script>\n\n<main>\n  <button>Hello</button>\n</main>\n",
    );
    const { page, sidebar } = await browser.openSidebar(pages.url("moved"));
    await sidebar.find("button", "Send to Agent");
    await sidebar.beginPicking();
    await page.click("#hello");
    await sidebar.press("Open in editor");
    await sidebar.waitForText(/^Opening src\/Hello\.svelte in /);
  });

  it("never outside of the page's project, whatever the page states", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("lying"));
    const before = started();
    await sidebar.find("button", "Send to Agent");
    await sidebar.beginPicking();
    await page.click("#lie");
    await sidebar.press("Open in editor");
    await sidebar.waitForText(/The project has no file that this source names/);
    expect(await sidebar.boxes("iframe[title='Open in editor']")).toEqual([]);
    expect(started()).toEqual(before);
  });
});

/**
 * Registers a program as the system's handler of the editors' addresses in the home of a project's user, where a browser asks no more whether it may
 * start it. The program writes down what it was started with.
 */
function registerEditors({ folder, profile, env }: ProjectHome): void {
  const applications = join(folder, ".local", "share", "applications");
  const profileFolder = join(profile, "Default");
  for (const path of [applications, env["XDG_CONFIG_HOME"] ?? "", profileFolder]) mkdirSync(path, { recursive: true });
  const [program, schemes] = [join(folder, "editor"), ["vscode", "cursor", "jetbrains"]];
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" >> '${startedFile(folder)}'\n`, { mode: 0o755 });
  const types = schemes.map((scheme) => `x-scheme-handler/${scheme}`);
  const entry = `[Desktop Entry]\nType=Application\nName=Editor\nNoDisplay=true\nExec=${program} %u\nMimeType=${types.join(";")};\n`;
  writeFileSync(join(applications, "editor.desktop"), entry);
  const defaults = types.map((type) => `${type}=editor.desktop\n`).join("");
  writeFileSync(join(env["XDG_CONFIG_HOME"] ?? "", "mimeapps.list"), `[Default Applications]\n${defaults}`);
  // What Chromium stores for "Always allow".
  const allowed = Object.fromEntries(schemes.map((scheme) => [scheme, true]));
  const preferences = { protocol_handler: { allowed_origin_protocol_pairs: { [`chrome-extension://${chromeExtensionId}`]: allowed } } };
  writeFileSync(join(profileFolder, "Preferences"), JSON.stringify(preferences));
}

const startedFile = (folder: string) => join(folder, "started.txt");
