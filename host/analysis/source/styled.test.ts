import { expect, test } from "vitest";
import { readSource } from "./source-text.js";
import { drawsStyled, styledAs } from "./styled.js";
import { tagsIn } from "./tags.js";

test.each([
  ["Tile__Caption-sc-3314fde6-7 kDmGqR", { file: "Tile", name: "Caption" }],
  ["Tile__Base-sc-3314fde6-1 Tile__Caption-sc-3314fde6-7 kDmGqR", { file: "Tile", name: "Caption" }],
  ["Card-sc-1xadfg-0", { file: "", name: "Card" }],
  ["sc-gswNZR htTXsz", { file: "", name: "" }],
  ["card dark", undefined],
])("%s is drawn as %j", (classes, name) => expect(styledAs({ class: classes })).toEqual(name));

const styles = `import styled from "styled-components";\nexport const Row = styled.li\`\`;\nexport const Lead = styled(Link)\`\`;\nexport const Box = styled("div")\`\`;\n`;
const sources = [
  readSource("src/shop/styles.ts", styles),
  readSource("src/news/News.tsx", `import styled from "styled-components";\nconst Row = styled.div<Props>\`\`;\n`),
];
const plain = "sc-gswNZR htTXsz";

test.each([
  ["<Row>", "src/shop/Shop.tsx", "li", plain, true],
  ["<S.Row>", "src/shop/Shop.tsx", "li", plain, true],
  ["<Row>", "src/shop/Shop.tsx", "div", plain, false],
  ["<Row>", "src/news/News.tsx", "div", plain, true],
  ["<Row>", "src/other/Other.tsx", "div", plain, true],
  ["<Row>", "src/other/Other.tsx", "p", plain, undefined],
  [`<Row as="p">`, "src/shop/Shop.tsx", "p", plain, undefined],
  ["<Lead>", "src/shop/Shop.tsx", "a", plain, undefined],
  ["<Box>", "src/shop/Shop.tsx", "div", "shop__Box-sc-124al1g-5 x", true],
  ["<Box>", "src/shop/Shop.tsx", "div", "styles__Box-sc-124al1g-5 x", true],
  ["<Box>", "src/shop/Shop.tsx", "div", "news__Box-sc-124al1g-5 x", false],
  ["<Box>", "src/shop/Shop.tsx", "div", "shop__Row-sc-124al1g-5 x", false],
  ["<Box>", "src/shop/Shop.tsx", "div", "card", false],
  ["<Other>", "src/shop/Shop.tsx", "div", plain, undefined],
])("%s in %s draws <%s class=%j>: %j", (text, file, tag, classes, draws) => {
  const [one] = tagsIn(text);
  expect(one && drawsStyled(sources, one, file, { tag, styledAs: styledAs({ class: classes }) })).toBe(draws);
});
