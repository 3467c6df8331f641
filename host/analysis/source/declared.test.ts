import { expect, test } from "vitest";
import { addDeclared, declaredStyles } from "./declared.js";
import { readSource } from "./source-text.js";
import { nothingWanted } from "./wanted.js";

const source = readSource(
  "src/Row.jsx",
  `const Row = styled.div\`
  display: flex;
  gap: 0.6rem;
  &:hover { color: \${({ theme }) => theme.ink}; gap: 0; }
\`;
export const Rows = () => <Row />;
`,
);
const [tag] = source.tags.filter((one) => one.tag === "Row");
if (tag === undefined) throw new Error("the component's use was not read");

test.each([
  ["the page's root ems", 10, "6px", ["declared"]],
  ["other root ems", 16, "6px", ["declared", "otherDeclared"]],
])("what a styled component declares without conditions is compared by %s", (_what, rem, gap, features) => {
  const styles: Readonly<Record<string, string>> = { display: "flex", gap };
  const added = new Map<string, number>();
  const wanted = { ...nothingWanted, rem, style: (property: string) => styles[property] };
  addDeclared(tag, source, declaredStyles([source]), wanted, (feature, value = 1) => void (value > 0 && added.set(feature, value)));
  expect([...added.keys()]).toEqual(features);
});
