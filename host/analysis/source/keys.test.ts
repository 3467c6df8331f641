import { expect, test } from "vitest";
import { asksFor, heldIn } from "./keys.js";
import { tagsIn } from "./tags.js";

const yaml = "hero:\n  links:\n    - label: Start now\n      to: /\nfeatures:\n  title: All of it\n";
const script = `const items = computed(() => [\n  {\n    label: "Team",\n    to: "/team"\n  }\n]);\nconst text = "Do you like it? :)";\nconst count = "Inbox (3)";`;

test.each([
  ["Start now", ["label", "links", "hero"]],
  ["All of it", ["title", "features"]],
  ["Team", ["label", "items"]],
  ["Do you like it? :)", ["text"]],
  ["Inbox (3)", ["count"]],
])("%s is known by %j", (text, names) => {
  const held = heldIn(
    [
      { file: "a.yml", text: yaml },
      { file: "a.vue", text: script },
    ],
    [text],
  );
  expect(held).toEqual([names]);
});

test.each([
  [`<Hero :title="page.title" />`, 1],
  [`<Hero :title="page.features.title" />`, 2],
  [`<Hero v-bind="page.features" />`, 1],
  [`<h2><b>{{ title }}</b></h2>`, 0],
  [`<h2>{{ section.title }}</h2>`, 1],
  [`<h2>{section.name}</h2>`, 0],
])("%s asks for so many of its names: %i", (text, count) => {
  const held = heldIn([{ file: "a.yml", text: yaml }], ["All of it"]);
  const [tag] = tagsIn(text);
  expect(tag && asksFor(tag, held)).toBe(count);
});
