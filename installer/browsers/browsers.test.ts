import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rowsOfRun } from "../../host/testing/long.js";
import { runInit } from "../init/run.js";
import { expandPath, onDisk, platforms } from "../machine.js";
import { hostKey } from "../native/registry-keys.js";
import { fakeMachine, registryCalls } from "../testing/fake-machine.js";
import { runUninstall } from "../uninstall/run.js";
import { browserNames, browserPlace, browsers } from "./browsers.js";
import { findBrowsers } from "./find.js";

const combinations = browserNames.flatMap((name) =>
  platforms.flatMap((platform) => {
    const place = browserPlace(name, platform);
    return place === undefined ? [] : [{ name, platform, place, family: browsers[name].family }];
  }),
);

describe("a browser that is installed", () => {
  const common = combinations.filter(({ name }) => ["chrome", "edge", "firefox"].includes(name));
  test.each(rowsOfRun(combinations, common))(
    "$name on $platform is found, registered once, and left as it was",
    async ({ name, platform, place, family }) => {
      const fake = fakeMachine(platform);
      const { machine, put, command, tree, stateFolder } = fake;
      const program = expandPath(machine, place.programs[0] ?? "") ?? "";
      put(program);
      expect(findBrowsers(machine)).toEqual([{ name, packaging: "plain", program }]);
      const before = tree();

      expect(await runInit(command({}))).toBe(0);
      const after = tree();
      const folders = (place.manifestFolders ?? []).map((template) => onDisk(machine, expandPath(machine, template) ?? ""));
      const files = platform === "win32" ? [join(stateFolder, "manifests", family)] : folders;
      for (const folder of files) {
        const manifest = JSON.parse(after.get(join(folder, "com.svc.host.json").slice(fake.folder.length + 1)) ?? "null");
        expect(manifest).toMatchObject({
          name: "com.svc.host",
          type: "stdio",
          path: expect.stringContaining(join(stateFolder, "native-host")),
        });
        expect(Object.keys(manifest)).toContain(family === "chromium" ? "allowed_origins" : "allowed_extensions");
      }
      const added = registryCalls(fake).filter(([verb]) => verb === "ADD");
      expect(added).toEqual(
        (place.registryKeys ?? []).map((key) => [
          "ADD",
          hostKey(key),
          "/ve",
          "/t",
          "REG_SZ",
          "/d",
          join(stateFolder, "manifests", family, "com.svc.host.json"),
          "/f",
        ]),
      );

      const again = command({});
      expect(await runInit(again)).toBe(0);
      expect(again.lines).toContain("nothing to do");
      expect(tree()).toEqual(after);

      expect(await runUninstall(command({}))).toBe(0);
      expect(tree()).toEqual(before);
      expect(registryCalls(fake).filter(([verb]) => verb === "DELETE")).toHaveLength(added.length);
    },
  );
});

describe("a browser in a sandbox", () => {
  const sandboxed = combinations.flatMap(({ name, place }) => [
    ...(place.snap === undefined ? [] : [{ name, kind: "snap", path: `/snap/bin/${place.snap}` }]),
    ...(place.flatpak === undefined ? [] : [{ name, kind: "flatpak", path: `/var/lib/flatpak/app/${place.flatpak}/current` }]),
  ]);
  test.each(sandboxed)("$name as a $kind is said, and registered where the desktop's portal starts hosts", async ({ name, kind, path }) => {
    const fake = fakeMachine("linux");
    fake.put(path);
    const run = fake.command({});
    expect(await runInit(run)).toBe(0);
    const leave = `portal.*permission-set webextensions com.svc.host ${kind === "snap" ? "snap." : "org.mozilla."}firefox yes`;
    const note = name === "firefox" ? leave : ": its sandbox cannot start a native host";
    expect(run.lines.join(" ")).toMatch(new RegExp(`${browsers[name].title} is a ${kind}.*${note}`, "i"));
    const manifests = [...fake.tree().keys()].filter((file) => file.endsWith("com.svc.host.json"));
    expect(manifests).toHaveLength(name === "firefox" ? 1 : 0);
  });

  test("a script on PATH that starts the Snap is no plain browser", () => {
    const fake = fakeMachine("linux", { PATH: "/usr/local/bin:/snap/bin" });
    fake.put("/usr/bin/firefox", "#!/bin/sh\nexec /snap/bin/firefox\n");
    fake.put("/snap/bin/firefox");
    expect(findBrowsers(fake.machine).map(({ packaging }) => packaging)).toEqual(["snap"]);
  });
});

test("a browser elsewhere is found through PATH", () => {
  const fake = fakeMachine("linux", { PATH: "/opt/tools:/nix/bin" });
  fake.put("/nix/bin/brave");
  expect(findBrowsers(fake.machine)).toEqual([{ name: "brave", packaging: "plain", program: "/nix/bin/brave" }]);
});

test("without any browser it says so and sets the project up all the same", async () => {
  const fake = fakeMachine("linux");
  const run = fake.command({});
  expect(await runInit(run)).toBe(0);
  expect(run.lines.join("\n")).toMatch(/No browser found/);
  expect(fake.tree().has("project/.mcp.json")).toBe(true);
});
