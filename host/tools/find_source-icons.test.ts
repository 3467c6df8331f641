import { expect, test } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { answerOf, type SourceKind } from "../testing/source-kind.js";

const studio = shared(openStudio);

const kinds: readonly SourceKind[] = [
  ...[`<i class="fab fa-github q-icon"></i>`, `<i class="material-icons q-icon">groups</i>`].map((icon) => ({
    what: `a tag that takes the icon from data: ${icon}`,
    page: `<p><b>20</b>${icon}</p>`,
    selector: "i",
    files: {
      "src/A.vue": `<template>\n  <p>\n    <b>{{ sum }}</b>\n    <q-icon name="menu" />\n  </p>\n</template>\n`,
      "src/B.vue": `<template>\n  <p v-for="one in contacts">\n    <b>{{ one.sum }}</b>\n    <q-icon :name="one.icon" color="white" />\n  </p>\n</template>\n<script>\nexport default { computed: { contacts: () => [{ icon: "fab fa-github", sum: 20 }, { icon: "groups", sum: 20 }] } };\n</script>\n`,
      "src/C.vue": `<template>\n  <p>\n    <b>{{ sum }}</b>\n    <q-icon :name="kind" />\n  </p>\n</template>\n`,
    },
    place: "src/B.vue:4",
  })),
];

test.each(kinds)("of icons that a library draws, find_source puts the place first that makes $what", async (kind) => {
  const rows = await answerOf(studio, kind);
  expect(rows.map(({ file, line }) => `${file}:${line}`)[0], JSON.stringify(rows)).toBe(kind.place);
});
