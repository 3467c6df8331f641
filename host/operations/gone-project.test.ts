import { existsSync } from "node:fs";
import { cp, readFile, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connectAgent } from "../cli/testing/agent.js";
import { startHttp } from "../cli/testing/http-peer.js";
import { makeMachine } from "../cli/testing/machine.js";
import { connectNative } from "../cli/testing/native-peer.js";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";
import { openStore } from "../store/store.js";
import { openRegistry } from "../store/user/registry.js";
import { openProjects } from "./projects.js";

const url = "http://localhost:5173/cart";
const words = /The project's folder is gone: shop\. Run `svc-init` in its new place\./;

test("a project whose folder has gone is reported on every way in, nothing is written, and nothing stands in its place", async () => {
  const machine = await makeMachine();
  await machine.knowNative();
  const { root, id } = await machine.project("shop", ["localhost:5173"]);
  const native = connectNative(machine);
  const agent = await connectAgent(machine, root);
  const { port } = await startHttp(machine, root);
  await native.call("captures:create", sampleCapture({ url }), id);
  await agent.call("get_latest_capture");
  await rename(root, join(machine.folder, "moved"));

  const refused = { code: "not-found", message: expect.stringMatching(words) };
  const calls: readonly [string, unknown][] = [
    ["captures:create", sampleCapture({ url })],
    ["captures:list", {}],
    ["config:update", { componentNames: true }],
    ["annotations:resolved", { url }],
    ["requests:pending", {}],
    ["snapshots:create", { capture: "x", kind: "html", data: "x" }],
  ];
  for (const [op, input] of calls) await expect(native.call(op, input, id), op).rejects.toMatchObject(refused);
  await expect(native.call("info:get", { pageUrl: url })).rejects.toMatchObject(refused);
  for (const [tool, args] of [
    ["list_captures", {}],
    ["request_capture", { url }],
    ["get_unresolved", {}],
    ["set_baseline", {}],
  ] as const)
    expect([tool, await agent.call(tool, args)]).toMatchObject([tool, { error: refused }]);
  const answer = await fetch(`http://127.0.0.1:${port}/captures`);
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringMatching(words)]);
  expect(existsSync(root)).toBe(false);

  await rename(join(machine.folder, "moved"), root);
  expect(await native.call("info:get", { pageUrl: url })).toMatchObject({ id });
  expect(await agent.call("list_captures", {})).not.toHaveProperty("error");
});

test("a project whose folder has gone is kept while another is registered, and goes on in the same store once it is back", async () => {
  const machine = await makeMachine();
  const { root, id } = await machine.project("shop", ["localhost:5173"]);
  const projects = await openProjects(machine.state);
  const store = await projects.find({ project: id });
  const moved = join(machine.folder, "moved");
  await rename(root, moved);
  // Takes the one that has gone out of the registry.
  await machine.project("other", ["localhost:5174"]);
  expect(await projects.all()).toContain(store);
  await expect(projects.route(url)).rejects.toMatchObject({ code: "no-match" });
  await rename(moved, root);
  expect((await projects.route(url))[0]).toBe(store);
  await projects.close();
});

test("receipts, accepted settings and the key follow a folder that was moved, and not one that was copied", async () => {
  const machine = await makeMachine();
  const { root } = await machine.project("shop", ["localhost:5173", "shop.example"]);
  const store = await openStore(root, { stateFolder: machine.state });
  const key = await store.sessionKey.read();
  await store.captures.create(sampleCapture({ url, annotations: [sampleAnnotation("own")] }));
  const copy = join(machine.folder, "copy");
  await cp(root, copy, { recursive: true });
  const copied = await openStore(copy, { stateFolder: machine.state });
  expect(await copied.annotations.find("own")).toMatchObject({ origin: "repository" });
  expect((await copied.config.get()).urlPatterns).toEqual(["localhost:5173"]);

  const moved = join(machine.folder, "moved");
  await rename(root, moved);
  const there = await openStore(moved, { stateFolder: machine.state });
  expect(await there.annotations.find("own")).toMatchObject({ origin: "here" });
  expect((await there.config.get()).urlPatterns).toEqual(["localhost:5173", "shop.example"]);
  expect(await there.sessionKey.read()).toBe(key);
  expect(existsSync(root)).toBe(false);
  expect((await readFile(join(moved, ".svc/.session-key"), "utf8")).trim()).toBe(key);

  const disk = join(machine.folder, "disk");
  await rename(moved, disk);
  await symlink(disk, root);
  await openRegistry(machine.state).register(root);
  expect(await openRegistry(machine.state).list()).toMatchObject([{ root: disk }]);
  const linked = await openStore(root, { stateFolder: machine.state });
  expect(await linked.annotations.find("own")).toMatchObject({ origin: "here" });
});
