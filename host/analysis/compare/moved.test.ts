import { expect, test } from "vitest";
import { startEngine } from "../../testing/engine.js";
import { shared } from "../../testing/shared.js";
import { compareCaptures } from "./compare.js";

const engine = shared(startEngine);

const count = 5;
const row = (number: number) =>
  `<li class="row"><b>${number % 2}</b> <a href="/${number}">Entry ${number}</a> <i>x</i> <button>Remove</button>`;
const others = Array.from({ length: count * count }, (_, pair) => [Math.floor(pair / count), pair % count] as const).filter(
  ([from, to]) => from !== to,
);

test("what one row of a list took from another has moved, and the rows stay what they are", async () => {
  const page = await engine.open(
    `<!doctype html><title>Rows</title><ul>${Array.from({ length: count }, (_, at) => row(at)).join("\n")}</ul>`,
  );
  const before = (await engine.capture(page)).reader.capture;
  for (const [from, to] of others) {
    const move = (source: number, target: number) =>
      page.evaluate(
        (wanted, at) => {
          const link = document.querySelector(`a[href="/${wanted}"]`);
          document
            .querySelectorAll("li")
            [at]?.querySelector("b")
            ?.before(link ?? "");
        },
        source,
        target,
      );
    await move(from, to);
    const after = (await engine.capture(page)).reader.capture;
    const { moved, added, removed, changed } = compareCaptures(
      { filename: "before.json", capture: before },
      { filename: "after.json", capture: after },
    );
    expect({ from, to, moved: moved.map(({ selector }) => selector), added, removed, changed }).toMatchObject({
      moved: [expect.stringMatching(/ > a/)],
      added: [],
      removed: [],
      changed: [],
    });
    await page.evaluate((at) => {
      const link = document.querySelector(`a[href="/${at}"]`);
      document
        .querySelectorAll("li")
        [at]?.querySelector("b")
        ?.after(" ", link ?? "");
    }, from);
  }
});

test("in a window that is narrower automatic margins and counted gradients are no changes, and a margin that somebody wrote is one", async () => {
  const chart = (id: number) =>
    `<svg width="90" height="20"><defs><linearGradient id="SvgjsLinearGradient${id}"><stop offset="0"/></linearGradient></defs><rect width="90" height="20" fill="url(#SvgjsLinearGradient${id})"/></svg>`;
  const content = (id: number, margin: number) =>
    `<!doctype html><title>Board</title><main style="max-width:600px;margin:0 auto">Main</main><nav style="display:flex"><b>Shop</b><i style="margin-left:auto">Cart</i></nav><p class="m${margin}">Words</p><style>.m8{margin-left:8px}.m20{margin-left:20px}</style>${chart(id)}`;
  const take = async (id: number, margin: number, width: number) => {
    const page = await engine.open(content(id, margin));
    await page.setViewport({ width, height: 800 });
    return (await engine.capture(page)).reader.capture;
  };
  const [before, after] = [await take(1153, 8, 1_280), await take(2114, 20, 1_271)];
  const { changed } = compareCaptures({ filename: "before.json", capture: before }, { filename: "after.json", capture: after });
  expect(changed.map(({ property, after: value }) => [property, value])).toEqual([
    ["style margin-left", "20px"],
    ["attribute class", "m20"],
  ]);
});
