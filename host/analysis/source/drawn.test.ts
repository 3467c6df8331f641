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
};

it.each([
  ["Card", ["section"]],
  ["Title", ["h2"]],
  ["Lead", ["h2"]],
  ["Either", ["a", "button"]],
  ["row", ["li"]],
  ["Pair", undefined],
  ["Unknown", undefined],
])("<%s> draws %j outermost", (name, tags) => {
  const drawn = drawnBy(Object.entries(texts).map(([file, text]) => readSource(file, text)))(name);
  expect(drawn && [...drawn].sort()).toEqual(tags);
});
