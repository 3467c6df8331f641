import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UsageError } from "../../host/contract/errors.js";
import { runDoctor } from "../doctor/run.js";
import { runInit } from "../init/run.js";
import { type FakeMachine, fakeMachine, fakeRegistry, fakeShell, registryCalls } from "../testing/fake-machine.js";
import { runUninstall } from "../uninstall/run.js";

const dist = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const programs = { node: process.execPath, server: dist("server.js"), http: dist("http.js"), isTemporary: false };
const local = "C:\\Users\\Ana 100% Müller\\AppData\\Local";
const folder = `${local}\\svc\\wsl-Debian`;
const chromeKey = "HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\com.svc.host";

let fake: FakeMachine;
afterEach(() => fake.remove());

/** A Debian inside a Windows with Chrome, Edge and Firefox; returns where a path of Windows is on the disk at hand. */
function fakeWsl({ conf = "", drives = "/mnt", env = {} } = {}): (path: string) => string {
  fake = fakeMachine("linux", { WSL_DISTRO_NAME: "Debian", USER: "ana", ...env });
  const place = (path: string) => `${drives}/${path[0]?.toLowerCase()}${path.slice(2).replaceAll("\\", "/")}`;
  if (conf !== "") fake.put("/etc/wsl.conf", conf);
  fake.put(place("C:\\Windows\\System32\\reg.exe"), fakeRegistry(fake.folder));
  const variables = { LocalAppData: local, ProgramFiles: "C:\\Program Files", "ProgramFiles(x86)": "C:\\Program Files (x86)" };
  fake.put(place("C:\\Windows\\System32\\cmd.exe"), fakeShell({ ...variables, SystemRoot: "C:\\Windows" }));
  for (const program of ["Google\\Chrome\\Application\\chrome.exe", "Mozilla Firefox\\firefox.exe"]) {
    fake.put(place(`C:\\Program Files\\${program}`));
  }
  fake.put(place("C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe"));
  mkdirSync(join(fake.machine.root, place(local)), { recursive: true });
  return (path) => join(fake.machine.root, place(path));
}

async function init(values = {}, code = 0): Promise<string> {
  const run = { ...fake.command({ agent: ["claude-code"], ...values }), programs };
  expect(await runInit(run)).toBe(code);
  return run.lines.join("\n");
}

describe("svc-init --wsl-bridge", () => {
  test.each([
    ["/mnt", ""],
    ["", "[automount]\nroot = /\n"],
    ["/windir", '[boot]\nroot = /no\n[automount] \n root="/windir/" # mine\n'],
  ])("with drives below %j leads the browsers of Windows to the host in here", async (drives, conf) => {
    const onDisk = fakeWsl({ drives, conf });
    const output = await init({ "wsl-bridge": true });
    expect(output).toMatch(/Google Chrome, Microsoft Edge, Firefox on Windows can start the native host in here/);
    expect(output).not.toMatch(/cannot start a native host/);
    const script = `${folder}\\native-host.cmd`;
    expect(readFileSync(onDisk(script), "utf8").split("\r\n").slice(-2)).toEqual([
      `"C:\\Windows\\System32\\wsl.exe" --distribution "Debian" --user "ana" --exec "${fake.stateFolder}/native-host.sh"`,
      "",
    ]);
    for (const [family, letIn] of Object.entries({ chromium: "allowed_origins", firefox: "allowed_extensions" })) {
      const manifest = JSON.parse(readFileSync(onDisk(`${folder}\\manifests\\${family}\\com.svc.host.json`), "utf8"));
      expect(manifest).toMatchObject({ path: script, [letIn]: [expect.any(String)] });
    }
    const set = registryCalls(fake).filter(([verb]) => verb === "ADD");
    expect(set.map(([, key, ...rest]) => [key, rest[rest.indexOf("/d") + 1]])).toEqual([
      [chromeKey, `${folder}\\manifests\\chromium\\com.svc.host.json`],
      ["HKCU\\Software\\Microsoft\\Edge\\NativeMessagingHosts\\com.svc.host", `${folder}\\manifests\\chromium\\com.svc.host.json`],
      ["HKCU\\Software\\Mozilla\\NativeMessagingHosts\\com.svc.host", `${folder}\\manifests\\firefox\\com.svc.host.json`],
    ]);
  });

  test("with --dry-run shows each file and key of the other side, and changes nothing", async () => {
    fakeWsl();
    const before = fake.tree();
    const output = await init({ "wsl-bridge": true, "dry-run": true });
    for (const path of ["/wsl-Debian/native-host.cmd", "/manifests/chromium/com.svc.host.json", "/manifests/firefox/com.svc.host.json"]) {
      expect(output).toMatch(new RegExp(`would write {2}.*${path}`));
    }
    expect(output).toContain(`would set  ${chromeKey}  (Google Chrome)\n    + ${folder}\\manifests\\chromium\\com.svc.host.json`);
    expect(output).toContain('--distribution "Debian" --user "ana" --exec');
    expect(fake.tree()).toEqual(before);
    expect(registryCalls(fake).filter(([verb]) => verb !== "QUERY")).toEqual([]);
  });

  test("is kept right by later runs, and taken back whole", async () => {
    const onDisk = fakeWsl();
    const before = fake.tree();
    await init({ "wsl-bridge": true });
    expect(await init()).toMatch(/^nothing to do/);
    rmSync(onDisk(`${folder}\\native-host.cmd`));
    expect(await init()).toMatch(/native-host\.cmd {2}\(WSL bridge\)/);
    const run = fake.command({});
    expect(await runUninstall(run)).toBe(0);
    expect(fake.tree()).toEqual(before);
    expect(registryCalls(fake).filter(([verb]) => verb === "DELETE")).toHaveLength(3);
  });

  test("gives a key that named another host back to it", async () => {
    fakeWsl();
    const file = join(fake.folder, "registry", encodeURIComponent(chromeKey));
    mkdirSync(join(fake.folder, "registry"));
    writeFileSync(file, "C:\\other\\host.json");
    await init({ "wsl-bridge": true });
    await runUninstall(fake.command({}));
    expect(readFileSync(file, "utf8")).toBe("C:\\other\\host.json");
  });

  test("whose Windows is out of reach stays in the receipt, until it can be taken back", async () => {
    const onDisk = fakeWsl();
    const before = fake.tree();
    await init({ "wsl-bridge": true });
    const [drive, away] = [onDisk("C:"), join(fake.folder, "away")];
    renameSync(drive, away);
    const run = fake.command({});
    expect(await runUninstall(run)).toBe(0);
    expect(run.lines.filter((line) => /^kept .*NativeMessagingHosts.*cannot be started/.test(line))).toHaveLength(3);
    expect(run.lines.filter((line) => /^kept .*\/svc\/wsl-Debian\/.*not mounted/.test(line))).toHaveLength(3);
    renameSync(away, drive);
    await init();
    await runUninstall(fake.command({}));
    expect(fake.tree()).toEqual(before);
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
      () => fake.put("/proc/sys/kernel/osrelease", "6-microsoft"),
      /not with sudo/,
    ],
  ])("says what to do when %s", async (_when, env, breakIt, message) => {
    const onDisk = fakeWsl({ env });
    breakIt(onDisk);
    const run = fake.command({ "wsl-bridge": true, json: true });
    expect(await runInit({ ...run, programs })).toBe(1);
    expect(run.objects).toMatchObject([{ ok: false, errors: [expect.stringMatching(message)] }]);
  });

  test("is wrong usage elsewhere, and changes nothing", async () => {
    fake = fakeMachine("linux");
    const before = fake.tree();
    await expect(runInit(fake.command({ "wsl-bridge": true }))).rejects.toThrow(UsageError);
    expect(fake.tree()).toEqual(before);
  });
});

test("a project may be named by its Windows path", async () => {
  fakeWsl();
  // Drives are mounted on a real disk; this one has none.
  await expect(init({ project: "Q:\\code\\shop" })).rejects.toThrow("--project /mnt/q/code/shop is no folder");
});

describe("svc-init doctor", () => {
  let onDisk: (path: string) => string;
  beforeEach(async () => {
    if (!existsSync(programs.server)) throw new Error("dist/server.js is missing: run `npm run build` first");
    onDisk = fakeWsl();
    await init({ "wsl-bridge": true });
  });

  async function examine(): Promise<Map<string, { status: string; detail: string }>> {
    const run = fake.command({ json: true });
    await runDoctor({ ...run, programs });
    const [report] = run.objects as { checks: { name: string; status: string; detail: string }[] }[];
    await runUninstall(fake.command({ "delete-data": true }));
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
      () => writeFileSync(join(fake.folder, "registry", encodeURIComponent(chromeKey)), "C:\\x"),
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
