import { describe, expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { openToolBench } from "../testing/tool-bench.js";

const studio = shared(openStudio);
const bench = shared(openToolBench);

const page = (body: string) => `<!doctype html><html lang="en"><title>App</title><body><div id="root"></div>${body}</body></html>`;
/** A custom element whose words stand in an open shadow root. */
const shadowed = (tag: string, inner: string) =>
  `<${tag}></${tag}><script>document.querySelector(${JSON.stringify(tag)}).attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(inner)};</script>`;

const words = `<pre class="message"><span class="plugin">[plugin:vue]</span> <span class="message-body">Duplicate attribute.</span></pre>
<pre class="file">src/Cart.vue:12:4</pre><pre class="frame">12 | &lt;p id="a" id="b"&gt;</pre><pre class="stack">at node_modules/compiler.js:1:1</pre><div class="tip">Click outside to close.</div>`;

describe("the error of a build", () => {
  it.each([
    ["vite", shadowed("vite-error-overlay", words)],
    [
      "next",
      shadowed("nextjs-portal", `<div role="dialog" aria-label="Build error"><p>Duplicate attribute.</p><p>src/Cart.vue:12:4</p></div>`),
    ],
    [
      "webpack-dev-server",
      `<iframe id="webpack-dev-server-client-overlay" srcdoc="<p>Duplicate attribute.</p><p>src/Cart.vue:12:4</p>"></iframe>`,
    ],
    ["parcel", `<div id="__parcel__error__overlay__"><p>Duplicate attribute.</p><p>src/Cart.vue:12:4</p></div>`],
    ["nuxt", shadowed("nuxt-error-overlay", `<p>Duplicate attribute.</p><p>src/Cart.vue:12:4</p>`)],
    ["vite-plugin-checker", shadowed("vite-plugin-checker-error-overlay", `<p>Duplicate attribute.</p><p>src/Cart.vue:12:4</p>`)],
  ])("of %s is told with its words by each tool that speaks of the page", async (tool, overlay) => {
    const path = `build/${tool}`;
    const before = await bench.add(await studio.html(page("<main><h1>Cart</h1></main>"), { path }));
    const { requestId } = (await bench.call("request_capture", { url: studio.server.url(path) })) as { requestId: string };
    const broken = await studio.html(page(overlay), { path });
    const after = await bench.add({ ...broken, metadata: { ...broken.metadata, requestId } });
    const error = {
      tool,
      ref: expect.stringMatching(/^e\d+$/),
      text: expect.stringMatching(/Duplicate attribute\.[\s\S]*src\/Cart\.vue:12:4/),
    };
    const status = await bench.call("get_session_status");
    expect(status).toMatchObject({ captures: { latest: { filename: expect.stringContaining(String(after)), buildError: error } } });
    expect((status["nextSteps"] as string[])[0]).toMatch(/build/);
    for (const answer of [
      await bench.call("get_page_summary", { capture: after }),
      await bench.call("compare_captures", { before, after }),
      await bench.call("get_request_status", { requestId }),
    ]) {
      expect(answer).toMatchObject({ buildError: error });
      expect(JSON.stringify(answer["buildError"])).not.toMatch(/compiler\.js|Click outside/);
    }
  });

  it.each([
    ["a text that speaks of errors", `<main><pre>at render (/app/views/cart.js:12:4)</pre><p class="debugger">Debugger</p></main>`],
    ["an empty overlay", shadowed("vite-plugin-checker-error-overlay", "<div></div>")],
    ["the indicator of a page in development", shadowed("nextjs-portal", `<button aria-label="Open Next.js Dev Tools">N</button>`)],
    ["an overlay that is not shown", `<div id="__parcel__error__overlay__" hidden><p>Old error</p></div>`],
  ])("is not told for %s", async (_what, body) => {
    const capture = await bench.add(await studio.html(page(body)));
    expect(await bench.call("get_page_summary", { capture })).not.toHaveProperty("buildError");
    expect((await bench.call("get_session_status"))["captures"]).not.toMatchObject({ latest: { buildError: expect.anything() } });
  });
});
