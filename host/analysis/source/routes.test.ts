import { expect, test } from "vitest";
import { otherPagesIn } from "./routes.js";

test.each([
  [[], ["pages/blog.vue", "pages/blog/[slug].vue"], ["pages/index.vue"]],
  [
    ["blog", "one"],
    ["pages/index.vue", "pages/blog/index.vue"],
    ["pages/blog.vue", "pages/blog/[slug].vue"],
  ],
  [
    ["docs", "gettingstarted"],
    ["app/page.tsx", "app/docs/page.tsx"],
    ["app/layout.tsx", "app/(site)/docs/[...rest]/page.tsx", "app/docs/layout.tsx", "app/docs/nav.tsx"],
  ],
  [["shop"], ["src/routes/+page.svelte"], ["src/routes/(app)/shop/+page.svelte", "src/routes/[[lang]]/+layout.svelte"]],
  // No page of the address: its router may go by no files, or in another folder.
  [["none"], [], ["pages/index.vue", "pages/blog.vue"]],
  [["blog"], [], ["src/pages/Home.tsx", "src/pages/blog.tsx"]],
  [["tasks"], ["pages/index.vue"], ["pages/tasks/index.vue", "pages/tasks/components/table.vue", "pages/_app.vue"]],
])("at %j are others %j, not %j", (names, others, shown) => {
  const sources = [...others, ...shown].map((file) => ({ file }));
  expect([...otherPagesIn(sources)(names)]).toEqual(others);
});
