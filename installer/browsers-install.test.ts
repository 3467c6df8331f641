import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../host/store/testing/temporary.js";
import { ensureChromium, ensureFirefox, ensureTestPrograms } from "./browsers-install.mjs";

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
});

function file(path: string, text = ""): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  chmodSync(full, 0o755);
  return full;
}

/** Puts stand-ins for apt into a folder of their own; they write down how they were called, and "install" what is asked for. */
function aptIn({ snap = false, fails = false } = {}) {
  const log = join(root, "calls");
  file("bin/apt-cache", `#!/bin/sh\necho "Package: $3"\n${snap ? 'echo "Pre-Depends: snapd"' : ""}\n`);
  const install = `for a in "$@"; do [ -z "$seen" ] || { mkdir -p "${root}/usr/bin"; : > "${root}/usr/bin/$a"; }; [ "$a" != --no-install-recommends ] || seen=1; done`;
  file("bin/apt-get", `#!/bin/sh\necho "$@" >> "${log}"\n${fails ? 'echo "E: no space" >&2; exit 100' : install}\n`);
  const lines: string[] = [];
  const machine = { root, uid: 0, env: { PATH: `${join(root, "bin")}:/usr/bin:/bin` }, say: (line: string) => void lines.push(line) };
  return { machine, lines, calls: () => readFileSync(log, "utf8") };
}

describe("ensureChromium", () => {
  test("takes the browser that is there and installs nothing", async () => {
    const path = file("usr/bin/google-chrome");
    const { machine, lines } = aptIn();
    expect(await ensureChromium(machine)).toBe(path);
    expect(lines).toEqual([]);
  });

  test("installs Chromium as root on Debian and says so", async () => {
    file("etc/debian_version", "12");
    const { machine, lines, calls } = aptIn();
    expect(await ensureChromium(machine)).toBe(join(root, "usr/bin/chromium"));
    expect(lines).toEqual(["apt-get update", "apt-get install --yes --no-install-recommends chromium"]);
    expect(calls()).toContain("DPkg::Lock::Timeout");
  });

  test.each([
    ["a user who is not root", { uid: 1000 }, true],
    ["a system that is not Debian's", { uid: 0 }, false],
    ["a platform without user ids", { uid: undefined }, true],
  ])("leaves %s alone and says what to do", async (_case, { uid }, debian) => {
    if (debian) file("etc/debian_version", "12");
    const { machine, lines } = aptIn();
    // A default would replace an explicit undefined.
    expect(await ensureChromium({ ...machine, uid: uid ?? -1 })).toBeUndefined();
    expect(lines).toEqual(["No Chromium found. Install one, or set SVC_TEST_CHROMIUM to its path."]);
  });

  test("passes over Snap: the stub on disk and the package that needs snapd", async () => {
    file("etc/debian_version", "bookworm/sid");
    file("usr/bin/chromium-browser", "#!/bin/sh\nexec /snap/bin/chromium\n");
    const { machine, lines } = aptIn({ snap: true });
    expect(await ensureChromium(machine)).toBeUndefined();
    expect(lines.at(-1)).toMatch(/Snap/);
  });

  test("hands on why apt-get failed", async () => {
    file("etc/debian_version", "12");
    const { machine } = aptIn({ fails: true });
    await expect(ensureChromium(machine)).rejects.toThrow(/apt-get update failed[\s\S]*no space/);
  });
});

test("ensureFirefox takes the named one first, else installs Debian's", async () => {
  file("etc/debian_version", "12");
  const { machine } = aptIn();
  const named = file("opt/firefox/firefox");
  expect(await ensureFirefox({ ...machine, env: { ...machine.env, SVC_TEST_FIREFOX: named } })).toBe(named);
  expect(await ensureFirefox(machine)).toBe(join(root, "usr/bin/firefox-esr"));
});

const shell = "usr/bin/chromium-headless-shell";
test.each([
  ["all that tests use", [], "xvfb xdotool chromium-headless-shell"],
  ["what is missing", ["usr/bin/Xvfb", shell], "xdotool"],
  ["nothing where all is there", ["usr/bin/Xvfb", "usr/bin/xdotool", shell], undefined],
])("ensureTestPrograms installs %s", (_what, there, packages) => {
  file("etc/debian_version", "12");
  for (const path of there) file(path);
  const { machine, lines } = aptIn();
  ensureTestPrograms(machine);
  expect(lines).toEqual(packages === undefined ? [] : ["apt-get update", `apt-get install --yes --no-install-recommends ${packages}`]);
});

test.each([
  ["leaves a user who is not root alone", {}, { uid: 1000 }, []],
  ["installs nothing that apt does not have", { snap: true }, {}, ["apt-get update"]],
  ["gives the reason where apt fails", { fails: true }, {}, ["apt-get update", expect.stringContaining("no space")]],
])("ensureTestPrograms %s", (_what, apt, options, expected) => {
  file("etc/debian_version", "12");
  const { machine, lines } = aptIn(apt);
  ensureTestPrograms({ ...machine, ...options });
  expect(lines).toEqual(expected);
});
