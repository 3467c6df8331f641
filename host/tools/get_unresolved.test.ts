import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import { openProject } from "../cli/session.js";
import { makeToolDispatcher } from "../mcp/tool-dispatcher.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { annotated, openToolBench, rowsOf } from "../testing/tool-bench.js";
import type { ToolContext } from "./context.js";
import { toolsOf } from "./registry.js";

const source = `export function Cart() {
  return (
    <section className="cart">
      <h2>Your cart</h2>
      <button className="buy small" type="button" onClick={order}>Buy now</button>
    </section>
  );
}
`;
const page = (button: string) => `<!doctype html><html lang="en"><title>Cart</title><body><main><h1>Shop</h1>
<section class="cart"><h2>Your cart</h2>${button}</section></main></body></html>`;
const button = '<button class="buy small" type="button" style="color:#aaa;background:#fff;padding:2px;border:0">Buy now</button>';

const studio = shared(openStudio);
const bench = shared(() => openToolBench({ "src/Cart.tsx": source }));
let second = "";

beforeAll(async () => {
  const capture = await studio.html(page(button), { path: "cart" });
  await bench.add(annotated(capture, ({ tag }) => tag === "button", "Too pale, nobody sees it", "pale"));
  const again = await studio.html(page(button), { path: "cart", height: 700 });
  const both = annotated(
    annotated(again, ({ tag }) => tag === "button", "Too pale, nobody sees it", "pale"),
    ({ tag }) => tag === "h1",
    "Wrong name",
    "name",
  );
  second = await bench.add(both);
});

describe("the tools for comments", () => {
  it("list open comments once each, of the newest capture first", async () => {
    const rows = rowsOf(await bench.call("get_unresolved"));
    expect(rows.map(({ id, capture }) => [id, capture])).toEqual([
      ["pale", second],
      ["name", second],
    ]);
    expect(rows[0]).toMatchObject({
      comment: "[USER_COMMENT]Too pale, nobody sees it[/USER_COMMENT]",
      ref: expect.stringMatching(/^e\d+$/),
      scope: "element",
      label: "button “Buy now”",
    });
    expect(rowsOf(await bench.call("get_unresolved", { url: "http://other.example/" }))).toEqual([]);
  });

  it("read each source file once, however many comments there are", async () => {
    const { context, close } = await openProject(bench.root, bench.state);
    const read: string[] = [];
    const sources: ToolContext["sources"] = {
      ...context.sources,
      read: (path, maxBytes) => {
        read.push(path);
        return context.sources.read(path, maxBytes);
      },
    };
    const dispatch = makeToolDispatcher(
      toolsOf("all"),
      async () => ({ ...context, sources }),
      () => undefined,
    );
    const { content } = await dispatch({ name: "get_unresolved", args: {}, signal: new AbortController().signal });
    expect(JSON.stringify(content)).toContain("src/Cart.tsx:5");
    expect(read).toEqual(["src/Cart.tsx"]);
    await close();
  });

  it("go through them by cursor", async () => {
    const one = await bench.call("get_unresolved", { limit: 1 });
    expect(one).toMatchObject({ truncated: { shown: 1, total: 2, nextCursor: "pale" } });
    expect(rowsOf(await bench.call("get_unresolved", { cursor: "pale" })).map(({ id }) => id)).toEqual(["name"]);
    expect(await bench.call("get_unresolved", { cursor: "nobody" })).toMatchObject({ error: { code: "invalid-input" } });
  });

  it("give all that is needed for one comment in 2,000 tokens", async () => {
    const text = await bench.text("get_annotation_context", { annotation: "pale" });
    expect(countTokens(text)).toBeLessThanOrEqual(2_000);
    const answer = JSON.parse(text);
    expect(answer).toMatchObject({
      annotation: { id: "pale", status: "unresolved", capture: second },
      element: { tag: "button", name: "[CAPTURED_TEXT]Buy now[/CAPTURED_TEXT]" },
    });
    expect(rowsOf(answer.source)[0]).toMatchObject({ file: "src/Cart.tsx", line: 5, code: expect.stringContaining("Buy now") });
    expect(rowsOf(answer.findings).map(({ rule }) => rule)).toContain("color-contrast");
    expect(Object.fromEntries(rowsOf(answer.styles).map(({ property, value }) => [property, value]))).toMatchObject({
      color: "rgb(170, 170, 170)",
      padding: "2px",
    });
    expect(rowsOf(answer.ancestors)[0]).toMatchObject({ tag: "section" });
    expect(rowsOf(answer.neighbours).map(({ tag }) => tag)).toEqual(["h2"]);
    expect(answer.truncated).toBeUndefined();
  });
});
