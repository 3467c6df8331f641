import { expect, it } from "vitest";
import { drawnBy } from "./drawn.js";
import { readSource } from "./source-text.js";

const texts = {
  "src/Card.jsx": "export function Card(props) {\n  const icon = list.map((one) => <i />);\n  return <Frame {...props} />;\n}\n",
  "src/Frame.jsx":
    "const Title = styled.h2`color: red`;\nconst Lead = styled(Title)``;\nexport const Frame = () => (\n  <section><Title /></section>\n);\n",
  "src/Either.jsx":
    'const Either = ({ href }) => {\n  if (href) return <a href={href} />;\n  return <motion.button type="button" />;\n};\n',
  "src/Row.vue": "<script setup></script>\n<template>\n  <li><b /></li>\n</template>\n",
  "src/Pair.vue": "<template>\n  <dt />\n  <dd />\n</template>\n",
  "src/shop/styles.js": "export const Mark = styled.em``;\n",
  "src/shop/Shelf/index.jsx": "export const Shelf = () => <ol />;\n",
  "src/news/styles.js": "export const Mark = styled.u``;\nexport const Shelf = styled(Mark)``;\n",
};

const users = {
  other: readSource("src/App.jsx", ""),
  shop: readSource("src/shop/Cart.jsx", 'import { Mark } from "./styles";\nimport { Shelf } from "./Shelf";\n'),
  news: readSource("src/news/Page.jsx", 'import { Mark, Shelf } from "./styles";\n'),
};

it.each<[name: string, tags: readonly string[] | undefined, user?: keyof typeof users]>([
  ["Card", ["section"]],
  ["Title", ["h2"]],
  ["Lead", ["h2"]],
  ["Either", ["a", "button"]],
  ["row", ["li"]],
  ["Pair", undefined],
  ["Unknown", undefined],
  ["Mark", ["em", "u"]],
  ["Mark", ["em"], "shop"],
  ["Mark", ["u"], "news"],
  ["Shelf", ["ol"], "shop"],
  ["Shelf", ["u"], "news"],
])("<%s> draws %j outermost", (name, tags, user = "other") => {
  const drawn = drawnBy(Object.entries(texts).map(([file, text]) => readSource(file, text)))(name, users[user]);
  expect(drawn && [...drawn].sort()).toEqual(tags);
});
