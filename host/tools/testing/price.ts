import { utimesSync } from "node:fs";
import { join } from "node:path";
import type { Capture } from "../../contract/capture.js";
import { until } from "../../store/testing/until.js";
import { openStudio } from "../../testing/captures.js";
import { gitIn } from "../../testing/git.js";
import { makeFolder } from "../../testing/make-folder.js";
import { shared } from "../../testing/shared.js";
import { testBench } from "../../testing/test-bench.js";
import { annotated, type ToolBench } from "../../testing/tool-bench.js";

const page = (price: string, more = "") =>
  `<!doctype html><html lang="en"><title>Cart</title><main><h1>Cart</h1><div class="price">${price}</div><button>Buy</button>${more}</main></html>`;
export const isPrice = ({ attributes }: { readonly attributes: Readonly<Record<string, string>> }) => attributes["class"] === "price";

/** Makes projects with one source, a capture of its page and an annotation on the price. */
export function priceShops() {
  const studio = shared(openStudio);
  return async function makeShop(
    more = "",
    change: (capture: Capture) => Capture = (capture) => capture,
    inGit = false,
  ): Promise<{ bench: ToolBench; file: string; shot: (price: string, more?: string) => Promise<Capture> }> {
    const source = 'export const Price = () => <div className="price">€ 60</div>;\n';
    const root = makeFolder({ "src/Price.tsx": source, ...(inGit ? { ".gitignore": ".svc\n" } : {}) });
    const file = join(root, "src", "Price.tsx");
    const past = new Date(Date.now() - 60_000);
    utimesSync(file, past, past);
    if (inGit) {
      const git = gitIn(root);
      git("init", "-q");
      git("add", "-A");
      git("commit", "-qm", "one");
    }
    const bench = await testBench(root);
    let count = 0;
    const shot = async (price: string, besides = "") => {
      const capture = await studio.html(page(price, besides), { path: `cart?talk=${encodeURIComponent(price + besides)}` });
      const { metadata } = capture;
      count++;
      const url = "http://localhost:5173/cart";
      return { ...capture, metadata: { ...metadata, url, id: `${metadata.id}-${count}`, capturedAt: new Date().toISOString() } };
    };
    await bench.add(change(annotated(await shot("€ 60", more), isPrice, "Must be € 64.50", "price")));
    return { bench, file, shot };
  };
}

export async function pendingOf(bench: ToolBench, kind: string) {
  await until(async () => (await bench.store.requests.pending()).some((request) => request.kind === kind));
  const [request] = (await bench.store.requests.pending()).filter((one) => one.kind === kind);
  if (request === undefined) throw new Error(`no ${kind}`);
  return request;
}

export const stateOf = async (bench: ToolBench) => (await bench.store.annotations.find("price")).state;
