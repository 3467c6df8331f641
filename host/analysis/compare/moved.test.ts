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
