import { describe, expect, it } from "vitest";
import { readCapture } from "../../contract/reader.js";
import { openStudio } from "../../testing/captures.js";
import { shared } from "../../testing/shared.js";
import { auditLayout } from "./audit.js";
import { type FindingGroup, groupFindings } from "./groups.js";

const studio = shared(openStudio);

async function groupsOf(body: string): Promise<FindingGroup[]> {
  const reader = readCapture(await studio.html(`<!doctype html><html lang="en"><title>Groups</title><body>${body}</body></html>`));
  return groupFindings(reader, auditLayout(reader));
}

const cards = (count: number, link: string) =>
  Array.from({ length: count }, (_, at) => `<article><h2>Card ${at}</h2>${link}</article>`).join("");
const unseen = `<a href="/more" class="more" title="More" style="display:block;height:0"></a>`;

describe("groupFindings", () => {
  it.each([
    [3, [0, 0, 0]],
    [4, [3]],
    [30, [29]],
  ])("tells the same mistake in %i cards in rows of %j more", async (count, more) => {
    const groups = await groupsOf(cards(count, unseen));
    expect(groups.map((group) => group.more.length)).toEqual(more);
    expect(new Set(groups.map(({ first }) => first.rule))).toEqual(new Set(["invisible-interactive"]));
  });

  it("tells texts that are cut off alike in rows once, the one with most first", async () => {
    const row = (words: string) => `<li><p style="width:80px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${words}</p></li>`;
    const texts = ["Meeting at nine", "Invoice of the last month", "Lunch on Friday", "Your order has left our house today"];
    const groups = await groupsOf(`<ul>${texts.map(row).join("")}</ul>`);
    expect(groups.map(({ first, more }) => [first.element.text, more.length])).toEqual([[texts[3], 3]]);
  });

  it.each([
    ["classes", unseen.replace('class="more"', 'class="other"')],
    ["layout", unseen.replace("height:0", "height:0;margin:3px")],
    ["places", `<p>${unseen}</p>`],
  ])("keeps apart what differs in %s", async (_what, other) => {
    const groups = await groupsOf(cards(5, unseen) + cards(4, other));
    expect(groups.map(({ more }) => more.length)).toEqual([4, 3]);
  });

  it("tells one block on another once, with all that collides in them", async () => {
    const lines = (text: string) =>
      Array.from({ length: 5 }, (_, at) => `<p style="margin:0;font:16px/30px Arial">${text} of line ${at} in this column</p>`).join("");
    const groups = await groupsOf(
      `<main style="position:relative"><div id="under">${lines("Words")}</div><div id="over" style="position:absolute;left:40px;top:5px">${lines("Others")}</div></main>`,
    );
    expect(groups.map(({ first, more }) => [first.rule, more.length])).toEqual([["overlap", 4]]);
    expect(groups[0]?.blocks?.map(({ attributes }) => attributes["id"]).sort()).toEqual(["over", "under"]);
  });

  it("tells the collisions in a stack of pictures that are links once", async () => {
    const link = (at: number) =>
      `<a href="/${at}" class="face" style="display:inline-block;width:24px;height:24px;margin-left:-16px"><img alt="Face ${at}" src="data:," width="24" height="24"></a>`;
    const stack = `<div style="padding-left:30px">${[1, 2, 3, 4].map(link).join("")}</div>`;
    const groups = await groupsOf(stack + stack);
    expect(groups.every(({ first }) => first.rule === "overlap")).toBe(true);
    expect(groups.length).toBeLessThanOrEqual(2);
  });
});
