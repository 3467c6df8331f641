import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { UsageError } from "../../host/contract/errors.js";
import { sampleAnnotation, sampleCapture } from "../../host/contract/testing/sample.js";
import { openStore } from "../../host/store/store.js";
import { cleanup } from "../../host/store/testing/temporary.js";
import { recordHello } from "../../host/store/user/presence.js";
import { type FakeMachine, fakeMachine } from "../testing/fake-machine.js";
import { takePorts } from "../testing/taken-ports.js";
import { runTrust } from "../trust.js";
import { runUninstall } from "../uninstall/run.js";
import { runInit } from "./run.js";

let fake: FakeMachine;
beforeEach(() => {
  fake = fakeMachine("linux");
  fake.put("/usr/bin/chromium");
});

const inProject = (name: string) => join(fake.project, name);
const json = (path: string) => JSON.parse(readFileSync(path, "utf8"));

/** Runs svc-init and returns its output as one text. */
async function init(values = {}, code = 0): Promise<string> {
  const run = fake.command(values);
  expect(await runInit(run)).toBe(code);
  return run.lines.join("\n");
}

async function trust(values = {}): Promise<unknown> {
  const run = fake.command(values);
  expect(await runTrust(run)).toBe(0);
  return run.objects[0];
}

async function uninstall(values = {}): Promise<string> {
  const run = fake.command(values);
  expect(await runUninstall(run)).toBe(0);
  return run.lines.join("\n");
}

describe("the end", () => {
  test("names the extension's folder and how to load it, until a browser has called", async () => {
    const first = await init();
    expect(first).toMatch(/chrome:\/\/extensions, Developer mode, Load unpacked: .*dist.chrome$/m);
    expect(first).toMatch(/Load Temporary Add-on: .*dist.firefox.manifest\.json$/m);
    await recordHello(fake.stateFolder, { transport: "native", extension: "1.0.0", browser: "Chromium" });
    const second = await init({ url: ["localhost:5173"] });
    expect(second).toMatch(/^Done: the project is set up[\s\S]*Start your agent/);
    expect(second).not.toContain("chrome://");
  });
});

describe("the project", () => {
  test("gets URL patterns once each, whatever their spelling, behind those it has", async () => {
    await init({ url: ["localhost:5173"] });
    const output = await init({ url: ["127.0.0.1:5173", "app.example", "app.example"] });
    expect(json(inProject(".svc/config.json")).urlPatterns).toEqual(["localhost:5173", "app.example"]);
    expect(output.match(/URL pattern/g)).toHaveLength(1);
  });

  test("that a server has set up already keeps its patterns and gets what it lacks", async () => {
    mkdirSync(inProject(".svc"));
    writeFileSync(inProject(".svc/config.json"), '{"urlPatterns":["localhost:5173"],"mine":1}');
    await init({ url: ["localhost:5173"] });
    expect(json(inProject(".svc/config.json"))).toEqual({ urlPatterns: ["localhost:5173"], mine: 1 });
    expect(existsSync(inProject(".svc/.session-key"))).toBe(true);
    expect(await uninstall()).not.toMatch(/\.svc$/m);
    expect(existsSync(inProject(".svc/config.json"))).toBe(true);
  });

  test.each(["two words", "ftp://x", "", "host:99999", "*.com", "*.github.io:443", "file:///"])(
    "refuses the URL pattern %j and changes nothing",
    async (url) => {
      const before = fake.tree();
      await expect(runInit(fake.command({ url: [url] }))).rejects.toThrow(UsageError);
      expect(fake.tree()).toEqual(before);
    },
  );

  test("counts what svc-init was told as the user's own word, and what its folder brings as a proposal", async () => {
    mkdirSync(inProject(".svc"));
    writeFileSync(inProject(".svc/config.json"), '{"urlPatterns":["shop.example"],"trustedPatterns":["shop.example","*.com"]}');
    expect(await init()).toMatch(/proposes.*pages of these hosts without asking: shop\.example;.*svc-init trust --accept/);
    expect(await trust({ json: true })).toMatchObject({ proposal: { trustedPatterns: ["shop.example"], urlPatterns: ["shop.example"] } });
    await init({ url: ["shop.example"] });
    expect(await trust()).toMatchObject({ proposal: { trustedPatterns: ["shop.example"] }, refused: [expect.stringContaining("*.com")] });
    expect(await trust()).not.toHaveProperty("proposal.urlPatterns");
    expect(await trust({ accept: true })).toMatchObject({ decision: "accepted" });
    expect(await trust()).toMatchObject({ proposal: null, decision: null });
    expect(existsSync(join(fake.stateFolder, "receipts"))).toBe(true);
    await uninstall();
    expect(existsSync(join(fake.stateFolder, "receipts"))).toBe(false);
  });

  test.each([true, false])(
    "that is set up again has the user's notes as theirs, and nothing accepted (.svc of svc-init: %s)",
    async (isOwn) => {
      const open = () => openStore(fake.project, { stateFolder: fake.stateFolder });
      if (!isOwn) mkdirSync(inProject(".svc"));
      await init();
      await (await open()).captures.create(sampleCapture({ annotations: [sampleAnnotation("a")] }));
      await (await open()).config.update({ trustedPatterns: ["shop.example"] });
      await uninstall();
      await init();
      expect((await (await open()).annotations.find("a")).origin).toBe("here");
      expect(await trust()).toMatchObject({ proposal: { trustedPatterns: ["shop.example"] } });
      await uninstall({ "delete-data": true });
      expect(existsSync(join(fake.stateFolder, "receipts"))).toBe(!isOwn);
    },
  );

  test("names a configuration that cannot be read", async () => {
    mkdirSync(inProject(".svc"));
    writeFileSync(inProject(".svc/config.json"), "{");
    expect(await init()).toMatch(/config\.json is not a JSON object.*Correct `\.svc\/config\.json`, or remove it\./);
  });

  test("trust in a folder that is no project makes nothing", async () => {
    const before = fake.tree();
    expect(await trust({ accept: true })).toMatchObject({ proposal: null });
    expect(fake.tree()).toEqual(before);
  });

  test("a dry run shows what would change and changes nothing", async () => {
    const before = fake.tree();
    const output = await init({ "dry-run": true, url: ["localhost:1"] });
    expect(output).toMatch(/would write .*\.mcp\.json/);
    expect(output).toMatch(/^ +\+ .*"mcpServers"/m);
    expect(fake.tree()).toEqual(before);
  });

  test("keeps its session key for its owner only", async () => {
    await init();
    expect(statSync(inProject(".svc/.session-key")).mode & 0o777).toBe(0o600);
    const key = readFileSync(inProject(".svc/.session-key"), "utf8");
    expect(await init({ "rotate-key": true })).toMatch(/must pair again.*`svc-init pair`/);
    expect(readFileSync(inProject(".svc/.session-key"), "utf8")).not.toBe(key);
  });
});

describe("host manifests", () => {
  test("go into each folder given, in the form that its name asks for", async () => {
    const folders = ["profile/NativeMessagingHosts", "home/.mozilla/native-messaging-hosts"].map((name) => join(fake.folder, name));
    await init({ "host-manifest-dir": folders });
    expect(json(join(folders[0] ?? "", "com.svc.host.json"))).toHaveProperty("allowed_origins");
    expect(json(join(folders[1] ?? "", "com.svc.host.json"))).toHaveProperty("allowed_extensions");
  });

  test("that were damaged are written anew, and go all the same", async () => {
    const before = fake.tree();
    const folder = join(fake.folder, "hosts");
    await init({ "host-manifest-dir": [folder] });
    writeFileSync(join(folder, "com.svc.host.json"), "{");
    await init({ "host-manifest-dir": [folder] });
    expect(json(join(folder, "com.svc.host.json")).name).toBe("com.svc.host");
    await uninstall();
    expect(fake.tree()).toEqual(before);
  });

  test("let further extensions in and keep them on the next run", async () => {
    const folder = join(fake.folder, "hosts");
    const id = "a".repeat(32);
    await init({ "host-manifest-dir": [folder], "extension-id": [id] });
    await init({ "host-manifest-dir": [folder] });
    expect(json(join(folder, "com.svc.host.json")).allowed_origins).toContain(`chrome-extension://${id}/`);
    expect(json(join(fake.stateFolder, "projects.json")).extensionIds).toEqual([id]);
  });

  test("name a wrapper that may be run, and mend it when it may not", async () => {
    await init();
    const wrapper = join(fake.stateFolder, "native-host.sh");
    chmodSync(wrapper, 0o644);
    expect(await init()).toContain(wrapper);
    expect(statSync(wrapper).mode & 0o777).toBe(0o700);
  });

  test("stand, with all of the per-user state, where no other user may read", async () => {
    await init();
    const open = readdirSync(fake.stateFolder, { recursive: true, encoding: "utf8" })
      .concat(".")
      .filter((path) => (statSync(join(fake.stateFolder, path)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  test("are left out under WSL, which is said", async () => {
    fake = fakeMachine("linux", { WSL_DISTRO_NAME: "Debian" });
    fake.put("/usr/bin/chromium");
    expect(await init()).toMatch(/WSL: browsers on the Windows side[\s\S]*svc-init pair/);
    expect([...fake.tree().keys()].filter((name) => name.endsWith("com.svc.host.json"))).toEqual([]);
  });

  test("point into a lasting copy when the program runs out of a package runner's cache", async () => {
    const cache = join(fake.folder, "cache");
    mkdirSync(cache);
    // What a browser gets to hear if it runs: an ES module, below a home whose package.json has another type.
    for (const name of ["server.js", "http.js"]) writeFileSync(join(cache, name), `import "node:fs"; console.log("${name}");`);
    writeFileSync(join(fake.folder, "package.json"), '{"type":"commonjs"}');
    const run = fake.command({});
    const programs = { ...run.programs, server: join(cache, "server.js"), http: join(cache, "http.js"), isTemporary: true };
    expect(await runInit({ ...run, programs })).toBe(0);
    expect(run.lines.join("\n")).not.toContain(cache);
    const wrapper = readFileSync(join(fake.stateFolder, "native-host.sh"), "utf8");
    expect(wrapper).not.toContain(cache);
    expect(spawnSync(join(fake.stateFolder, "native-host.sh"), { encoding: "utf8" })).toMatchObject({ stdout: "server.js\n", stderr: "" });
    expect(json(inProject(".mcp.json")).mcpServers.svc).toMatchObject({
      command: "npx",
      args: ["-y", "svc-capture", "--project", fake.project],
    });
  });
});

describe("agents", () => {
  test("that leave traces get their entry, others do not", async () => {
    mkdirSync(inProject(".vscode"));
    fake.put("/home/ana/.codex/config.toml", '# mine\nmodel = "x"\n');
    await init();
    expect(json(inProject(".vscode/mcp.json")).servers.svc).toMatchObject({ type: "stdio", command: process.execPath });
    const config = fake.tree().get("disk/home/ana/.codex/config.toml");
    expect(config).toMatch(/^# mine\nmodel = "x"\n\n\[mcp_servers\.svc\]\n/);
    // Codex passes few variables on to its servers.
    expect(config).toContain(`SVC_HOME = "${fake.stateFolder}"`);
    expect(existsSync(inProject(".cursor/mcp.json"))).toBe(false);
  });

  test("a broken file is left as it is and the entry is printed", async () => {
    writeFileSync(inProject(".mcp.json"), '{ "mcpServers": {');
    const output = await init();
    expect(readFileSync(inProject(".mcp.json"), "utf8")).toBe('{ "mcpServers": {');
    expect(output).toMatch(/cannot be read[\s\S]*"svc"/);
  });

  test("a file that is a link stays one", async () => {
    const target = inProject("dotfiles.json");
    writeFileSync(target, "{}\n");
    symlinkSync(target, inProject(".mcp.json"));
    await init();
    expect(json(target).mcpServers.svc.args).toContain(fake.project);
    await uninstall();
    expect(readFileSync(target, "utf8")).toBe("{}\n");
  });
});

describe("uninstall", () => {
  const mine = '{\n  // my servers\n  "mcpServers": { "db": { "command": "db" } }, "other": [1,2]\n}\n';

  test("gives back every file to the byte", async () => {
    writeFileSync(inProject(".mcp.json"), mine);
    fake.put("/home/ana/.codex/config.toml", 'model = "x" # mine');
    const before = fake.tree();
    await init({ url: ["localhost:3000"], agent: ["claude-code", "codex", "kiro", "vscode"] });
    await init({ url: ["localhost:4000"] });
    expect(await uninstall({ "dry-run": true })).toMatch(/would be restored/);
    await uninstall();
    expect(fake.tree()).toEqual(before);
    expect(await uninstall()).toBe("nothing to do");
  });

  test("takes only its entry out of a file that the user went on writing", async () => {
    writeFileSync(inProject(".mcp.json"), mine);
    await init();
    const changed = readFileSync(inProject(".mcp.json"), "utf8").replace('"db": {', '"new": { "command": "new" }, "db": {');
    writeFileSync(inProject(".mcp.json"), changed);
    expect(await uninstall()).toMatch(/your other changes stay/);
    const left = readFileSync(inProject(".mcp.json"), "utf8");
    expect(left).toContain("// my servers");
    expect(left).toContain('"new": { "command": "new" }');
    expect(left).not.toContain("svc");
  });

  test("leaves what the user changed in our own files, and says so", async () => {
    await init();
    const wrapper = join(fake.stateFolder, "native-host.sh");
    writeFileSync(wrapper, `${readFileSync(wrapper, "utf8")}# mine\n`);
    const config = inProject(".mcp.json");
    writeFileSync(config, readFileSync(config, "utf8").replace("--project", "--tools"));
    const output = await uninstall();
    expect(output.match(/^kept /gm)).toHaveLength(3);
    expect(existsSync(wrapper)).toBe(true);
    expect(readFileSync(config, "utf8")).toContain("--tools");
  });

  test("keeps captures unless told otherwise", async () => {
    await init();
    writeFileSync(inProject(".svc/captures/a.json"), "{}");
    const output = await uninstall();
    expect(output).toMatch(/holds captures/);
    // What stays beside it, and what this program cannot take away.
    expect(output).toContain(`kept  ${fake.stateFolder}`);
    expect(output).toMatch(/extension stays in your browsers/);
    expect(existsSync(inProject(".svc/captures/a.json"))).toBe(true);
  });

  test("of one project leaves the other's working", async () => {
    await init();
    const other = join(fake.folder, "other");
    mkdirSync(other);
    await init({ project: other });
    await uninstall({ project: other });
    expect(existsSync(join(other, ".mcp.json"))).toBe(false);
    expect(existsSync(inProject(".mcp.json"))).toBe(true);
    expect(existsSync(join(fake.stateFolder, "native-host.sh"))).toBe(true);
    expect(await init()).toContain("nothing to do");
  });
});

describe("ports that are all taken", () => {
  /** Only a machine without any browser needs a port. */
  test.each<[string, { browser: boolean; values: object; code: number }]>([
    ["are an error where nothing else reaches the project", { browser: false, values: { "no-start": false }, code: 1 }],
    ["are an error where the user asked for one", { browser: true, values: { "no-start": false, http: true }, code: 1 }],
    ["are told, and no more, where native messaging is set up", { browser: true, values: { "no-start": false }, code: 0 }],
    ["are told, and no more, where nothing is to be started", { browser: false, values: { "no-start": true, http: true }, code: 0 }],
  ])("%s", async (_what, { browser, values, code }) => {
    const bare = fakeMachine("linux");
    if (browser) bare.put("/usr/bin/chromium");
    const taken = await takePorts(3);
    cleanup(taken.free);
    const run = bare.command({ json: true, ...values });
    const machine = { ...run.machine, env: { ...run.machine.env, SVC_PORTS: taken.ports.join() } };
    expect(await runInit({ ...run, machine })).toBe(code);
    const output = expect.arrayContaining([expect.stringMatching(/^All 3 ports of the HTTP server are taken/)]);
    expect(run.objects[0]).toMatchObject(code === 0 ? { ok: true, notes: output, errors: [] } : { ok: false, errors: output });
    expect(existsSync(join(bare.project, ".svc"))).toBe(true);
  });
});
