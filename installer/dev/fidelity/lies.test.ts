import { describe, expect, it } from "vitest";
import { readEngine } from "../../../host/testing/engine.js";
import { makeFolder } from "../../../host/testing/make-folder.js";
import { shared } from "../../../host/testing/shared.js";
import { openChromium } from "./chromium.js";
import { totalOf } from "./report.js";
import { measureFolder } from "./run.js";

const page = `<!doctype html><title>Small</title><main id="content"><h1>Head</h1><p id="p">Some <b>text</b></p><ul class="numbers"><li>one<li>two<li>three</ul>
<label>Tick <input type="checkbox" checked></label><button>Go</button></main>`;

/** A false capture, as an edit of a true one, and the measure that must notice. */
const lies: [measure: string, edit: string][] = [
  ["role", "n.role = n.role.map(() => 0)"],
  ["name", "n.name = n.name.map(() => 0)"],
  ["text", "n.text = n.text.map(() => 0)"],
  ["box", "n.box = n.box.map((v, i) => v + (i % 4 === 2 ? 8 : 0))"],
  ["selector", "n.step = n.step.map(() => n.strings.push('*') - 1); n.from = n.from.map(() => 0)"],
  ["state", "n.states = []"],
  ["exposed", "n.flags = n.flags.map((bits) => bits & ~16)"],
  ["key", "n.step = n.step.with(0, n.strings.push('#id' + performance.now()) - 1)"],
  ["recall", "c.nodes = { ...n, tag: n.tag.map(() => n.strings.push('x-none') - 1) }"],
];

describe("a capture that is false", () => {
  const browser = shared(openChromium);
  const totalWith = async (engine: string) => {
    const { pages, failures } = await measureFolder(makeFolder({ "small.html": page }), browser, engine);
    expect(failures).toEqual([]);
    return totalOf(pages);
  };

  it("is told from a true one", async () => {
    const { wrong } = await totalWith(await readEngine());
    expect(Object.values(wrong).every((count) => count === 0)).toBe(true);
  });

  it.each(lies)("is found by the measure of %s", async (measure, edit) => {
    const lying = `${await readEngine()};{ const tell = svcCapture; globalThis.svcCapture = (...a) => { const c = structuredClone(tell(...a)); const n = c.nodes; ${edit}; return c; } }`;
    expect((await totalWith(lying)).shares[measure]).toBeLessThan(1);
  });
});
