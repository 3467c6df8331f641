import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";
import { isLong } from "../testing/long.js";
import { connectAgent } from "./testing/agent.js";
import {
  baselinePage,
  foreignBaseline,
  foreignConfig,
  foreignKey,
  foreignRequest,
  foreignStore,
  makeHostileRepository,
} from "./testing/hostile-repository.js";
import { send, startHttp } from "./testing/http-peer.js";
import { type Machine, makeMachine } from "./testing/machine.js";
import { connectNative } from "./testing/native-peer.js";

/** Runs `svc-init` to its end; returns what it printed. */
async function svcInit(machine: Machine, ...args: readonly string[]): Promise<{ code: number | string; text: string }> {
  const run = machine.start("init.js", args);
  const code = await run.ended;
  return { code, text: run.stdout() + run.stderr() };
}

/** A clone that was set up on this machine as users do. */
async function clonedProject(store = foreignStore()) {
  const machine = await makeMachine();
  await machine.knowNative();
  const repository = await makeHostileRepository(machine, store);
  const project = repository.clone("app");
  const init = await svcInit(machine, "--project", project.root, "--no-start", "--yes");
  expect(init.code).toBe(0);
  const native = connectNative(machine);
  return {
    machine,
    repository,
    ...project,
    init: init.text,
    native,
    call: (op: string, input: unknown = {}) => native.call(op, input, project.id),
  };
}

test("what a clone's configuration would widen does not count, for no reader", async () => {
  const { call, native, init } = await clonedProject();
  const off = { trustedPatterns: [], componentNames: false, autoAnswerRequests: false, includeSnapshot: false, includeScreenshot: false };
  expect(await call("config:get")).toMatchObject({ ...off, urlPatterns: ["localhost:5173"] });
  expect(await call("info:get")).toMatchObject({ trustedPatterns: [], urlPatterns: ["localhost:5173"] });
  for (const pageUrl of ["https://bank.example/account", "file:///home/ana/taxes.html", "https://shop.com/"]) {
    await expect(native.call("info:get", { pageUrl })).rejects.toMatchObject({ code: "no-match" });
  }
  for (const word of ["bank.example", "svc-init trust"]) expect(init).toContain(word);
});

/** A set-up machine costs as much as thirty other tests: one row of each of configuration, notes and consent runs in `npm test`. */
const atLength = test.skipIf(!isLong);

atLength("a request of the clone is neither shown nor answered, and takes no place", async () => {
  const { call, machine, root } = await clonedProject();
  expect(await call("requests:pending")).toEqual({ requests: [] });
  for (const op of ["requests:ack", "requests:decline"])
    await expect(call(op, { id: foreignRequest })).rejects.toMatchObject({ code: "not-found" });
  const capture = sampleCapture({ url: baselinePage, requestId: foreignRequest });
  expect(await call("captures:create", capture)).toMatchObject({ requestId: null });
  const agent = await connectAgent(machine, root);
  expect(await agent.call("get_request_status", { requestId: foreignRequest })).toMatchObject({ error: { code: "not-found" } });
  const { requestId } = await agent.call("request_capture", { url: baselinePage });
  expect(await call("requests:pending")).toMatchObject({ requests: [{ id: requestId }] });
});

atLength("a baseline of the clone is not compared with, which is said, until the user takes it", async () => {
  const { call, machine, root } = await clonedProject();
  await call("captures:create", sampleCapture({ url: baselinePage }));
  expect(await call("baselines:list")).toMatchObject({ baselines: [], proposed: 1 });
  await expect(call("baselines:compare", { url: baselinePage })).rejects.toThrow(/with the repository.*svc-init trust/);
  const agent = await connectAgent(machine, root);
  expect(await agent.call("list_baselines")).toMatchObject({ rows: [], hint: expect.stringContaining("svc-init trust") });
  expect(await agent.call("compare_baseline")).toMatchObject({ error: { message: expect.stringContaining("svc-init trust") } });
  await svcInit(machine, "trust", "--accept", "--project", root);
  expect(await call("baselines:list")).toMatchObject({ baselines: [{ filename: foreignBaseline }] });
  expect(await call("baselines:compare", { url: baselinePage })).toMatchObject({ before: foreignBaseline });
});

test("annotations of the clone are named to the agent as nobody's word of this machine", async () => {
  const planted = sampleCapture({ url: baselinePage, annotations: [sampleAnnotation("planted")] });
  const { call, machine, root } = await clonedProject({ ...foreignStore(), "captures/planted.json": JSON.stringify(planted) });
  const agent = await connectAgent(machine, root);
  const named = expect.stringMatching(/not from this user: planted\./);
  expect(await agent.call("get_unresolved")).toMatchObject({ hint: named });
  expect(await agent.call("get_annotations", { capture: "planted.json" })).toMatchObject({ hint: named });
  expect(await agent.call("wait_for_annotations")).toMatchObject({ hint: named });
  expect(await agent.call("get_annotation_context", { annotation: "planted" })).toMatchObject({ annotation: { hint: named } });
  await call("captures:create", sampleCapture({ url: baselinePage, annotations: [sampleAnnotation("own")] }));
  expect(await agent.call("get_unresolved")).toMatchObject({ hint: named });
  expect(await agent.call("wait_for_annotations")).not.toHaveProperty("hint");
});

atLength("a session key of the clone is replaced before anybody signs with it", async () => {
  const { machine, root } = await clonedProject();
  const { text } = await svcInit(machine, "pair", "--project", root);
  expect(text).toMatch(/^[0-9a-f]{64}$/m);
  expect(text).not.toContain(foreignKey);
  expect(await readFile(join(root, ".svc/.session-key"), "utf8")).not.toContain(foreignKey);
});

atLength("over HTTP nothing of it counts either, and its key opens no session", async () => {
  const { machine, root } = await clonedProject();
  const { port } = await startHttp(machine, root);
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  expect(await get("/config")).toMatchObject({ trustedPatterns: [], autoAnswerRequests: false, includeSnapshot: false });
  expect(await get("/info")).toMatchObject({ trustedPatterns: [] });
  expect([await get("/requests"), await get("/baselines")]).toMatchObject([{ requests: [] }, { baselines: [] }]);
  const status = async (key: string) => {
    const { challenge } = z.object({ challenge: z.string() }).parse(await get("/handshake"));
    const proof = createHmac("sha256", Buffer.from(key, "hex")).update(`HANDSHAKE\n${challenge}`).digest("hex");
    return (await send(port, "POST", "/handshake", JSON.stringify({ challenge, proof }))).status;
  };
  expect(await status(foreignKey)).toBe(401);
  expect(await status((await readFile(join(root, ".svc/.session-key"), "utf8")).trim())).toBe(201);
});

atLength("a repository's words reach the terminal without what controls it", async () => {
  const hidden = "\u001b[2J\u202e";
  const hostile = { trustedPatterns: [`bank.example/${hidden}`, `${hidden}.example`, "gіthub.com"], urlPatterns: [`file:///${hidden}/`] };
  const { machine, root, init } = await clonedProject({ "config.json": JSON.stringify(hostile) });
  const shown = (await svcInit(machine, "trust", "--project", root)).text;
  for (const text of [init, shown]) expect(text).not.toMatch(/[^\P{C}\n]/u);
  expect(shown).toMatch(/xn--gthub-\w+\.com/);
});

test("svc-init trust shows, takes and leaves the whole; a changed proposal is asked anew", async () => {
  const { machine, repository, root, call } = await clonedProject();
  const trust = async (...args: readonly string[]) => svcInit(machine, "trust", "--project", root, ...args);
  const shown = JSON.parse((await trust("--json")).text);
  expect(shown.proposal).toMatchObject({
    trustedPatterns: ["bank.example"],
    urlPatterns: ["bank.example", "file:///home/"],
    autoAnswerRequests: true,
  });
  expect((await svcInit(machine, "status")).text).toContain("svc-init trust");
  expect((await svcInit(machine, "doctor", "--project", root)).text).toContain("svc-init trust");

  expect((await trust("--reject")).code).toBe(0);
  expect((await svcInit(machine, "status")).text).not.toContain("svc-init trust");
  expect(await call("config:get")).toMatchObject({ trustedPatterns: [], autoAnswerRequests: false });

  await repository.commit({ "config.json": JSON.stringify({ ...foreignConfig, trustedPatterns: ["bank.example", "mail.example"] }) });
  execFileSync("git", ["pull", "--quiet"], { cwd: root, env: machine.env, stdio: "pipe" });
  expect((await svcInit(machine, "status")).text).toContain("svc-init trust");
  expect((await trust("--accept")).code).toBe(0);
  expect(await call("config:get")).toMatchObject({ trustedPatterns: ["bank.example", "mail.example"], autoAnswerRequests: true });
  expect((await trust("--accept", "--reject")).code).toBe(2);
});

atLength("what the user adds counts at once and accepts nothing else", async () => {
  const { call, root } = await clonedProject();
  await call("config:update", { trustedPatterns: ["mine.example"] });
  expect(await call("config:get")).toMatchObject({ trustedPatterns: ["mine.example"], autoAnswerRequests: false });
  // The team's file keeps what it proposes.
  expect(JSON.parse(await readFile(join(root, ".svc/config.json"), "utf8")).trustedPatterns).toEqual([
    "mine.example",
    "bank.example",
    "*.com",
  ]);
});

atLength("an extension page accepts by writing exactly what config:get proposes, and leaves it by writing what holds", async () => {
  const { call } = await clonedProject();
  const { proposed } = Object(await call("config:get"));
  expect(proposed).toMatchObject({ trustedPatterns: ["bank.example"], includeSnapshot: true, baselines: 1, left: false });
  const { urlPatterns, trustedPatterns } = Object(await call("config:get"));
  const off = { componentNames: false, autoAnswerRequests: false, includeSnapshot: false, includeScreenshot: false };
  await call("config:update", { urlPatterns, trustedPatterns, ...off });
  expect(await call("config:get")).toMatchObject({ ...off, proposed: { left: true } });
  await call("config:update", { trustedPatterns: [...trustedPatterns, ...proposed.trustedPatterns], includeSnapshot: true });
  expect(await call("config:get")).toMatchObject({ trustedPatterns: ["bank.example"], includeSnapshot: true, autoAnswerRequests: false });
});
