import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeProject, type TestProject } from "../../../extension/e2e/project.js";
import { distPath, projectRoot } from "../../../host/testing/paths.js";
import { askMcp } from "../../doctor/mcp-client.js";
import { askNative } from "../../doctor/native-client.js";
import { thisMachine } from "../../machine.js";
import { readVersion } from "./version.js";

const version = readVersion(projectRoot);

let project: TestProject;
beforeAll(async () => {
  project = await makeProject();
});
afterAll(() => project?.remove());

test.each(["server.js", "http.js", "init.js"])("%s --version is the package's", async (name) => {
  const { stdout, stderr } = await execa(process.execPath, [distPath(name), "--version"], { env: { ...project.env } });
  expect([stdout, stderr]).toEqual([version, ""]);
});

test.each(["chrome", "firefox"])("the manifest of the extension for %s has the package's version", (family) => {
  expect(JSON.parse(readFileSync(distPath(`${family}/manifest.json`), "utf8"))).toMatchObject({ version });
});

test("the MCP server and the native host tell the package's version", async () => {
  const here = { machine: thisMachine(), root: project.root, stateFolder: join(project.folder, "state") };
  expect(await askMcp(process.execPath, [distPath("server.js")], here)).toMatchObject({ version });
  expect(await askNative(join(here.stateFolder, "native-host.sh"), here)).toMatchObject({ version });
});

test("/info and /health tell the package's version", async () => {
  const args = [distPath("http.js"), "--project", project.root, "--port", "0", "--json"];
  const server = execa(process.execPath, args, { env: { ...project.env }, reject: false });
  try {
    const [line] = await once(server.stdout, "data");
    const { port } = JSON.parse(String(line));
    for (const path of ["info", "health"]) {
      const answer = await fetch(`http://127.0.0.1:${port}/${path}`).then((response) => response.json());
      expect(answer, path).toMatchObject({ version });
    }
  } finally {
    server.kill();
    await server;
  }
});
