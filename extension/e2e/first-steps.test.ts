import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import type { Page } from "puppeteer-core";
import { afterEach, describe, expect, it } from "vitest";
import { isLong, onlyAtLength } from "../../host/testing/long.js";
import { projectRoot } from "../../host/testing/paths.js";
import { rowsOf } from "../../host/testing/rows.js";
import { patience, waitUntil } from "../../host/testing/wait-until.js";
import { readArguments } from "../../installer/cli/arguments.js";
import { type Stage, setStage } from "../../installer/dev/start/stage.js";
import { openChromium, openFirefox } from "../../installer/dev/start/with-display.js";
import { chromiumControls } from "./ax-tree.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { copyBuild } from "./extension-copy.js";
import type { Firefox } from "./firefox.js";
import { findFirefoxPage } from "./firefox-page.js";
import { firefoxControls } from "./firefox-sidebar.js";
import { type Agent, connectAgent, type ServerEntry } from "./mcp-client.js";
import { driveSidebar, type SidebarDriver } from "./sidebar-driver.js";
import type { TestPage } from "./test-page.js";
import { openScreen, type Point, screenAbsence, type VirtualScreen } from "./virtual-screen.js";

/** README's steps are done word for word: its commands, its buttons, its texts. A word that changes there or on the screen fails here. */
const readme = readFileSync(join(projectRoot, "README.md"), "utf8");
const steps = [...readme.matchAll(/^\d+\. (.*(?:\n {3}.*)*)/gm)].map(([, text = ""]) => text.replace(/\s+/g, " "));
const absent = screenAbsence();

/** What a step writes between marks: `**` for what is pressed, `*` for what the screen shows, quotation marks for what is written. */
function marked(step: number, mark: "pressed" | "shown" | "written"): readonly string[] {
  const patterns = { pressed: /\*\*(.+?)\*\*/g, shown: /(?<!\*)\*([^*]+)\*(?!\*)/g, written: /"(.+?)"/g };
  return [...(steps[step - 1] ?? "").matchAll(patterns[mark])].map(([, text = ""]) => text);
}

/** A browser with a window on the virtual screen. It is looked at through its driver, and worked through the screen alone. */
interface ShownBrowser {
  /** The tab whose address begins so; in Firefox it comes to the front. */
  page(address: string | RegExp): Promise<TestPage>;
  sidebar(page: TestPage): Promise<SidebarDriver>;
  /** Where the svc icon is. */
  icon(): Promise<Point>;
  /** Answers the browser's own question with Allow. */
  allow(): Promise<void>;
  /** Brings a tab to the front. */
  show(page: TestPage): Promise<void>;
  close(): Promise<void>;
}

/** A machine that runs other tests beside this one may take its time. */
const patienceMs = 40_000;

/** What has not moved for so long has come to its place, in milliseconds. */
const stillMs = 400;

/** The middle of the extension's own picture in a toolbar. */
const iconColour = [55, 48, 163];
/** The button in the question of Chromium's light theme that has the focus. */
const denyColour = [13, 80, 187];

async function chromiumWindow(stage: Stage, screen: VirtualScreen): Promise<ShownBrowser> {
  // On ports of its own: what a person of this machine serves on the usual ones is no answer here.
  const browser = await openChromium({ ...stage, env: { ...stage.env, ...screen.env } }, copyBuild("chrome", stage.folder));
  const pages = new WeakMap<TestPage, Page>();
  return {
    page: async (address) => {
      const fits = (url: string) => (typeof address === "string" ? url.startsWith(address) : address.test(url));
      const page = await waitUntil(`a tab of ${String(address)}`, async () => (await browser.pages()).find((one) => fits(one.url())));
      pages.set(page, page);
      return page;
    },
    sidebar: async (page) => {
      const own = pages.get(page);
      if (own === undefined) throw new Error("this page was not opened here");
      return driveSidebar(own, await chromiumControls(own));
    },
    icon: () => {
      const look = () => screen.find(iconColour, ({ x, y }) => y > 45 && y < 110 && x > 500);
      let since = Date.now();
      let last: Point | undefined;
      // The toolbar makes room for what is new in it.
      return waitUntil("the icon to stand still in the toolbar", () => {
        const place = look();
        if (place === undefined || place.x !== last?.x) since = Date.now();
        last = place;
        return Date.now() - since > stillMs ? place : undefined;
      });
    },
    allow: async () => {
      await waitUntil("the browser's question", () => screen.find(denyColour, ({ y }) => y < 400, 400));
      // Chromium takes no answer in the first moments, as Firefox. Deny has the focus, Allow comes next.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await screen.keys("Tab", "space");
    },
    show: async (page) => pages.get(page)?.bringToFront(),
    close: () => browser.close(),
  };
}

async function firefoxWindow(stage: Stage, screen: VirtualScreen): Promise<ShownBrowser> {
  const firefox = await openFirefox({ ...stage, env: { ...stage.env, ...screen.env } }, copyBuild("firefox", stage.folder));
  const find = async (address: string | RegExp) => {
    const part = typeof address === "string" ? address : address.source.replaceAll("\\", "");
    return waitUntil(`a tab of ${part}`, () => findFirefoxPage(firefox, part));
  };
  return {
    page: find,
    sidebar: async (page) => driveSidebar(page, firefoxControls(page as Awaited<ReturnType<typeof find>>)),
    icon: () => placeIn(firefox, "document.querySelector('[id^=svc_][id$=-BAP], [id^=svc_][id$=-browser-action]')"),
    allow: async () => {
      const button = "document.querySelector('#addon-webext-permissions-notification')?.button";
      await placeIn(firefox, button);
      const isOpen = () => firefox.chrome<boolean>(`arguments[0](Boolean(${button}?.getBoundingClientRect().width));`);
      // Firefox takes no answer in the first moments, on a busy machine some more, lest a click that was meant for the page answers: a person clicks again.
      for (let tries = 0; tries < 5 && (await isOpen()); tries++) {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        if (await isOpen()) await screen.click(await placeIn(firefox, button));
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    },
    show: async (page) => {
      await page.evaluate(() => undefined);
    },
    close: () => firefox.quit(),
  };
}

/** Where a node of the browser's own window stands on the screen, once it has a size. */
async function placeIn(firefox: Firefox, node: string): Promise<Point> {
  const body = `const node = ${node}; const { width, height } = node?.getBoundingClientRect() ?? {};
    arguments[0](width > 0 ? { x: node.screenX + width / 2, y: node.screenY + height / 2 } : null);`;
  return waitUntil(node, async () => (await firefox.chrome<Point | null>(body)) ?? undefined);
}

const open = { Chromium: chromiumWindow, Firefox: firefoxWindow } as const;

eachBrowserAtLength(
  "README's first steps in a window",
  (_launch, name) => {
    let screen: VirtualScreen;
    let stage: Stage;
    let shown: ShownBrowser;
    let shop: TestPage;
    let sidebar: SidebarDriver;
    let agent: Agent | undefined;

    /** Each attempt has a first click of its own; a test that is skipped has no window. */
    async function begin(): Promise<void> {
      screen = await openScreen();
      stage = await setStage();
      shown = await open[name](stage, screen);
      shop = await shown.page(stage.pageUrl);
    }
    afterEach(async () => {
      await agent?.close();
      await shown?.close();
      stage?.clear();
      await screen?.close();
    });

    /** A click on the screen at a place in a page's window. */
    async function clickIn(page: TestPage, { x, y }: Point): Promise<void> {
      const [left, top] = await page.evaluate(() => {
        // What Firefox reports, else what follows from the sizes: all of the browser's own stands above the page.
        const inner = { x: Reflect.get(window, "mozInnerScreenX"), y: Reflect.get(window, "mozInnerScreenY") };
        if (typeof inner.x === "number" && typeof inner.y === "number") return [inner.x, inner.y] as const;
        return [
          window.screenX + (window.outerWidth - window.innerWidth) / 2,
          window.screenY + window.outerHeight - window.innerHeight,
        ] as const;
      });
      await screen.click({ x: left + x, y: top + y });
    }
    const press = async (button: string) => clickIn(shop, await sidebar.placeOf("button", button));
    const middleOf = (page: TestPage, text: string) =>
      waitUntil(`“${text}” on the page`, async () => {
        const place = await page.evaluate((wanted) => {
          const found = [...document.querySelectorAll("body *")].findLast((one) => one.textContent?.trim() === wanted);
          found?.scrollIntoView({ block: "center", behavior: "instant" });
          const { x, y, width, height } = found?.getBoundingClientRect() ?? new DOMRect();
          return width > 0 ? { x: x + width / 2, y: y + height / 2 } : null;
        }, text);
        return place ?? undefined;
      });

    const ownPage = () => shown.page(/-extension:\/\//);

    async function closeOnceRelaying(page: TestPage): Promise<void> {
      await waitUntil("the relay", async () => (await page.evaluate(() => document.querySelector("iframe") !== null)) || undefined);
      await page.close();
    }

    /**
     * Step 2: the icon, the tab behind the page, the browser's question, the green dot. Returns what the dot shows. The tab is closed at the
     * end, after `beforeClosing`.
     */
    async function allowNative(beforeClosing: () => void = () => undefined): Promise<string> {
      await screen.click(await shown.icon());
      sidebar = await shown.sidebar(shop);
      await sidebar.find("button", "Pick element");
      const [allow = ""] = marked(2, "pressed");
      const onboarding = await ownPage();
      await shown.show(onboarding);
      await clickIn(onboarding, await middleOf(onboarding, allow));
      await shown.allow();
      await waitUntil(
        "the page to know",
        async () => {
          // Where it holds nothing it has closed by itself.
          const text = await textOf(onboarding).catch(() => undefined);
          return text === undefined || text.includes(stage.root.split("/").pop() ?? "") || undefined;
        },
        patienceMs,
      );
      // Some come back by closing it: whatever it held for the connection is taken over.
      beforeClosing();
      await onboarding.close().catch(() => undefined);
      await shown.show(shop);
      return sidebar.waitForText(new RegExp(`^${native}`));
    }
    const [, native = "", project = ""] = marked(2, "shown");

    // In Chromium a page of ours holds the connection that was allowed late, until the worker starts anew.
    it("names the way back once the tab that holds the connection was closed twice", { timeout: 240_000 }, async (context) => {
      if (name !== "Chromium") context.skip("Firefox's extension needs no tab to hold the connection");
      if (!isLong) context.skip(onlyAtLength);
      await begin();
      // The second tab is closed before the host has answered through it: that is no sign of a host that does not start.
      const wrapper = join(stage.folder, "state", "native-host.sh");
      const script = readFileSync(wrapper, "utf8");
      await allowNative(() => writeFileSync(wrapper, script.replace("\n", "\nsleep 3\n")));
      await closeOnceRelaying(await ownPage());
      await sidebar.waitForText(/^No project is connected/);
      writeFileSync(wrapper, script);
      await press("Allow the connection");
      await ownPage();
      await shown.show(shop);
      // Sooner than by the sidebar's next refresh, or when an earlier question about the relay is given up.
      const connected = new RegExp(`^${native}`);
      await waitUntil("the sidebar to be connected", () => sidebar.peek("image", connected), patience(4_000));
    });

    it("leads from the first click to “resolved”", { timeout: 240_000 }, async () => {
      expect(steps).toHaveLength(7);
      await begin();

      // 2
      expect(await allowNative()).toContain(project);

      // 3: a note on the price.
      const [pick = "", save = ""] = marked(3, "pressed");
      await press(pick);
      await sidebar.find("application", /Click an element/);
      await clickIn(shop, await middleOf(shop, marked(3, "shown")[0] ?? ""));
      await clickIn(shop, await sidebar.placeOf("textbox", "Note"));
      const [words = ""] = marked(3, "written");
      await screen.type(words);
      await press(save);
      await sidebar.waitForText(new RegExp(`^${words}$`));

      // 4: sent.
      await press(marked(4, "pressed")[0] ?? "");
      await sidebar.waitForText(/^Sent/);

      // 5: the agent's part, by the tools that the step names.
      const [unresolved = "", context = "", resolve = ""] = toolsIn(5);
      agent = await connectAgent(stage);
      const { call: calls } = agent;
      const [row] = rowsOf(await calls(unresolved));
      expect(JSON.stringify(row)).toContain(words);
      const annotation = String(row?.["id"]);
      expect(JSON.stringify(await calls(context, { annotation }))).toContain("index.html");
      await execa("sed", ["-i", "s/\\$ 64\\.5/64,50 €/", join(stage.root, "index.html")]);
      await calls(resolve, { annotation, action: "fixed", summary: "Euros now", files: ["index.html"] });

      // 6: the note shows it, also after the page is loaded again.
      const [resolved = ""] = marked(6, "shown");
      await sidebar.waitForText(new RegExp(`^${resolved}`));
      await shop.reload();
      await screen.click(await shown.icon());
      sidebar = await shown.sidebar(shop);
      await sidebar.waitForText(new RegExp(`^${resolved}`));
      await middleOf(shop, "64,50 €");

      // 6 once more: reopened with a reason, fixed again, accepted. The note is about its element all the while. Reopening and accepting have rows of their own in `conversation.test.ts`.
      if (isLong) {
        await press("Reopen");
        await clickIn(shop, await sidebar.placeOf("textbox", "Note"));
        await screen.type("No cents, please");
        await screen.keys("Return");
        const isReopened = async () => rowsOf(await calls(unresolved)).find(({ id }) => id === annotation);
        const reopened = await waitUntil("the reopened note", isReopened, patienceMs);
        expect(reopened).toMatchObject({
          ref: expect.stringMatching(/^e\d+$/),
          label: expect.stringContaining("$ 64.5"),
          scope: "element",
        });
        expect(JSON.stringify(reopened)).toContain("No cents, please");
        expect(await calls(context, { annotation })).toMatchObject({ element: { text: expect.stringContaining("64,50 €") } });
        await execa("sed", ["-i", "s/64,50 €/65 €/", join(stage.root, "index.html")]);
        await calls(resolve, { annotation, action: "fixed", summary: "Rounded", files: ["index.html"] });
        await sidebar.waitForText(/Rounded$/);
        await shop.reload();
        await screen.click(await shown.icon());
        sidebar = await shown.sidebar(shop);
        await sidebar.waitForText(/Rounded$/);
        await middleOf(shop, "65 €");
        await press("Accept");
        await sidebar.waitForText(/^Accepted$/);
        const isAccepted = async () =>
          JSON.stringify(await calls("get_annotation_context", { annotation })).includes('"accepted"') || undefined;
        await waitUntil("the note to be accepted in the project", isAccepted, patienceMs);
        expect(rowsOf(await calls(unresolved))).toEqual([]);
      }

      // 7: the agent asks to see it.
      const { requestId } = await calls(toolsIn(7)[0] ?? "", { url: stage.pageUrl, waitSeconds: 0 });
      const [capture = "", decline = ""] = marked(7, "pressed");
      await sidebar.find("button", decline);
      await press(capture);
      await waitUntil("the request to be answered", async () => {
        const { status } = await calls("get_request_status", { requestId });
        return status === "completed" || undefined;
      });
    });
  },
  absent === undefined ? {} : { Chromium: absent, Firefox: absent },
);

function toolsIn(step: number): readonly string[] {
  return [...(steps[step - 1] ?? "").matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, tool = ""]) => tool);
}

function textOf(page: TestPage): Promise<string> {
  return page.evaluate(() => document.body.textContent ?? "");
}

describe("README's commands", () => {
  const started: ChildProcess[] = [];
  const screens: VirtualScreen[] = [];
  afterEach(async () => {
    for (const screen of screens.splice(0)) await screen.close();
    for (const child of started.splice(0)) if (child.pid !== undefined && !isGroupGone(child.pid)) process.kill(-child.pid, "SIGKILL");
  });

  it.skipIf(absent !== undefined)(
    "the first one opens the demo, prints a configuration that works, and ends at Ctrl-C",
    async ({ skip }) => {
      if (!isLong) skip(onlyAtLength);
      const [command = ""] = [...readme.matchAll(/^```sh\n(.*)\n```$/gm)].map(([, line]) => line);
      expect(command).toBe("npm start");
      const screen = await openScreen();
      screens.push(screen);
      const child = spawn(command, { shell: true, cwd: projectRoot, env: { ...process.env, ...screen.env }, detached: true });
      started.push(child);
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
      const printed = await waitUntil("the configuration", () => /(\{ "mcpServers".*)\n[\s\S]*Ctrl-C/.exec(output)?.[1], 90_000);
      const { svc } = (JSON.parse(printed) as { mcpServers: { svc: ServerEntry & { env: Record<string, string> } } }).mcpServers;
      const agent = await connectAgent({ root: projectRoot, env: svc.env }, svc);
      expect(rowsOf(await agent.call("list_captures"))).toEqual([]);
      await agent.close();
      // As a terminal does it: every process of the group hears it, and the shell waits for none of the others.
      process.kill(-(child.pid ?? 0), "SIGINT");
      await waitUntil("all its processes to end", () => isGroupGone(child.pid ?? 0) || undefined, 30_000);
      expect(existsSync(svc.env["SVC_HOME"] ?? "/")).toBe(false);
    },
  );

  const commands = [...new Set([...readme.matchAll(/(?:`|^)(svc-init[^`\n#]*)(?:`|$|#)/gm)].map(([, command = ""]) => command.trim()))];
  it.each(commands)("%s is known", (command) => {
    const [, ...args] = command.split(" ");
    expect(readArguments([...args, "--help"]).values.help).toBe(true);
  });

  it("its npm scripts are there", () => {
    const scripts = Object.keys(JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")).scripts);
    const named = [...readme.matchAll(/npm (?:run )?(start|test|[a-z]+:[a-z]+)/g)].map(([, script]) => script);
    expect(scripts).toEqual(expect.arrayContaining([...new Set(named)]));
  });
});

function isGroupGone(group: number): boolean {
  try {
    process.kill(-group, 0);
    return false;
  } catch {
    // Nobody is left to be asked.
    return true;
  }
}
