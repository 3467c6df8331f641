import { expect, test } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { answerOf, type SourceKind } from "../testing/source-kind.js";

const studio = shared(openStudio);

const mail = `<svg class="svg-inline--fa fa-envelope me-2" data-prefix="fas" data-icon="envelope" role="img" viewBox="0 0 512 512"><path d="M1 1"></path></svg>`;

/** A package whose icons leave nothing on the page but what they draw. */
const packages = {
  "node_modules/bare-icons/index.js": `export const BinIcon = icon("M1 1h9v9H1z");\nexport const PenIcon = icon("M20 4 4 20h-2");\nexport const Command = icon("M7 7h7v7z");\n`,
};
const drawn = (path: string) => `<svg viewBox="0 0 24 24" width="24"><path d="${path}"></path></svg>`;
const [bin, pen] = [drawn("M1 1h9v9H1z"), drawn("M20 4 4 20h-2")];
const barePage = `<div><button class="b">${pen}</button></div>`;

const kinds: readonly SourceKind[] = [
  {
    what: "a button with an icon of a package that names none on the page",
    page: barePage,
    selector: "button",
    files: {
      ...packages,
      "src/A.tsx": `import { BinIcon } from "bare-icons";\nexport const A = () => (\n  <div>\n    <button className="b">\n      <BinIcon />\n    </button>\n  </div>\n);\n`,
      "src/B.tsx": `import { PenIcon as Edit } from "bare-icons";\nexport const B = () => (\n  <div>\n    <button className="b">\n      <Edit />\n    </button>\n  </div>\n);\n`,
    },
    place: "src/B.tsx:4",
  },
  {
    what: "the icon itself",
    page: barePage,
    selector: "svg",
    files: {
      ...packages,
      "src/A.tsx": `import { BinIcon, PenIcon } from "bare-icons";\nexport const A = () => (\n  <p>\n    <BinIcon />\n    <PenIcon />\n  </p>\n);\n`,
    },
    place: "src/A.tsx:5",
  },
  {
    what: "a component that is handed the icon",
    page: barePage,
    selector: "button",
    files: {
      ...packages,
      "src/BaseButton.vue": `<script setup>\ndefineProps({ icon: Object, label: String });\n</script>\n<template>\n  <button :class="kind"><component :is="icon" /></button>\n</template>\n`,
      "src/A.vue": `<script setup>\nimport { BinIcon, PenIcon } from "bare-icons";\n</script>\n<template>\n  <div>\n    <BaseButton :icon="PenIcon" label="Edit" />\n    <BaseButton :icon="BinIcon" />\n    <BaseButton :icon="PenIcon" />\n  </div>\n</template>\n`,
    },
    place: "src/A.vue:8",
  },
  {
    what: "the tag around an icon's component, not that one",
    page: `<p><a class="c">${pen}</a></p>`,
    selector: "a",
    files: {
      ...packages,
      "src/A.tsx": `import { PenIcon } from "bare-icons";\nexport const A = () => (\n  <Toggler>\n    <SvgIcon icon={PenIcon} />\n  </Toggler>\n);\n`,
      "src/B.tsx": `export const Toggler = ({ children }) => <a className="c">{children}</a>;\n`,
    },
    place: "src/B.tsx:1",
  },
  {
    what: "a component that takes the icon from data, not one that is handed another icon",
    page: `<div><button class="b" type="button">${pen}</button></div>`,
    selector: "button",
    files: {
      ...packages,
      "src/BaseButton.vue": `<script setup>\ndefineProps({ icon: Object });\n</script>\n<template>\n  <button class="b"><component :is="icon" /></button>\n</template>\n`,
      "src/A.vue": `<script setup>\nimport { BinIcon, PenIcon } from "bare-icons";\nconst all = [PenIcon];\n</script>\n<template>\n  <div>\n    <BaseButton class="b" :icon="BinIcon" type="button" />\n    <BaseButton v-for="one in all" class="b" :icon="one" />\n  </div>\n</template>\n`,
    },
    place: "src/A.vue:8",
  },
  {
    what: "a component without a label for a button that shows no words",
    page: `<section><div><button type="button" class="b wide">${pen} Button</button><button type="button" class="b wide">${bin} Button</button></div><div><button type="button" class="b">${pen}</button><button type="button" class="b">${bin}</button></div></section>`,
    selector: "div:last-child button",
    files: {
      ...packages,
      "src/BaseButton.vue": `<script setup>\ndefineProps({ icon: Object, label: String });\n</script>\n<template>\n  <button type="button" :class="kind"><component :is="icon" />{{ label }}</button>\n</template>\n`,
      "src/A.vue": `<script setup>\nimport { BinIcon, PenIcon } from "bare-icons";\n</script>\n<template>\n  <section>\n    <Row>\n      <BaseButton :icon="PenIcon" label="Button" />\n      <BaseButton :icon="BinIcon" label="Button" />\n    </Row>\n    <Row>\n      <BaseButton :icon="PenIcon" :small="isSmall" />\n      <BaseButton :icon="BinIcon" :small="isSmall" />\n    </Row>\n  </section>\n</template>\n`,
    },
    place: "src/A.vue:11",
  },
  {
    what: "a tag around a component that is handed the icon",
    page: barePage,
    selector: "div",
    files: {
      ...packages,
      "src/A.tsx": `import { BinIcon, PenIcon } from "bare-icons";\nexport const A = () => (\n  <>\n    <div><IconButton icon={BinIcon} /></div>\n    <div><IconButton icon={PenIcon} /></div>\n  </>\n);\n`,
    },
    place: "src/A.tsx:5",
  },
  {
    what: "the second of two with one icon, whatever other icons stand between",
    page: `<p>${pen}${bin}${bin}${pen}</p>`,
    selector: "svg:last-child",
    files: {
      ...packages,
      "src/A.tsx": `import { BinIcon, PenIcon } from "bare-icons";\nexport const A = () => (\n  <p>\n    <PenIcon />\n    {[1, 2].map(() => <BinIcon />)}\n    <PenIcon />\n  </p>\n);\n`,
    },
    place: "src/A.tsx:6",
  },
  {
    what: "no component of another file that has an icon's name",
    page: `<p>${drawn("M7 7h7v7z")}</p>`,
    selector: "svg",
    files: {
      ...packages,
      "src/A.tsx": `import { Command } from "./command";\nexport const A = () => (\n  <p>\n    <Command />\n  </p>\n);\n`,
      "src/B.tsx": `import { Command } from "bare-icons";\nexport const B = () => <p>{[1].map(() => (\n  <Command />))}</p>;\n`,
      "src/command.tsx": `export const Command = () => <form><input /></form>;\n`,
    },
    place: "src/B.tsx:3",
  },
  {
    what: "the tag that Font Awesome replaced",
    page: `<nav><a class="link">${mail}</a></nav>`,
    selector: "svg",
    files: {
      "a.html": `<nav>\n  <a class="link">\n    <svg role="img" class="logo"></svg>\n  </a>\n</nav>\n`,
      "b.html": `<nav>\n  <a class="link"><i class="fas fa-user me-2"></i></a>\n  <a class="link">\n    <i class="fas fa-envelope me-2"></i>\n  </a>\n</nav>\n`,
    },
    place: "b.html:4",
  },
  {
    what: "the tag that Feather replaced",
    page: `<p><svg class="feather feather-bell align-middle" width="24" height="24" viewBox="0 0 24 24"></svg></p>`,
    selector: "svg",
    files: { "a.html": `<p><i data-feather="user"></i></p>\n<p>\n  <i class="align-middle" data-feather="bell"></i>\n</p>\n` },
    place: "a.html:3",
  },
  {
    what: "the tag that Lucide replaced",
    page: `<p><svg data-lucide="bell" class="lucide lucide-bell"></svg></p>`,
    selector: "svg",
    files: { "a.html": `<p><i data-lucide="user"></i></p>\n<p>\n  <i data-lucide="bell"></i>\n</p>\n` },
    place: "a.html:3",
  },
  {
    what: "the tag that Iconify replaced",
    page: `<p><svg class="iconify iconify--mdi" data-icon="mdi:bell"></svg></p>`,
    selector: "svg",
    files: {
      "a.html": `<p><span class="iconify" data-icon="mdi:user"></span></p>\n<p>\n  <span class="iconify" data-icon="mdi:bell"></span>\n</p>\n`,
    },
    place: "a.html:3",
  },
  ...[`icon="envelope"`, `icon={faEnvelope}`, `icon={["fas", "envelope"]}`, `icon="fa-solid fa-envelope"`].map((icon) => ({
    what: `Font Awesome's component with ${icon}`,
    page: `<p>${mail.replace(" me-2", "")}</p>`,
    selector: "svg",
    files: {
      "src/A.tsx": `export const A = () => (\n  <p>\n    <FontAwesomeIcon icon="user" />\n    <FontAwesomeIcon icon={faUser} />\n    <FontAwesomeIcon ${icon} />\n  </p>\n);\n`,
    },
    place: "src/A.tsx:5",
  })),
  {
    what: "Font Awesome's component in Vue",
    page: `<p>${mail.replace(" me-2", "")}</p>`,
    selector: "svg",
    files: {
      "src/A.vue": `<template>\n  <p>\n    <font-awesome-icon :icon="['fas', 'user']" />\n    <font-awesome-icon :icon="['fas', 'envelope']" />\n  </p>\n</template>\n`,
    },
    place: "src/A.vue:4",
  },
  {
    what: "a component that takes the icon from data",
    page: `<p>${mail.replace(" me-2", "")}</p>`,
    selector: "svg",
    files: {
      "src/A.tsx": `export const A = () => <p><FontAwesomeIcon icon={faUser} /></p>;\n`,
      "src/B.tsx": `const contacts = [{ icon: faEnvelope }, { icon: faPhone }];\nexport const B = () => contacts.map((one) => (\n  <p>\n    <FontAwesomeIcon icon={one.icon} />\n  </p>\n));\n`,
    },
    place: "src/B.tsx:4",
  },
  {
    what: "a button with the icon, not one whose label is the icon's name",
    page: `<p><button><i class="material-icons q-icon">lock</i><span>Prices</span></button></p>`,
    selector: "i",
    files: {
      "src/A.vue": `<template>\n  <p>\n    <q-btn label="Prices" icon="lock" />\n    <q-btn label="Lock" icon="home" />\n  </p>\n</template>\n`,
    },
    place: "src/A.vue:3",
  },
  {
    what: "a font's icon by its name in an attribute that is called so",
    page: `<p><i class="fab fa-github q-icon" role="img"></i></p>`,
    selector: "i",
    files: {
      "src/A.vue": `<template>\n  <p>\n    <q-icon name="fab fa-twitter" />\n    <q-icon name="fab fa-github" />\n    <q-icon name="menu" />\n  </p>\n</template>\n`,
    },
    place: "src/A.vue:4",
  },
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
