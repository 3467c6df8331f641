import { beforeAll } from "vitest";
import { openStudio } from "../../testing/captures.js";
import { shared } from "../../testing/shared.js";
import { openToolBench } from "../../testing/tool-bench.js";

const shop = `<!doctype html><html lang="en"><head><title>Shop</title><style>:root { --accent: #0055aa; } button { background: #0055aa; color: #fff; border: 0; padding: 4px 8px; min-height: 30px; }</style></head>
<body><header><nav aria-label="Main"><a href="/">Home</a></nav></header><main><h1>Shop</h1><h2>Tea</h2><p>Green tea from the hills</p>
<form aria-label="Search"><label>Find <input name="q" type="search"></label><button>Go</button></form>
<button data-testid="buy">Buy</button><button>Save</button><button>Share</button><button>Print</button><button style="background:#cc0000">Delete</button>
<div style="height:3000px"></div><button aria-expanded="false">More</button><button hidden>Never</button></main><iframe src="https://other.example/" title="Advert" width="800" height="600"></iframe></body></html>`;

/** The tools over two captures of a shop's page: as it was, and with another heading and one element more. Names are known when tests run. */
export function sharedShop() {
  const [studio, bench] = [shared(openStudio), shared(openToolBench)];
  const captures = { file: "", changed: "" };
  beforeAll(async () => {
    captures.file = await bench.add(await studio.html(shop, { path: "shop/tea" }));
    const other = shop.replace("<h2>Tea</h2>", "<h2>Coffee</h2><p id='new'>New</p>");
    captures.changed = await bench.add(await studio.html(other, { path: "shop/tea" }));
  });
  return { studio, bench, captures };
}
