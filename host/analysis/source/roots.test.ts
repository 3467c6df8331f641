import { expect, test } from "vitest";
import { styledAs } from "./library-names.js";
import { isDrawnAs, rootsOf } from "./roots.js";
import { readData, readSource } from "./source-text.js";

test.each([
  ["Tile__Caption-sc-3314fde6-7 kDmGqR", { file: "Tile", name: "Caption" }],
  ["Tile__Base-sc-3314fde6-1 Tile__Caption-sc-3314fde6-7 kDmGqR", { file: "Tile", name: "Caption" }],
  ["Card-sc-1xadfg-0", { file: "", name: "Card" }],
  ["footer__Link-qu6i6-3 klRjRo", { file: "footer", name: "Link" }],
  ["sc-gswNZR htTXsz", { file: "", name: "" }],
  ["card dark", undefined],
])("%s is drawn as %j", (classes, name) => expect(styledAs({ class: classes })).toEqual(name));

const styled = 'import styled from "styled-components";\n';
const styles = `${styled}export const Row = styled.li\`\`;\nexport const Lead = styled(Link)\`\`;\nexport const Box = styled("div")\`\`;\nexport const Big = styled(Row)\`\`;\n`;
const files = {
  "src/shop/styles.ts": styles,
  "src/news/News.tsx": `${styled}const Row = styled.div<Props>\`\`;\n`,
  "src/ui/Field.tsx": 'export const Field = () => <label className="field">Name <input name={name} /></label>;',
  "src/ui/Chip.tsx": 'export function Chip() { if (to) return <a className="chip" />; return <span className="chip" />; }',
  "src/ui/Info.tsx": "export const Info = () => <><button />{isOpen && <dialog />}</>;",
  "src/ui/Fade.tsx": "export const Fade = ({ children }) => <AnimatePresence><motion.div>{children}</motion.div></AnimatePresence>;",
  "src/ui/Slot.tsx": "export const Slot = ({ as: Tag }) => <Tag />;",
  "src/ui/Tag.tsx": 'import { Chip } from "./Chip";\nexport const Label = () => <Chip />;',
  "src/lists/index.vue": '<template>\n  <ul v-if="many"><li /></ul>\n  <p v-else />\n</template>\n<style>a { color: red }</style>',
  "src/panes/Two.vue": "<template>\n  <h1 />\n  <p />\n</template>",
  "src/panes/Pane.svelte": "<script>let a;</script>\n<slot />",
};
const drawings = [readData("src/icons/leaf.svg", '<svg viewBox="0 0 9 9"><path d="M1 1" /></svg>')];
const plain = "sc-gswNZR htTXsz";
const shop = 'import { Row, Lead, Box, Big } from "./styles";\nimport * as S from "./styles";\n';

test.each([
  [`${shop}<Row />`, "src/shop/Shop.tsx", "li", plain, true],
  [`${shop}<S.Row />`, "src/shop/Shop.tsx", "li", plain, true],
  [`${shop}<Row />`, "src/shop/Shop.tsx", "div", plain, false],
  ["<Row />", "src/other/Other.tsx", "div", plain, true],
  ["<Row />", "src/other/Other.tsx", "p", plain, false],
  ['import { Row } from "antd";\n<Row />', "src/other/Other.tsx", "div", plain, undefined],
  [`${shop}<Row as="p" />`, "src/shop/Shop.tsx", "p", plain, undefined],
  [`${shop}<Lead />`, "src/shop/Shop.tsx", "a", plain, undefined],
  [`${shop}<Big />`, "src/shop/Shop.tsx", "li", "sc-a1b2c3 sc-gswNZR htTXsz", true],
  [`${shop}<Big />`, "src/shop/Shop.tsx", "li", "styles__Row-sc-124al1g-5 styles__Big-sc-124al1g-6 x", true],
  [`${shop}<Box />`, "src/shop/Shop.tsx", "div", "shop__Box-sc-124al1g-5 x", true],
  [`${shop}<Box />`, "src/shop/Shop.tsx", "div", "styles__Box-sc-124al1g-5 x", true],
  [`${shop}<Box />`, "src/shop/Shop.tsx", "div", "news__Box-sc-124al1g-5 x", false],
  [`${shop}<Box />`, "src/shop/Shop.tsx", "div", "shop__Row-sc-124al1g-5 x", false],
  [`${shop}<Box />`, "src/shop/Shop.tsx", "div", "shop__Box-qu6i6-3 klRjRo", true],
  [`${shop}<Box />`, "src/shop/Shop.tsx", "div", "card", false],
  ["<Other />", "src/shop/Shop.tsx", "div", plain, undefined],
  ["<Field />", "src/App.tsx", "label", "", true],
  ["<Field />", "src/App.tsx", "input", "", false],
  ["<Chip />", "src/App.tsx", "span", "", true],
  ["<Chip />", "src/App.tsx", "a", "", true],
  ["<Label />", "src/App.tsx", "a", "", true],
  ["<Label />", "src/App.tsx", "p", "", false],
  ["<Info />", "src/App.tsx", "button", "", undefined],
  ["<Fade />", "src/App.tsx", "div", "", true],
  ["<Slot />", "src/App.tsx", "p", "", undefined],
  ["<motion.div />", "src/App.tsx", "div", "", true],
  ["<Lists />", "src/App.vue", "p", "", true],
  ["<Lists />", "src/App.vue", "li", "", false],
  ["<Two />", "src/App.vue", "p", "", undefined],
  ["<Pane />", "src/App.svelte", "p", "", undefined],
  ['import { ReactComponent as Leaf } from "../icons/leaf.svg";\n<Leaf />', "src/ui/A.tsx", "svg", "", true],
  ['import Leaf from "../icons/leaf.svg?react";\n<Leaf />', "src/ui/A.tsx", "p", "", false],
])("%s in %s draws <%s class=%j>: %j", (text, file, tag, classes, draws) => {
  const source = readSource(file, text);
  const sources = [...Object.entries(files).map(([path, one]) => readSource(path, one)), ...drawings, source];
  const [one] = source.tags;
  const roots = one && rootsOf(sources)(source)(one);
  expect(roots?.some((root) => isDrawnAs(root, { tag, styledAs: styledAs({ class: classes }) }))).toBe(draws);
});
