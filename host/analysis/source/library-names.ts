import { weaklyMemoized } from "../../contract/memoized.js";
import { partsOf } from "./files.js";
import type { SourceTag } from "./tags.js";
import { shortest } from "./texts.js";

/** Names of components, as `plainName` writes them, that an element's classes and tag speak for, each with a grade. */
export type LibraryNames = ReadonlyMap<string, number>;

/** What styled-components' plugin writes into a class: the component and, where called otherwise, the file or folder that defines it; else empty. */
export interface StyledName {
  readonly file: string;
  readonly name: string;
}

/** What styled-components name a component; beside it stands a name of five to seven letters for its rules. */
const ofStyled = /^(?:\w+__)?sc-[a-zA-Z\d]{5,}(?:-\d+)?$|-sc-[\da-z]{6,}-\d+$|^(?:[A-Za-z]\w*__)?[A-Z]\w*-[\da-z]{5,8}-\d+$/;

/** As which styled component an element was drawn, the last one of its classes: before it stand those of what it was made of. */
export function styledAs({ class: classes = "" }: Readonly<Record<string, string>>): StyledName | undefined {
  const token = classes.split(/\s+/).findLast((one) => ofStyled.test(one));
  const [, file = "", name = ""] = /^(?:([A-Za-z]\w*?)__)?([A-Z][A-Za-z\d]*)-(?:sc-|[\da-z]+-\d+$)/.exec(token ?? "") ?? [];
  return token === undefined ? undefined : { file, name };
}

/** How far a class speaks for a component: it is of its kind or one of its parts, has its name as a word, is called after it, after its very part. */
const [kin, word, called, part] = [1, 2, 3, 4];

/** How libraries begin the class names of their components: Ant, Element, Vuetify, Vuestic, Prime, Naive, Quasar, Chakra, Bootstrap and others. */
const prefixed =
  /^(?:ant|el|van|n|q|v|va|p|chakra|rs|cds|arco|c|ion|mat|mdc|sl|b|nz|fui|radix|uk|ui|mantine|tw|fl|flowbite|swd|wa|bx|k|dx|ng|ngx|nb|t|clr|bp\d)--?([a-z]+(?:-[a-z]+)*)(?:__.*|--.*|_.*)?$/i;

/** Parts of components, not their variants. */
const slotNames =
  /^(title|subheader|content|label|input|icon|startIcon|endIcon|avatar|action|img|wrapper|inner|section|body|header|select|thumb|track|primary|secondary|dot|container|indicator|displayedRows|selectLabel|toolbar)$/;

/** Components that drew an element, by the class names that libraries give them. */
export function libraryNamesOf(classes: readonly string[], attributes: Readonly<Record<string, string>>): LibraryNames {
  const names = new Map<string, number>();
  const add = (name: string | undefined, grade: number) => {
    if (name === undefined || name.length < shortest) return;
    const plain = plainName(name);
    if ((names.get(plain) ?? 0) < grade) names.set(plain, grade);
  };
  add(attributes["data-slot"], called);
  add(styledAs(attributes)?.name, part);
  // MUI writes the name of each icon of its package into the test id: `AccessTimeIcon`.
  const icon = classes.includes("MuiSvgIcon-root") ? /^[A-Z]\w*Icon$/.exec(attributes["data-testid"] ?? "")?.[0] : undefined;
  for (const form of [icon, icon?.replace(/Icon$/, "")]) add(form, called);
  const addIcon = (name: string | undefined) => {
    for (const form of ["%", "%icon", "icon%", "lucide%", "%outlined", "%filled", "%twotone", "fa%"])
      add(name && form.replace("%", name), called);
  };
  // Of Ant and Font Awesome.
  addIcon(attributes["data-icon"]);
  const parts = classes.flatMap((token) => {
    // `MuiGrid2-root` is of <Grid2> and of <Grid>.
    const [, component, slot] = /^(?:Mui|mantine-)([A-Z]\w*?)\d?-([a-z]\w*)$/.exec(token) ?? [];
    return component === undefined || slot === undefined ? [] : [{ component, slot }];
  });
  const roots = new Set(parts.filter(({ slot }) => slot === "root").map(({ component }) => component));
  // An element in a slot of one component is drawn by it, whatever it is itself; where it is that component's root it is a variant.
  const isInSlot = parts.some(({ component, slot }) => slotNames.test(slot) || !roots.has(component));
  for (const { component, slot } of parts) {
    if (slot === "root") add(component, component.endsWith("Base") || isInSlot ? kin : called);
    else add(component, slotNames.test(slot) || !roots.has(component) ? called : kin);
    // `mantine-Grid-col` of <Grid.Col>.
    add(component + slot, part);
  }
  for (const token of classes) {
    addIcon(/^(?:lucide|(?:[a-z]+-)?icon|anticon|feather|ri|ti|ph|bi|mdi)-([a-z][\w-]*)$/.exec(token)?.[1]);
    const bare = prefixed.exec(token)?.[1];
    if (bare === undefined) continue;
    // `q-item__section` of <q-item-section>, `chakra-menu__menu-button` of <MenuButton>, where there is one.
    const [, block = "", element] = /^([a-z]+(?:-[a-z]+)+)__([a-z]+(?:-[a-z]+)*)(?:--.*)?$/.exec(token) ?? [];
    if (element !== undefined) {
      for (const name of [block + element, bare + element]) add(name, part);
      if (element.startsWith(`${bare}-`)) add(element, part);
    }
    const words = bare.split("-");
    // `ant-breadcrumb-link` of <Breadcrumb>.
    for (let count = words.length - 1; count > 0; count--) add(words.slice(0, count).join(""), word);
    add(words.join(""), word);
    add(token.replace(/(?:__|--|_).*$/, ""), called);
  }
  return names;
}

/** Forms of a tag's name in which libraries' classes and other tags have it. */
const formsOf = weaklyMemoized(({ tag }: Pick<SourceTag, "tag">) => {
  // `CCardBody`, `b-card-body` and `Card.Body` give the class `card-body`.
  const bare = /^[A-Z](?=[A-Z][a-z])|^[a-z]-/.test(tag) ? tag.replace(/^[A-Z]|^[a-z]-/, "") : tag;
  const dashed = bare
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(".", "-")
    .toLowerCase();
  return {
    plain: plainName(tag),
    // `a-button` and `NzButton` of `ant-btn`, `S.Row` of a module that is imported whole.
    other: plainName(tag.replace(/^(?:[a-z]{1,3}-|[A-Z](?:\.|(?=[A-Z])))|\d$/g, "")),
    dashed,
    isClass: bare !== tag || dashed.includes("-"),
  };
});

/** The grade that an element's classes give a component of this name; 0 for none. */
export function pointsOfName(
  tag: Pick<SourceTag, "tag">,
  { libraryNames, classes }: { readonly libraryNames: LibraryNames; readonly classes: readonly string[] },
): number {
  const { plain, other, dashed, isClass } = formsOf(tag);
  const known = libraryNames.get(plain) ?? libraryNames.get(other) ?? 0;
  return isClass && classes.includes(dashed) ? Math.max(known, called) : known;
}

/** A tag's name without the letters by which its library's components begin, in plain. */
export const bareName = (tag: Pick<SourceTag, "tag">): string => formsOf(tag).other;

/** `BaseButton`, `base-button` and `Base.Button` are one. */
export function plainName(name: string): string {
  return name
    .replace(/^x-|^\./, "")
    .replace(/[-_.:]/g, "")
    .toLowerCase();
}

/** The plain names of a path's parts, without their endings. */
export function namesOfPath(path: string): string[] {
  return partsOf(path).map((part) => plainName(part.replace(/(?<=.)\..*$/, "")));
}
