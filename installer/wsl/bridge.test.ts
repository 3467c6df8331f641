import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UsageError } from "../../host/contract/errors.js";
import { runDoctor } from "../doctor/run.js";
import { runInit } from "../init/run.js";
import { type MadeUpMachine, makeUpMachine, registryCalls } from "../testing/made-up-machine.js";
import { registryStandIn, shellStandIn } from "../testing/windows-programs.js";
import { runUninstall } from "../uninstall/run.js";

const dist = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const programs = { node: process.execPath, server: dist("server.js"), http: dist("http.js"), isTemporary: false };
const local = "C:\\Users\\Ana 100% Müller\\AppData\\Local";
const folder = `${local}\\svc\\wsl-Debian`;
const chromeKey = "HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\com.svc.host";

let made: MadeUpMachine;
afterEach(() => made.remove());

/** A Debian inside a Windows with Chrome, Edge and Firefox; gives where a path of Windows is on the disk at hand. */
function makeUpWsl({ conf = "", drives = "/mnt", env = {} } = {}): (path: string) => string {
  made = makeUpMachine("linux", { WSL_DISTRO_NAME: "Debian", USER: "ana", ...env });
  const place = (path: string) => `${drives}/${path[0]?.toLowerCase()}${path.slice(2).replaceAll("\\", "/")}`;
  if (conf !== "") made.put("/etc/wsl.conf", conf);
  made.put(place("C:\\Windows\\System32\\reg.exe"), registryStandIn(made.folder));
  const variables = { LocalAppData: local, ProgramFiles: "C:\\Program Files", "ProgramFiles(x86)": "C:\\Program Files (x86)" };
  made.put(place("C:\\Windows\\System32\\cmd.exe"), shellStandIn({ ...variables, SystemRoot: "C:\\Windows" }));
  for (const program of ["Google\\Chrome\\Application\\chrome.exe", "Mozilla Firefox\\firefox.exe"]) {
    made.put(place(`C:\\Program Files\\${program}`));
  }
  made.put(place("C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe"));
  mkdirSync(join(made.machine.root, place(local)), { recursive: true });
  return (path) => join(made.machine.root, place(path));
}

async function init(values = {}, code = 0): Promise<string> {
  const run = { ...made.command({ agent: ["claude-code"], ...values }), programs };
  expect(await runInit(run)).toBe(code);
  return run.lines.join("\n");
}

describe("svc-init --wsl-bridge", () => {
  test.each([
    ["/mnt", ""],
    ["", "[automount]\nroot = /\n"],
    ["/windir", '[boot]\nroot = /no\n[automount] \n root="/windir/" # mine\n'],
  ])("with drives below %j leads the browsers of Windows to the host in here", async (drives, conf) => {
    const onDisk = makeUpWsl({ drives, conf });
    const said = await init({ "wsl-bridge": true });
    expect(said).toMatch(/Google Chrome, Microsoft Edge, Firefox on Windows can start the native host in here/);
    expect(said).not.toMatch(/cannot start a native host/);
    const script = `${folder}\\native-host.cmd`;
    expect(readFileSync(onDisk(script), "utf8").split("\r\n").slice(-2)).toEqual([
      `"C:\\Windows\\System32\\wsl.exe" --distribution "Debian" --user "ana" --exec "${made.stateFolder}/native-host.sh"`,
      "",
    ]);
    for (const [family, letIn] of Object.entries({ chromium: "allowed_origins", firefox: "allowed_extensions" })) {
      const manifest = JSON.parse(readFileSync(onDisk(`${folder}\\manifests\\${family}\\com.svc.host.json`), "utf8"));
      expect(manifest).toMatchObject({ path: script, [letIn]: [expect.any(String)] });
    }
    const set = registryCalls(made).filter(([verb]) => verb === "ADD");
    expect(set.map(([, key, ...rest]) => [key, rest[rest.indexOf("/d") + 1]])).toEqual([
      [chromeKey, `${folder}\\manifests\\chromium\\com.svc.host.json`],
      ["HKCU\\Software\\Microsoft\\Edge\\NativeMessagingHosts\\com.svc.host", `${folder}\\manifests\\chromium\\com.svc.host.json`],
      ["HKCU\\Software\\Mozilla\\NativeMessagingHosts\\com.svc.host", `${folder}\\manifests\\firefox\\com.svc.host.json`],
    ]);
  });

  test("with --dry-run shows each file and key of the other side, and changes nothing", async () => {
    makeUpWsl();
    const before = made.tree();
    const said = await init({ "wsl-bridge": true, "dry-run": true });
    for (const path of ["/wsl-Debian/native-host.cmd", "/manifests/chromium/com.svc.host.json", "/manifests/firefox/com.svc.host.json"]) {
      expect(said).toMatch(new RegExp(`would write {2}.*${path}`));
    }
    expect(said).toContain(`would set  ${chromeKey}  (Google Chrome)\n    + ${folder}\\manifests\\chromium\\com.svc.host.json`);
    expect(said).toContain('--distribution "Debian" --user "ana" --exec');
    expect(made.tree()).toEqual(before);
    expect(registryCalls(made).filter(([verb]) => verb !== "QUERY")).toEqual([]);
  });

  test("is kept right by later runs, and taken back whole", async () => {
    const onDisk = makeUpWsl();
    const before = made.tree();
    await init({ "wsl-bridge": true });
    expect(await init()).toMatch(/^nothing to do/);
    rmSync(onDisk(`${folder}\\native-host.cmd`));
    expect(await init()).toMatch(/native-host\.cmd {2}\(WSL bridge\)/);
    const run = made.command({});
    expect(await runUninstall(run)).toBe(0);
    expect(made.tree()).toEqual(before);
    expect(registryCalls(made).filter(([verb]) => verb === "DELETE")).toHaveLength(3);
  });

  test("gives a key that named another host back to it", async () => {
    makeUpWsl();
    const file = join(made.folder, "registry", encodeURIComponent(chromeKey));
    mkdirSync(join(made.folder, "registry"));
    writeFileSync(file, "C:\\other\\host.json");
    await init({ "wsl-bridge": true });
    await runUninstall(made.command({}));
    expect(readFileSync(file, "utf8")).toBe("C:\\other\\host.json");
  });

  test("whose Windows is out of reach stays in the receipt, until it can be taken back", async () => {
    const onDisk = makeUpWsl();
    const before = made.tree();
    await init({ "wsl-bridge": true });
    const [drive, away] = [onDisk("C:"), join(made.folder, "away")];
    renameSync(drive, away);
    const run = made.command({});
    expect(await runUninstall(run)).toBe(0);
    expect(run.lines.filter((line) => /^kept .*NativeMessagingHosts.*cannot be started/.test(line))).toHaveLength(3);
    expect(run.lines.filter((line) => /^kept .*\/svc\/wsl-Debian\/.*not mounted/.test(line))).toHaveLength(3);
    renameSync(away, drive);
    await init();
    await runUninstall(made.command({}));
    expect(made.tree()).toEqual(before);
  });

  test.each([
    [
      "the drive is not mounted",
      {},
      (onDisk: (path: string) => string) => rmSync(onDisk("C:\\Windows"), { recursive: true }),
      /not mounted/,
    ],
    [
      "interop is off",
      {},
      (onDisk: (path: string) => string) => writeFileSync(onDisk("C:\\Windows\\System32\\cmd.exe"), "MZ"),
      /Turn interop on/,
    ],
    [
      "the registry cannot be asked",
      {},
      (onDisk: (path: string) => string) => rmSync(onDisk("C:\\Windows\\System32\\reg.exe")),
      /reg\.exe cannot be started.*HTTP works without it/s,
    ],
    [
      "the distribution has no name",
      { WSL_DISTRO_NAME: "", WSL: "1" },
      () => made.put("/proc/sys/kernel/osrelease", "6-microsoft"),
      /not with sudo/,
    ],
  ])("says what to do when %s", async (_when, env, breakIt, message) => {
    const onDisk = makeUpWsl({ env });
    breakIt(onDisk);
    const run = made.command({ "wsl-bridge": true, json: true });
    expect(await runInit({ ...run, programs })).toBe(1);
    expect(run.objects).toMatchObject([{ ok: false, errors: [expect.stringMatching(message)] }]);
  });

  test("is wrong usage elsewhere, and changes nothing", async () => {
    made = makeUpMachine("linux");
    const before = made.tree();
    await expect(runInit(made.command({ "wsl-bridge": true }))).rejects.toThrow(UsageError);
    expect(made.tree()).toEqual(before);
  });
});

test("a project may be named by its Windows path", async () => {
  makeUpWsl();
  // Drives are mounted on a real disk; this one has none.
  await expect(init({ project: "Q:\\code\\shop" })).rejects.toThrow("--project /mnt/q/code/shop is no folder");
});

describe("svc-init doctor", () => {
  let onDisk: (path: string) => string;
  beforeEach(async () => {
    if (!existsSync(programs.server)) throw new Error("dist/server.js is missing: run `npm run build` first");
    onDisk = makeUpWsl();
    await init({ "wsl-bridge": true });
  });

  async function examine(): Promise<Map<string, { status: string; detail: string }>> {
    const run = made.command({ json: true });
    await runDoctor({ ...run, programs });
    const [report] = run.objects as { checks: { name: string; status: string; detail: string }[] }[];
    await runUninstall(made.command({ "delete-data": true }));
    return new Map(report?.checks.map((check) => [check.name, check]));
  }

  test("follows the bridge to the host, which answers", async () => {
    const checks = await examine();
    for (const name of ["browser", "host manifest", "wrapper", "native host"]) expect(checks.get(name)).toMatchObject({ status: "pass" });
    expect(checks.get("host manifest")?.detail).toBe("WSL bridge");
  });

  test.each<[string, () => void, RegExp]>([
    [
      "a key that leads elsewhere",
      () => writeFileSync(join(made.folder, "registry", encodeURIComponent(chromeKey)), "C:\\x"),
      /the key .*Chrome.* does not name/,
    ],
    ["a manifest that is gone", () => rmSync(onDisk(`${folder}\\manifests\\firefox\\com.svc.host.json`)), /firefox.* is missing/],
    ["a script that is gone", () => rmSync(onDisk(`${folder}\\native-host.cmd`)), /native-host\.cmd is missing/],
    ["a script of somebody else", () => writeFileSync(onDisk(`${folder}\\native-host.cmd`), "@echo off"), /starts nothing that we know/],
  ])("names %s", async (_what, breakIt, detail) => {
    breakIt();
    expect((await examine()).get("host manifest")).toMatchObject({ status: "fail", detail: expect.stringMatching(detail) });
  });
});
