import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { operations } from "../contract/operations.js";
import { cleanup, temporaryFolder } from "../store/testing/temporary.js";
import { openService } from "./service.js";

/** A project with these files, one outside of it, and a link to that. */
async function project({ git }: { readonly git: boolean }) {
  const parent = await temporaryFolder();
  const root = join(parent, "my shop");
  for (const path of ["my shop/src/App.tsx", "my shop/packages/web/src/Cart.tsx", "my shop/.svc/captures/one.json", "secret.ts"]) {
    mkdirSync(dirname(join(parent, path)), { recursive: true });
    writeFileSync(join(parent, path), "x");
  }
  symlinkSync(join(parent, "secret.ts"), join(root, "src/linked.ts"));
  if (git) execFileSync("git", ["init", "-q", root]);
  const service = await openService({ stateFolder: await temporaryFolder(), root, version: "1.2.3" });
  cleanup(() => service.close());
  const call = async (input: object) => operations["config:get"].output.parse(await service.call("config:get", input));
  return { parent, root, call, ask: async (input: object) => (await call(input)).editorUrl };
}

const found = (parent: string) =>
  [
    ["src/App.tsx:12:5", "vscode", `vscode://file${parent}/my%20shop/src/App.tsx:12:5`],
    ["src/App.tsx:12", "cursor", `cursor://file${parent}/my%20shop/src/App.tsx:12`],
    ["src/App.tsx", "windsurf", `windsurf://file${parent}/my%20shop/src/App.tsx`],
    ["~/code/my shop/src/App.tsx:3:1", "zed", `zed://file${parent}/my%20shop/src/App.tsx:3:1`],
    ["src/App.tsx:12:5", "idea", "jetbrains://idea/navigate/reference?project=my%20shop&path=src/App.tsx:11:4"],
    ["/src/App.tsx:12", "webstorm", "jetbrains://web-storm/navigate/reference?project=my%20shop&path=src/App.tsx:11"],
  ] as const;

test.each([{ git: true }, { git: false }])("an editor opens a source of the project at its line (git: $git)", async ({ git }) => {
  const { parent, ask } = await project({ git });
  for (const [source, editor, url] of found(parent)) expect(await ask({ source, editor }), source).toBe(url);
  expect(await ask({}), "nothing asked").toBeUndefined();
});

test("a build tool may count from a folder inside the project", async () => {
  const { parent, ask } = await project({ git: true });
  expect(await ask({ source: "src/Cart.tsx:7" })).toBe(`vscode://file${parent}/my%20shop/packages/web/src/Cart.tsx:7`);
});

/** Preprocessors have taken two lines out above the tags. */
const moved = "<script>\n  // one\n  // two\n</script>\n\n<main>\n  <h1>Hello</h1>\n  <p>There</p>\n</main>\n";

test.each([
  ["right ones are left alone", "src/Hello.svelte:7:3", "main:6 h1:7 p:8", "src/Hello.svelte:7:3"],
  ["the file alone is opened where a tool has moved them", "src/Hello.svelte:5:3", "main:4 h1:5 p:6", "src/Hello.svelte"],
  ["nothing else is known of the file", "src/Hello.svelte:5:3", undefined, "src/Hello.svelte:5:3"],
  [
    "the first of several places that is in the project",
    "node_modules/ui/Knob.tsx:1:3 < src/Hello.svelte:5:3 < src/App.tsx:1:1",
    " < main:4 h1:5 p:6 < ",
    "src/Hello.svelte",
  ],
])("%s", async (_what, source, marked, opened) => {
  const { parent, root, ask, call } = await project({ git: true });
  writeFileSync(join(root, "src/Hello.svelte"), moved);
  expect(await ask({ source, marked })).toBe(`vscode://file${parent}/my%20shop/${opened}`);
  expect(await call({ source, marked })).toMatchObject({ opened });
});

test.each([
  ["a file outside", "../secret.ts:1"],
  ["a file outside by its whole path", "/etc/passwd"],
  ["a link that leads out", "src/linked.ts:1"],
  ["a folder", "src"],
  ["what svc keeps", ".svc/captures/one.json"],
  ["another scheme", "javascript:alert(1)"],
  ["no file", "src/Gone.tsx:1"],
])("%s is not opened, and the answer names no path of this machine", async (_what, source) => {
  for (const git of [true, false]) {
    const { parent, ask } = await project({ git });
    const error: unknown = await ask({ source }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "not-found" });
    expect(String(error)).not.toContain(parent);
  }
});

test.each(["javascript:alert(1)", "https://example.com/", "file:///etc/passwd", " vscode://file/a"])(
  "an answer with the address %s is no answer of ours",
  async (editorUrl) => {
    const { output } = operations["config:get"];
    const service = await openService({ stateFolder: await temporaryFolder(), root: await temporaryFolder(), version: "1.2.3" });
    cleanup(() => service.close());
    const config = output.parse(await service.call("config:get", {}));
    expect(output.safeParse({ ...config, editorUrl: "vscode://file/a" }).success).toBe(true);
    expect(output.safeParse({ ...config, editorUrl }).success).toBe(false);
  },
);

test("no scheme but those of the list is made", async () => {
  const { ask } = await project({ git: false });
  await expect(ask({ source: "src/App.tsx", editor: "file" })).rejects.toMatchObject({ code: "invalid-input" });
});
