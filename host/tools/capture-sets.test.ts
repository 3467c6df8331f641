import { describe, expect, it } from "vitest";
import type { Capture } from "../contract/capture.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { annotated, openToolBench, rowsOf, type ToolBench } from "../testing/tool-bench.js";

const studio = shared(openStudio);

/** A page whose button has another size in a narrow window. */
const page = (wide: number, narrow: number) =>
  `<!doctype html><html lang="en"><title>Cart</title><style>.buy { font-size: ${wide}px } @media (max-width: 800px) { .buy { font-size: ${narrow}px } }</style>
<main><h1>Cart</h1><button class="buy">Buy</button></main></html>`;
const isButton = ({ tag }: { readonly tag: string }) => tag === "button";
const [wide, narrow] = ["1280 px wide, light", "640 px wide, light"] as const;

let count = 0;
/** As the sidebar sends it while the page is followed. */
async function shot(html: string, state: string): Promise<Capture> {
  const capture = await studio.html(html, { path: `set?${encodeURIComponent(html)}`, width: state === wide ? 1280 : 640 });
  const id = `${capture.metadata.id}-${count++}`;
  const metadata = {
    ...capture.metadata,
    id,
    url: "http://localhost:5173/cart",
    capturedAt: new Date().toISOString(),
    view: { set: "cart", state },
  };
  return { ...capture, metadata };
}

async function openSet(): Promise<ToolBench> {
  const bench = await openToolBench();
  await bench.add(await shot(page(12, 10), narrow));
  await bench.add(annotated(await shot(page(12, 10), wide), isButton, "Too small", "small"));
  return bench;
}

const checks = [{ kind: "property", property: "font-size", expected: "16px", compare: "at-least", in: "set" }];
const verified = (bench: ToolBench) => bench.call("verify_annotation", { annotation: "small", checks, waitSeconds: 0 });

describe("a named set of captures", () => {
  it("holds a check for each of its states; one that was not read since the change decides nothing", async () => {
    const bench = await openSet();
    await bench.add(await shot(page(16, 14), wide));
    expect(await verified(bench)).toMatchObject({
      verdict: { status: "cannot-tell", reason: expect.stringContaining(`${narrow}: not read since the change`) },
    });
    await bench.add(await shot(page(16, 14), narrow));
    const { verdict } = await verified(bench);
    expect(verdict).toMatchObject({ status: "fail" });
    expect(rowsOf((verdict as Record<string, unknown>)["checks"])).toMatchObject([{ found: `${narrow}: 14px` }]);
    await bench.add(await shot(page(16, 16), narrow));
    await bench.add(await shot(page(16, 16), wide));
    const passed = await verified(bench);
    expect(passed).toMatchObject({ verdict: { status: "pass" } });
    expect(rowsOf((passed["verdict"] as Record<string, unknown>)["checks"])).toMatchObject([
      { found: expect.stringContaining(`${narrow}: 16px`) },
    ]);
    await bench.close();
  });

  it("decides any other check on the state that the annotation was made in, whichever was read last", async () => {
    const bench = await openSet();
    await bench.add(await shot(page(16, 10), wide));
    await bench.add(await shot(page(16, 10), narrow));
    const own = checks.map(({ in: _set, ...check }) => check);
    expect(await bench.call("verify_annotation", { annotation: "small", checks: own, waitSeconds: 0 })).toMatchObject({
      verdict: { status: "pass", alsoChangedTotal: 0 },
    });
    await bench.close();
  });

  it("a check of the set decides nothing where the page was not read as one", async () => {
    const bench = await openToolBench();
    const plain = async (html: string) => {
      const { metadata, ...capture } = await shot(html, wide);
      const { view: _view, ...rest } = metadata;
      return { ...capture, metadata: rest };
    };
    await bench.add(annotated(await plain(page(12, 10)), isButton, "Too small", "small"));
    await bench.add(await plain(page(16, 16)));
    expect(await verified(bench)).toMatchObject({ verdict: { status: "cannot-tell", reason: expect.stringMatching(/named set/) } });
    await bench.close();
  });

  it("is a baseline as a whole: each state is compared with its own", async () => {
    const bench = await openSet();
    const { states } = await bench.call("set_baseline");
    expect(states).toContain(narrow);
    expect(states).toContain(wide);
    expect(rowsOf(await bench.call("list_baselines"))).toHaveLength(2);
    await bench.add(await shot(page(12, 11), narrow));
    const changed = rowsOf((await bench.call("compare_baseline"))["changed"]);
    expect(changed).toMatchObject([{ property: "style font-size", before: "10px", after: "11px" }]);
    await bench.close();
  });
});
