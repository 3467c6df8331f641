import type { CDPSession, Page } from "puppeteer-core";
import { type AxControl, centerOf, readSidebar } from "./ax-tree.js";
import { waitUntil } from "./wait-until.js";

/** Works the sidebar as a person does: finds controls by role and name, presses them by their place on the screen. */
export interface SidebarDriver {
  /** The first control that fits, as soon as it is there and, for buttons, enabled. */
  find(role: string, name: string | RegExp): Promise<AxControl>;
  /** The first that fits now. */
  peek(role: string, name: string | RegExp): Promise<AxControl | undefined>;
  press(name: string): Promise<void>;
  type(fieldName: string, text: string): Promise<void>;
  waitForText(pattern: RegExp): Promise<string>;
  /** Everything that a screen reader would read, a line a node. */
  outline(): Promise<string>;
}

export async function driveSidebar(page: Page): Promise<SidebarDriver> {
  const session: CDPSession = await page.createCDPSession();
  await session.send("Accessibility.enable");
  await session.send("DOM.enable");

  async function peek(role: string, name: string | RegExp): Promise<AxControl | undefined> {
    const fits = (node: AxControl) => node.role === role && (typeof name === "string" ? node.name === name : name.test(node.name));
    return (await readSidebar(session)).find(fits);
  }

  async function find(role: string, name: string | RegExp): Promise<AxControl> {
    const ready = async () => {
      const control = await peek(role, name);
      return control?.disabled === true ? undefined : control;
    };
    return waitUntil(`${role} ${String(name)}`, ready).catch(explain);
  }

  async function outline(): Promise<string> {
    return (await readSidebar(session)).map(({ role, name, description }) => `${role} ${name} ${description}`).join("\n");
  }

  /** What the sidebar shows tells why a control is not there. */
  async function explain(error: Error): Promise<never> {
    throw new Error(`${error.message}; the sidebar shows:\n${await outline()}`, { cause: error });
  }

  async function press(role: string, name: string): Promise<void> {
    const center = await centerOf(session, await find(role, name));
    if (center === undefined) throw new Error(`${role} ${name} has no place on the screen`);
    await page.mouse.click(center.x, center.y);
  }

  return {
    find,
    peek,
    press: (name) => press("button", name),
    type: async (fieldName, text) => {
      await press("textbox", fieldName);
      await page.keyboard.type(text);
    },
    waitForText: (pattern) =>
      waitUntil(`text ${String(pattern)}`, async () => (await readSidebar(session)).find(({ name }) => pattern.test(name))?.name).catch(
        explain,
      ),
    outline,
  };
}
