import { expect, test, vi } from "vitest";

/** Whether the tab is in front, one answer after the other. */
const inFront: boolean[] = [];
const tabs = {
  get: async () => ({ active: inFront.shift(), windowId: 1 }),
  captureVisibleTab: async () => "data:image/png;base64,",
};
// Outside of a browser the WebExtension API's module throws when it is imported.
vi.mock("../browser.js", () => ({ browser: { tabs }, isFirefox: false }));

const { commands } = await import("./commands.js");

/** A project that takes its time to answer, and a person who agrees. */
function makeContext(agrees: (host: string) => boolean = () => true) {
  let trustedPatterns: readonly string[] = ["kept.example"];
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  const connections = {
    decide: async () => ({ state: "broken" as const, hop: "unreachable" as const, detail: "", mayAllow: false, projects: [], nearby: [] }),
    call: async (_page: string, name: string, input: { trustedPatterns: readonly string[] }) => {
      const before = trustedPatterns;
      await pause();
      if (name === "config:update") trustedPatterns = input.trustedPatterns;
      return { trustedPatterns: name === "config:update" ? trustedPatterns : before };
    },
  };
  const consent = { ask: async (_tab: number, { host }: { host: string }) => agrees(host) };
  const context = { connections, consent, sidebars: { refresh: async () => undefined } };
  const add = (url: string) => commands["trust:add"].run(context as never, {}, { tabId: 1, url, isPrivate: false });
  return { add, trusted: () => trustedPatterns };
}

test("hosts that are trusted at once are all there afterwards, each once, and none that the person refused", async () => {
  const { add, trusted } = makeContext((host) => host !== "no.example");
  await Promise.all(["a", "b", "no", "c", "a"].map((name) => add(`https://${name}.example/x?y=1`)));
  expect([...trusted()].sort()).toEqual(["a.example", "b.example", "c.example", "kept.example"]);
});

test("a page without a host is nothing to trust", async () => {
  await expect(makeContext().add("file:///etc/passwd")).rejects.toMatchObject({ code: "invalid-input" });
});

test.each([
  ["is there all the time", [true, true], "data:image/png;base64,"],
  ["is not there", [false], "conflict"],
  ["has given way to another by the time it is taken", [true, false], "conflict"],
])("a picture of a tab that %s in front is of that tab or of none", async (_what, answers, expected) => {
  inFront.splice(0, Number.POSITIVE_INFINITY, ...answers);
  const taken = commands["page:picture"].run({} as never, {}, { tabId: 1, url: "http://localhost:3000/", isPrivate: false });
  expect(await taken.catch(({ code }) => code)).toBe(expected);
});
