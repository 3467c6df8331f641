import type { Firefox } from "./firefox.js";
import type { EditLetter, TestKey, TestPage } from "./test-page.js";

/** A tab of Firefox. Everything is done with the tab in front, as a person does. */
export interface FirefoxPage extends TestPage {
  /** Runs a function body with the browser's own rights beside the page: it sees closed shadow roots and the accessibility tree. */
  privileged<T>(body: string, ...values: unknown[]): Promise<T>;
  /** Presses Ctrl and a letter where the focus is. */
  withControl(letter: EditLetter): Promise<void>;
  /** The same inside of the frame that `findFrame`, a function body run in the page, returns; undefined while there is none. */
  privilegedIn<T>(findFrame: string, body: string, ...values: unknown[]): Promise<T | undefined>;
  /** Runs commands with this tab in front and none of another tab between them. */
  inFront<T>(run: () => Promise<T>): Promise<T>;
}

/** Opens a tab of its own and waits until the page is loaded. Throws when that takes too long. */
export async function openFirefoxPage(firefox: Firefox, url: string): Promise<FirefoxPage> {
  const handle = await firefox.alone(async () => {
    await firefox.send("Marionette:SetContext", { value: "content" });
    // A tab that was closed is no place to start from, nor is a window that is closing: it is listed still.
    let failure: unknown = new Error("Firefox has no window");
    for (const any of await firefox.send<string[]>("WebDriver:GetWindowHandles")) {
      try {
        await firefox.send("WebDriver:SwitchToWindow", { handle: any });
        return (await firefox.send<{ handle: string }>("WebDriver:NewWindow", { type: "tab", focus: true })).handle;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  });
  const page = makePage(firefox, handle);
  await page.inFront(() => firefox.send("WebDriver:Navigate", { url }));
  return page;
}

/** A page that is open already, in whatever window, by a part of its address; undefined when there is none. */
export async function findFirefoxPage(firefox: Firefox, address: string): Promise<FirefoxPage | undefined> {
  const handle = await firefox.alone(async () => {
    await firefox.send("Marionette:SetContext", { value: "content" });
    for (const one of await firefox.send<string[]>("WebDriver:GetWindowHandles")) {
      await firefox.send("WebDriver:SwitchToWindow", { handle: one, focus: false });
      const { value } = await firefox.send<{ value: string }>("WebDriver:GetCurrentURL");
      if (value.includes(address)) return one;
    }
    return undefined;
  });
  return handle === undefined ? undefined : makePage(firefox, handle);
}

/** Makes the window as large as it takes for a page to have this size in CSS pixels. */
export async function setViewport(firefox: Firefox, width: number, height: number): Promise<void> {
  await firefox.alone(async () => {
    await firefox.send("Marionette:SetContext", { value: "content" });
    const script = "return [outerWidth - innerWidth, outerHeight - innerHeight]";
    const { value } = await firefox.send<{ value: [number, number] }>("WebDriver:ExecuteScript", { script, args: [] });
    await firefox.send("WebDriver:SetWindowRect", { width: width + value[0], height: height + value[1] });
  });
}

function makePage(firefox: Firefox, handle: string): FirefoxPage {
  const inFront = <T>(run: () => Promise<T>) =>
    firefox.alone(async () => {
      await firefox.send("Marionette:SetContext", { value: "content" });
      await firefox.send("WebDriver:SwitchToWindow", { handle, focus: true });
      return run();
    });
  const execute = async <T>(script: string, args: readonly unknown[], sandbox?: string) => {
    // A sandbox of a name keeps what was put into it until the page goes.
    const named = sandbox === undefined ? {} : { sandbox, newSandbox: false };
    const { value } = await inFront(() => firefox.send<{ value: T }>("WebDriver:ExecuteScript", { script, args, ...named }));
    return value;
  };
  const act = (source: object) => inFront(() => firefox.send("WebDriver:PerformActions", { actions: [source] })).then(() => undefined);
  // The TypeScript loader wraps functions in a helper that the page does not have.
  const evaluate: TestPage["evaluate"] = (run, ...values) =>
    execute(`const __name = (made) => made; return (${run.toString()})(...arguments);`, values);
  let [atX, atY] = [0, 0];
  const mouse = {
    move: (x: number, y: number) => {
      [atX, atY] = [Math.round(x), Math.round(y)];
      return act(pointer([moveTo(x, y)]));
    },
    wheel: ({ deltaY }: { readonly deltaY: number }) => act(wheel(atX, atY, deltaY)),
    down: () => act(pointer([down])),
    up: () => act(pointer([up])),
    click: (x: number, y: number) => act(pointer([moveTo(x, y), down, up])),
  };
  const hold = (type: "keyDown" | "keyUp", key: keyof typeof modifiers) =>
    act({ type: "key", id: "keyboard", actions: [{ type, value: modifiers[key] }] });
  const keyboard = {
    down: (key: keyof typeof modifiers) => hold("keyDown", key),
    up: (key: keyof typeof modifiers) => hold("keyUp", key),
    type: (text: string) => act(keys(text)),
    press: (key: TestKey) => act(keys(keyCodes[key])),
  };
  return {
    inFront,
    bringToFront: () => inFront(async () => undefined),
    privileged: (body, ...values) => execute(body, values, "system"),
    withControl: (letter) => act(keys(letter, [modifiers.Control])),
    privilegedIn: <T>(findFrame: string, body: string, ...values: unknown[]) =>
      inFront(async () => {
        const system = { sandbox: "system", newSandbox: false };
        try {
          const { value: frame } = await firefox.send<{ value: Record<string, string> | null }>("WebDriver:ExecuteScript", {
            script: findFrame,
            args: [],
            ...system,
          });
          if (frame === null) return undefined;
          await firefox.send("WebDriver:SwitchToFrame", { element: Object.values(frame)[0] });
          return (await firefox.send<{ value: T }>("WebDriver:ExecuteScript", { script: body, args: values, ...system })).value;
        } catch (error) {
          // The page has taken the frame away in between.
          if (error instanceof Error && /discarded|no such (window|frame)|stale element/.test(error.message)) return undefined;
          throw error;
        } finally {
          await firefox.send("WebDriver:SwitchToWindow", { handle, focus: false });
        }
      }),
    evaluate,
    mouse,
    keyboard,
    type: async (selector, text) => {
      // A person presses a field: a script's focus() does not take the focus from another frame here.
      await mouse.click(...(await evaluate(middleOf, selector)));
      await keyboard.type(text);
    },
    click: async (selector) => mouse.click(...(await evaluate(middleOf, selector))),
    reload: () => inFront(() => firefox.send("WebDriver:Refresh")),
    close: async () => {
      await inFront(() => firefox.send("WebDriver:CloseWindow"));
    },
  };
}

const down = { type: "pointerDown", button: 0 };
const up = { type: "pointerUp", button: 0 };

function pointer(actions: readonly object[]): object {
  return { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
}

function wheel(x: number, y: number, deltaY: number): object {
  return { type: "wheel", id: "wheel", actions: [{ type: "scroll", x, y, deltaX: 0, deltaY, duration: 0, origin: "viewport" }] };
}

function moveTo(x: number, y: number): object {
  return { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0, origin: "viewport" };
}

/** How WebDriver writes keys without a character: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keyCodes: Readonly<Record<TestKey, string>> = {
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Backspace: "\uE003",
};

const modifiers = { Alt: "\uE00A", Control: "\uE009", Shift: "\uE008" } as const;

/** The keys of a text, one after the other, while others are held down. */
function keys(text: string, held: readonly string[] = []): object {
  const down = (value: string) => ({ type: "keyDown", value });
  const up = (value: string) => ({ type: "keyUp", value });
  const actions = [...held.map(down), ...[...text].flatMap((value) => [down(value), up(value)]), ...held.map(up)];
  return { type: "key", id: "keyboard", actions };
}

/** Runs in the page. */
function middleOf(selector: string): [x: number, y: number] {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`no element fits ${selector}`);
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
