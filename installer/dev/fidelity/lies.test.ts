import { describe, expect, it } from "vitest";
import type { Nodes } from "../../../host/contract/nodes.js";
import { nodesOf } from "../../../host/contract/packed-nodes.js";
import { readEngine } from "../../../host/testing/engine.js";
import { makeFolder } from "../../../host/testing/make-folder.js";
import { shared } from "../../../host/testing/shared.js";
import { openChromium } from "./chromium.js";
import { totalOf } from "./report.js";
import { measureFolder } from "./run.js";

const page = `<!doctype html><title>Small</title><main id="content"><h1>Head</h1><p id="p">Some <b>text</b></p><ul class="numbers"><li>one<li>two<li>three</ul>
<label>Tick <input type="checkbox" checked></label><button>Go</button></main>`;

/** A false capture, as an edit of a true one's columns, and the measure that must notice. */
const lies: [measure: string, edit: (nodes: Nodes) => Partial<Nodes>][] = [
  ["role", ({ role }) => ({ role: role.map(() => 0) })],
  ["name", ({ name }) => ({ name: name.map(() => 0) })],
  ["text", ({ text }) => ({ text: text.map(() => 0) })],
  ["box", ({ box }) => ({ box: box.map((edge, at) => edge + (at % 4 === 2 ? 8 : 0)) })],
  [
    "selector",
    ({ step, from, strings }) => ({ strings: [...strings, "*"], step: step.map(() => strings.length), from: from.map(() => 0) }),
  ],
  ["state", () => ({ states: [] })],
  ["exposed", ({ flags }) => ({ flags: flags.map((bits) => bits & ~16) })],
  ["key", ({ step, strings }) => ({ strings: [...strings, `#id${performance.now()}`], step: step.with(0, strings.length) })],
  ["recall", ({ tag, strings }) => ({ strings: [...strings, "x-none"], tag: tag.map(() => strings.length) })],
];

describe("a capture that is false", () => {
  const browser = shared(openChromium);
  const totalWith = async (edit: (nodes: Nodes) => Partial<Nodes>) => {
    const open = async (url: string) => {
      const opened = await browser.open(url);
      const capture = async (engine: string) => {
        const read = await opened.capture(engine);
        const nodes = nodesOf(read.nodes);
        return { ...read, nodes: { ...nodes, ...edit(nodes) } };
      };
      return { ...opened, capture };
    };
    const { pages, failures } = await measureFolder(makeFolder({ "small.html": page }), { ...browser, open }, await readEngine());
    expect(failures).toEqual([]);
    return totalOf(pages);
  };

  it("is told from a true one", async () => {
    const { wrong } = await totalWith(() => ({}));
    expect(Object.values(wrong).every((count) => count === 0)).toBe(true);
  });

  it.each(lies)("is found by the measure of %s", async (measure, edit) => {
    expect((await totalWith(edit)).shares[measure]).toBeLessThan(1);
  });
});
