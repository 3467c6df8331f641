import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { ServiceEvent } from "../contract/events.js";
import { operationNames, operations } from "../contract/operations.js";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";
import { openStore } from "../store/store.js";
import { cleanup, temporaryFolder } from "../store/testing/temporary.js";
import { until } from "../store/testing/until.js";
import { announce } from "../store/user/presence.js";
import { openRegistry } from "../store/user/registry.js";
import { shapedCapture } from "../testing/shaped-capture.js";
import { waitUntil } from "../testing/wait-until.js";
import { openService } from "./service.js";

async function projects(...names: readonly string[]) {
  const [stateFolder, parent] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const registry = openRegistry(stateFolder);
  const registered = [];
  for (const name of names) {
    await mkdir(join(parent, name));
    registered.push(await registry.register(join(parent, name)));
  }
  const service = await openService({ stateFolder, version: "1.2.3" });
  cleanup(() => service.close());
  const add = async (name: string) => {
    await mkdir(join(parent, name));
    return registry.register(join(parent, name));
  };
  return { stateFolder, parent, service, ids: registered.map(({ id }) => id), registry, add };
}

test("of captures whose addresses hold secrets, that of the asked page is found, and no secret is stored", async () => {
  const { service } = await projects("shop");
  const address = (id: string) => `http://me:secret@localhost:5173/list?token=abc&page=${id}`;
  for (const id of ["1", "2"]) {
    const made = operations["captures:create"].output.parse(
      await service.call("captures:create", sampleCapture({ id: `page-${id}`, url: address(id) })),
    );
    await service.call("baselines:create", { filename: made.filename });
  }
  const { captures } = operations["captures:list"].output.parse(await service.call("captures:list", {}));
  const stored = ["1", "2"].map((id) => `http://localhost:5173/list?token=redacted&page=${id}`);
  expect(captures.map(({ url }) => url).sort()).toEqual(stored);
  for (const id of ["1", "2"]) {
    const compared = await service.call("baselines:compare", { url: address(id) });
    const { before, after } = operations["baselines:compare"].output.parse(compared);
    const asked = captures.find((capture) => capture.url.endsWith(id))?.filename;
    expect([before, after]).toEqual([asked, asked]);
  }
});

test("what goes into a folder of the store that a hand removed makes it anew", async () => {
  const { service, parent } = await projects("shop");
  const { filename } = operations["captures:create"].output.parse(await service.call("captures:create", sampleCapture()));
  for (const name of ["baselines", "snapshots"]) await rm(join(parent, "shop/.svc", name), { recursive: true });
  expect(await service.call("baselines:create", { filename })).toMatchObject({ filename });
  expect(await service.call("snapshots:create", { capture: filename, kind: "html", data: "<p>" })).toHaveProperty("filename");
});

test.skipIf(process.getuid?.() !== 0)("a hook's file that another user wrote keeps no browser out", async () => {
  const { service, parent, stateFolder } = await projects("shop");
  await service.call("info:get", {});
  await writeFile(join(parent, "shop/.svc/run/notes-codex.json"), "{}", { mode: 0o600 });
  for (const folder of [parent, stateFolder]) execFileSync("chmod", ["-R", "a+rX", folder]);
  await chmod(join(parent, "shop/.svc/run/notes-codex.json"), 0o600);
  process.seteuid?.(65_534);
  const info = await service.call("info:get", {}).finally(() => process.seteuid?.(0));
  expect(info).toMatchObject({ name: "shop", listening: "no" });
});

test("a comparison that would be longer than any capture shows as many rows as fit, and how many there are", async () => {
  const { service } = await projects("shop");
  const long = `div${":not(x)".repeat(130)}`;
  const add = async (count: number) =>
    operations["captures:create"].output.parse(await service.call("captures:create", shapedCapture("flat", count, long)));
  await service.call("baselines:create", { filename: (await add(2)).filename });
  const { filename } = await add(6_000);
  const compared = await service.call("baselines:compare", { url: "http://localhost:5173/shaped", filename });
  const { added, summary, truncated } = operations["baselines:compare"].output.parse(compared);
  expect(truncated).toEqual({ shown: added.length, total: 5_998 });
  expect([summary.added, added.length > 1_000, JSON.stringify(compared).length < 6_000_000]).toEqual([5_998, true, true]);
});

test("each operation gives what the table says, of one project", async () => {
  const { service, stateFolder } = await projects("shop");
  const capture = sampleCapture({ annotations: [sampleAnnotation("a1")] });
  const { filename } = operations["captures:create"].output.parse(await service.call("captures:create", capture));
  const root = (await service.projects())[0]?.projectRoot ?? "";
  const store = await openStore(root, { stateFolder });
  await store.annotations.resolve("a1", { action: "fixed", summary: "done" });
  const [first, second] = [
    await store.requests.create({ url: capture.metadata.url }),
    await store.requests.create({ url: capture.metadata.url }),
  ];
  const inputs = {
    "info:get": {},
    "health:get": {},
    "captures:list": { limit: "10" },
    "captures:create": capture,
    "snapshots:create": { capture: filename, kind: "html", data: "<p>" },
    "annotations:resolved": { url: capture.metadata.url },
    "config:get": undefined,
    "config:update": { trustedPatterns: ["example.com"] },
    "baselines:list": {},
    "baselines:create": { filename },
    "baselines:compare": { url: capture.metadata.url },
    "requests:pending": {},
    "requests:ack": { id: first.id },
    "requests:decline": { id: second.id, reason: "no" },
  };
  const outputs: Record<string, unknown> = {};
  // Baselines are made before they are compared.
  for (const name of operationNames) outputs[name] = operations[name].output.parse(await service.call(name, inputs[name]));
  expect(outputs).toMatchObject({
    "info:get": { name: "shop", version: "1.2.3", urlPatterns: ["localhost:5173"], agent: "" },
    "health:get": { status: "ok", version: "1.2.3", writable: true, captures: 1 },
    "captures:list": { captures: [{ filename, annotations: 1, unresolved: 0 }] },
    "annotations:resolved": {
      resolved: [{ id: "a1", capture: filename, resolution: { action: "fixed" } }],
      states: [{ id: "a1", state: "fixed", thread: [{ kind: "resolution", text: "done" }] }],
    },
    "config:update": { trustedPatterns: ["example.com"], urlPatterns: ["localhost:5173"] },
    "baselines:compare": { before: filename, after: filename, summary: { unchanged: 3, changed: 0 } },
    "requests:pending": { requests: [{ id: first.id, kind: "capture" }, { id: second.id }] },
    "requests:ack": { status: "acknowledged" },
    "requests:decline": { status: "declined" },
  });
  expect(JSON.stringify(outputs)).not.toContain(await store.sessionKey.read());
});

test.each([
  ["none:such", {}, "not-found", "captures:list"],
  ["__proto__", {}, "not-found", "info:get"],
  ["captures:list", { limit: 0 }, "invalid-input", "limit"],
  ["captures:list", { limit: "abc" }, "invalid-input", "limit"],
  ["captures:list", { cursor: "nonsense" }, "invalid-input", "cursor"],
  ["captures:list", { pages: 3 }, "invalid-input", "pages"],
  ["annotations:resolved", {}, "invalid-input", "url: missing: expected string"],
  ["captures:create", null, "invalid-input", "captures:create"],
  ["captures:create", [], "invalid-input", "captures:create"],
  ["captures:create", { format: "other" }, "invalid-input", "format"],
  ["captures:create", { x: "y".repeat(6_000_000) }, "too-large", "5242880"],
  ["config:update", { token: 1, urlPatterns: ["localhost:9"] }, "config-key-not-allowed", "token"],
  ["config:update", { token: 1 }, "config-key-not-allowed", "archiveAfterDays"],
  ["config:update", null, "invalid-input", "config:update"],
  ["config:update", { urlPatterns: ["a b"] }, "invalid-input", "urlPatterns.0"],
  ["config:update", { archiveAfterDays: "x".repeat(70_000) }, "too-large", "65536"],
  ["snapshots:create", { capture: "../x.json", kind: "html", data: "x" }, "outside-captures", "file name"],
  ["snapshots:create", { capture: "none.json", kind: "gif", data: "x" }, "invalid-input", "kind"],
  ["baselines:create", { filename: "none.json" }, "not-found", "List the captures"],
  ["baselines:create", { filename: "ü".repeat(150) }, "not-found", "List the captures"],
  ["baselines:compare", { url: "http://localhost:5173/none" }, "not-found", "baseline"],
  ["baselines:compare", { url: "http://localhost:5173/none", filename: "../x.json" }, "outside-captures", "file name"],
  ["requests:ack", { id: "../x" }, "invalid-input", "id"],
  ["requests:ack", { id: "none" }, "not-found", "request"],
])("%s %j is refused with %s and names %s", async (name, input, code, word) => {
  const { service, parent } = await projects("shop");
  const before = await service.call("config:get", {});
  const failure: unknown = await service.call(name, input).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "ServiceError", code, message: expect.stringContaining(word) });
  expect(String(failure)).not.toContain(parent);
  expect(await service.call("config:get", {})).toEqual(before);
  expect(await service.call("health:get", {})).toMatchObject({ captures: 0 });
});

test("calls find their project by id, else by the page; without either the refusal names them all", async () => {
  const { service, ids, parent } = await projects("one", "two");
  const [one = "", two = ""] = ids;
  await service.call("config:update", { urlPatterns: ["localhost:1001"] }, one);
  await service.call("config:update", { urlPatterns: ["localhost:1002"] }, two);
  expect(await service.call("info:get", { pageUrl: "http://127.0.0.1:1001/x" })).toMatchObject({ id: one });
  expect(await service.call("info:get", { pageUrl: `file://${parent}/two/a.html` })).toMatchObject({ id: two });
  await service.call("captures:create", sampleCapture({ url: "http://localhost:1002/" }));
  expect(await service.call("captures:list", {}, two)).toMatchObject({ captures: [{ url: "http://localhost:1002/" }] });
  expect(await service.call("captures:list", { url: "http://localhost:1001/" })).toMatchObject({ captures: [] });
  const there = [one, two].map((id, index) => ({ id, name: ["one", "two"][index] }));
  const noMatch = { code: "no-match", message: expect.stringContaining("one, two"), projects: there };
  await expect(service.call("captures:list", {})).rejects.toMatchObject(noMatch);
  await expect(service.call("info:get", {})).rejects.toMatchObject(noMatch);
  await expect(service.call("info:get", { pageUrl: "http://localhost:1003/" })).rejects.toMatchObject(noMatch);
  await expect(service.call("captures:create", sampleCapture({ url: "https://example.com/" }))).rejects.toMatchObject(noMatch);
  await expect(service.call("health:get", {}, "unknown")).rejects.toMatchObject(noMatch);
});

test.each([
  ["http://localhost:3000/a", "localhost:3000"],
  ["file:///elsewhere/a.html", "file:///elsewhere/"],
  ["https://example.com/a", undefined],
])("a page that the user sends to a project by id teaches it when it is this machine's: %s", async (url, pattern) => {
  const { service, ids } = await projects("one", "two");
  await service.call("captures:create", sampleCapture({ url }), ids[0]);
  expect(await service.call("config:get", {}, ids[0])).toMatchObject({ urlPatterns: pattern === undefined ? [] : [pattern] });
});

test("projects come and go while the service runs", async () => {
  const { service, add, registry } = await projects();
  await expect(service.call("info:get", {})).rejects.toMatchObject({ code: "no-match", message: expect.stringContaining("svc-init") });
  const events: ServiceEvent[] = [];
  cleanup(service.subscribe((event) => events.push(event)));
  const { id, root } = await add("late");
  expect(await service.call("info:get", {})).toMatchObject({ id, projectRoot: root });
  await registry.unregister(id);
  await expect.poll(() => service.call("info:get", {}, id).catch((error: unknown) => error)).toMatchObject({ code: "no-match" });
});

test("a service of one project serves only it, and routes a page only when it is its own", async () => {
  const { stateFolder, parent } = await projects("one", "two");
  const service = await openService({ stateFolder, root: join(parent, "one"), version: "1" });
  cleanup(() => service.close());
  await service.call("config:update", { urlPatterns: ["localhost:1001"] });
  expect(await service.call("info:get", { pageUrl: "http://localhost:1001/" })).toMatchObject({ name: "one" });
  await expect(service.call("info:get", { pageUrl: "http://localhost:1002/" })).rejects.toMatchObject({ code: "no-match" });
  await service.call("captures:create", sampleCapture({ url: "http://localhost:1002/" }));
  expect(await service.call("config:get", {})).toMatchObject({ urlPatterns: ["localhost:1001", "localhost:1002"] });
  await expect(service.call("health:get", {}, "another")).rejects.toMatchObject({ code: "no-match" });
});

test.each([
  ["requests:ack", { answer: "The left one" }, "completed", "The left one"],
  ["requests:decline", { reason: "Ask me tomorrow" }, "declined", "Ask me tomorrow"],
  ["requests:decline", {}, "declined", "No answer."],
] as const)("a question is answered over the wire: %s %j", async (operation, input, status, text) => {
  const { service, stateFolder } = await projects("shop");
  const capture = sampleCapture({ annotations: [sampleAnnotation("a1")] });
  const { url } = capture.metadata;
  await service.call("captures:create", capture);
  const store = await openStore((await service.projects())[0]?.projectRoot ?? "", { stateFolder });
  const events: ServiceEvent[] = [];
  cleanup(service.subscribe((event) => events.push(event)));
  const { id } = await store.requests.create({ url, kind: "question", annotation: "a1", question: "Which?" });
  await store.annotations.append("a1", {
    id,
    by: "agent",
    kind: "question",
    text: "Which?",
    at: new Date().toISOString(),
    agent: "cursor",
  });
  const states = async () => operations["annotations:resolved"].output.parse(await service.call("annotations:resolved", { url })).states;
  expect(await service.call("requests:pending", {})).toMatchObject({
    requests: [{ id, kind: "question", annotation: "a1", question: "Which?" }],
  });
  expect(await states()).toMatchObject([{ id: "a1", state: "question", by: "cursor", thread: [{ id, by: "agent" }] }]);
  expect(await service.call(operation, { id, ...input })).toEqual({ id, status });
  expect(await states()).toMatchObject([{ state: "working", thread: [{ id }, { by: "user", kind: "answer", text }] }]);
  await until(() => events.some((event) => event.type === "config:changed" && event.states?.[0]?.state === "working"));
});

test("the agent is the process's own, else a connected one of the project", async () => {
  const { stateFolder, parent, service } = await projects("one");
  const root = join(parent, "one");
  const presence = await announce(stateFolder, { kind: "mcp", projectRoot: root, agent: "Other" });
  expect(await service.call("info:get", {})).toMatchObject({ agent: "Other", listening: "no" });
  await presence.update({ waitingUntil: new Date(Date.now() + 60_000).toISOString() });
  expect(await service.call("info:get", {})).toMatchObject({ listening: "now" });
  const others = await Promise.all(
    [1, 2, 3, 4].map((id) => announce(stateFolder, { kind: "mcp", projectRoot: root, agent: `Idle ${id}` })),
  );
  // Of several the one that waits reads it.
  expect(await service.call("info:get", {})).toMatchObject({ agent: "Other", listening: "now" });
  for (const other of others) await other.withdraw();
  await presence.update({ waitingUntil: new Date(Date.now() - 1).toISOString() });
  expect(await service.call("info:get", {})).toMatchObject({ listening: "no" });
  await presence.withdraw();
  expect(await service.call("info:get", {})).toMatchObject({ agent: "" });
});

test("events of every project reach the subscriber, with the project's id", async () => {
  const { service, ids } = await projects("one", "two");
  const events: ServiceEvent[] = [];
  const stop = service.subscribe((event) => events.push(event));
  cleanup(stop);
  for (const id of ids) await service.call("captures:create", sampleCapture({ url: "https://example.com/" }), id);
  await until(() => events.length >= 2);
  expect(events.map(({ type, project }) => [type, project]).sort()).toEqual(ids.map((id) => ["capture:created", id]).sort());
});

test("a configuration that cannot be read does not keep a capture out", async () => {
  const { service, parent } = await projects("one");
  await service.call("health:get", {});
  await writeFile(join(parent, "one/.svc/config.json"), "null");
  await service.call("captures:create", sampleCapture());
  expect(await service.call("health:get", {})).toMatchObject({ captures: 1 });
});

test.each([
  ["a short message is enough", 5_000_000, 5_000_001, undefined],
  ["the envelope of a long message does not count", 5_242_000, 5_243_000, undefined],
  ["an input too long in itself is refused", 5_243_000, 5_243_500, "too-large"],
  ["an unmeasured message is measured", 5_243_000, undefined, "too-large"],
])("captures:create and the bound of 5 MB: %s", async (_case, length, messageBytes, code) => {
  const { service } = await projects("shop");
  const [project] = await service.projects();
  const capture = { ...sampleCapture(), padding: "" };
  const padding = "x".repeat(length - JSON.stringify(capture).length);
  const outcome = service.call("captures:create", { ...capture, padding }, project?.id, messageBytes);
  if (code === undefined) expect(await outcome).toHaveProperty("filename");
  else await expect(outcome).rejects.toMatchObject({ code });
});

test("an input that is nested deeper than any of ours is refused in words, and nothing is stored", async () => {
  const [stateFolder, root] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const service = await openService({ stateFolder, root, version: "1" });
  cleanup(() => service.close());
  for (const levels of [65, 20_000]) {
    const deep: unknown = JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
    for (const [name, input] of [
      ["captures:create", { ...sampleCapture(), deep }],
      ["captures:create", deep],
      ["config:update", { urlPatterns: deep }],
    ] as const) {
      const message = expect.stringMatching(/nested|no plain JSON/);
      await expect(service.call(name, input)).rejects.toMatchObject({ code: "invalid-input", message });
    }
  }
  expect(await readdir(join(root, ".svc/captures"))).toEqual([]);
});

test("a note that its user gave to another project is accepted where it was, once; what is settled there, of a report or back again is not", async () => {
  const { service, ids, parent, stateFolder } = await projects("shop", "lamps");
  const [shop = "", lamps = ""] = ids;
  const annotations = ["open", "settled"].map((id) => sampleAnnotation(id));
  await service.call("captures:create", sampleCapture({ id: "c1", url: "http://localhost:81/", annotations }), shop);
  const accept = { id: "t", by: "user", kind: "accept", text: "Good", at: new Date().toISOString() } as const;
  const settled = sampleAnnotation("settled", { thread: [accept] });
  await service.call("captures:create", sampleCapture({ id: "c2", url: "http://localhost:81/", annotations: [settled] }), shop);
  const store = await openStore(join(parent, "shop"), { stateFolder });
  cleanup(() => store.close());
  const imported = sampleAnnotation("imported");
  await store.captures.create(sampleCapture({ id: "c0", url: "http://localhost:81/", annotations: [imported] }), { report: "report.zip" });
  await service.call("config:update", { urlPatterns: [] }, shop);
  const moved = [
    ...[...annotations, imported, sampleAnnotation("unknown")].map((one) => ({ ...one, movedFrom: shop })),
    { ...sampleAnnotation("back"), movedFrom: lamps },
  ];
  for (const id of ["c3", "c4"])
    await service.call("captures:create", sampleCapture({ id, url: "http://localhost:81/", annotations: moved }), lamps);
  const statesIn = async (project: string) => {
    const { states } = operations["annotations:resolved"].output.parse(
      await service.call("annotations:resolved", { url: "http://localhost:81/" }, project),
    );
    return Object.fromEntries(states.map(({ id, state, thread }) => [id, [state, ...thread.map(({ text }) => text)]]));
  };
  expect(await statesIn(shop)).toEqual({
    ...{ open: ["accepted", "Moved to the project lamps."], settled: ["accepted", "Good"] },
    imported: ["sent"],
  });
  expect(await statesIn(lamps)).toEqual({ open: ["sent"], settled: ["sent"], imported: ["sent"], unknown: ["sent"], back: ["sent"] });
});

test("of projects that claim a page alike the first registered takes it, and all are named until one gives way", async () => {
  const { service, ids, parent } = await projects("shop", "clone");
  const [shop = "", clone = ""] = ids;
  for (const id of ids) await service.call("config:update", { urlPatterns: ["shop.example:81"] }, id);
  const ask = () => service.call("info:get", { pageUrl: "http://shop.example:81/" });
  const claimants = [
    { id: shop, name: `${basename(parent)}/shop` },
    { id: clone, name: `${basename(parent)}/clone` },
  ];
  expect(await ask()).toMatchObject({ id: shop, claimants });
  expect(await service.call("info:get", {}, shop)).not.toHaveProperty("claimants");
  await service.call("config:update", { urlPatterns: [] }, shop);
  expect(await ask()).toMatchObject({ id: clone });
  expect(await ask()).not.toHaveProperty("claimants");
});

test.runIf(process.platform === "linux")(
  "a page goes to the project in whose folder its server runs, also while that starts again, and not to the one that had the port before",
  async () => {
    const { service, parent, ids, registry } = await projects("shop", "blog");
    const [port, stop] = await serveFrom(join(parent, "blog"));
    for (const id of ids) await service.call("config:update", { urlPatterns: [id === ids[0] ? `localhost:${port}` : "localhost:1"] }, id);
    const page = `http://localhost:${port}/`;
    const owner = async () => operations["info:get"].output.parse(await service.call("info:get", { pageUrl: page })).name;
    expect(await owner()).toBe("blog");
    for (const id of ids) await service.call("captures:create", sampleCapture({ id: `c-${id}`, url: page }), id);
    // Which of two servers a name leads to is not known: one may listen on each address of the machine.
    const [, stopOther] = await serveFrom(parent, port, "127.0.0.2");
    expect(await owner()).toBe("shop");
    await stopOther();
    expect(await owner()).toBe("blog");
    await stop();
    expect(await owner()).toBe("blog");
    // Of what runs in no project's folder the patterns decide, as of a server of the folder around them.
    const [, stopOuter] = await serveFrom(parent, port);
    expect(await owner()).toBe("shop");
    await registry.register(parent);
    await waitUntil("the outer project", async () => (await service.projects()).length === 3 || undefined);
    expect(await owner()).toBe("shop");
    await stopOuter();
  },
);

test.runIf(process.platform === "linux")(
  "a page of a port that no project names goes to the only project, where its server runs in that",
  async () => {
    const { service, parent } = await projects("shop");
    await service.call("config:update", { urlPatterns: ["localhost:1"] });
    const ask = async (cwd: string) => {
      const [port] = await serveFrom(cwd);
      return service.call("info:get", { pageUrl: `http://localhost:${port}/` });
    };
    await expect(ask(parent)).rejects.toMatchObject({ code: "no-match" });
    expect(await ask(join(parent, "shop"))).toMatchObject({ name: "shop" });
  },
);

/** A server in a process of its own that runs in a folder. Returns its port and what ends it. */
async function serveFrom(cwd: string, port = 0, host = "127.0.0.1"): Promise<readonly [number, () => Promise<unknown>]> {
  const program = `require("http").createServer().listen(${port}, "${host}", function () { console.log(this.address().port); })`;
  const server = spawn(process.execPath, ["-e", program], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "exit");
  const stop = () => {
    server.kill();
    return ended;
  };
  cleanup(async () => void (await stop()));
  const [text] = await once(server.stdout, "data");
  return [Number(String(text)), stop];
}
