import { expect, test } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { answerOf, type SourceKind } from "../testing/source-kind.js";

const studio = shared(openStudio);

const kinds: readonly SourceKind[] = [
  {
    what: "a link around the icon that holds its text",
    page: `<p><a class="MuiText-a"><span class="MuiIcon-root">more</span></a></p><p><a class="MuiText-a"><span class="MuiIcon-root">more</span></a></p>`,
    selector: "p:last-child a",
    files: {
      "src/rows.jsx": `export const rows = [\n  {\n    edit: (\n      <MyText component="a">\n        <Icon>more</Icon>\n      </MyText>\n    ),\n  },\n  {\n    edit: (\n      <MyText component="a">\n        <Icon>more</Icon>\n      </MyText>\n    ),\n  },\n];\n`,
    },
    place: "src/rows.jsx:11",
  },
  {
    what: "a row two tags around the text, which a component of unknown tags shows",
    page: `<section><h4>Mails</h4><div class="x1"><div><input type="checkbox" class="MuiSwitch-input"></div><div><span class="MuiTypography-button">Mail me</span></div></div><div class="x1"><div><input type="checkbox" class="MuiSwitch-input"></div><div><span class="MuiTypography-button">Call me</span></div></div></section>`,
    selector: "h4 + div",
    files: {
      "src/Rows.jsx": `export const Rows = () => (\n  <Card>\n    <MyWords>Mails</MyWords>\n    <MyBox>\n      <MyBox>\n        <Switch />\n      </MyBox>\n      <MyBox>\n        <MyWords>Mail me</MyWords>\n      </MyBox>\n    </MyBox>\n    <MyBox>\n      <MyBox>\n        <Switch />\n      </MyBox>\n      <MyBox>\n        <MyWords>Call me</MyWords>\n      </MyBox>\n    </MyBox>\n  </Card>\n);\n`,
    },
    place: "src/Rows.jsx:4",
  },
  {
    what: "a button of a package, which draws what is around its text",
    page: `<p><button class="p-button"><span><span>Save</span></span></button></p>`,
    selector: "button",
    files: {
      "src/Bar.jsx": `export const Bar = () => (\n  <p>\n    <Hint>\n      <Guard>\n        <PButton>Save</PButton>\n      </Guard>\n    </Hint>\n  </p>\n);\n`,
    },
    place: "src/Bar.jsx:5",
  },
  {
    what: "the second label with a text, by the order of those with this text",
    page: `<div><mat-label>Mail</mat-label><mat-label>Name</mat-label></div><div><mat-label>Mail</mat-label></div>`,
    selector: "div:last-child mat-label",
    files: {
      "src/forms.html": `<p>\n  <b>\n    <mat-label>Mail</mat-label>\n  </b>\n  <b>\n    <mat-label>Name</mat-label>\n  </b>\n  <b>\n    <mat-label>Mail</mat-label>\n  </b>\n</p>\n`,
    },
    place: "src/forms.html:9",
  },
];

test.each(kinds)("find_source finds $what", async (kind) => {
  const rows = await answerOf(studio, kind);
  expect(rows.map(({ file, line }) => `${file}:${line}`)[0], JSON.stringify(rows)).toBe(kind.place);
});
