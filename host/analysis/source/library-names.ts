import type { SourceTag } from "./tags.js";

/** Names of components, as `plainName` writes them, that an element's classes and tag speak for, with points from 1 to 3. */
export type LibraryNames = ReadonlyMap<string, number>;

/** How libraries begin the class names of their components: Ant, Element, Vuetify, Vuestic, Prime, Naive, Quasar, Chakra, Bootstrap and others. */
const prefixed =
  /^(?:ant|el|van|n|q|v|va|p|chakra|rs|cds|arco|c|ion|mat|mdc|sl|b|nz|fui|radix|uk|ui|mantine|tw|fl|flowbite|swd|wa|bx|k|dx|ng|ngx|nb|clr|bp\d)-([a-z]+(?:-[a-z]+)*)(?:__.*|--.*|_.*)?$/;

/** Parts of components, not their variants. */
const slotNames =
  /^(title|subheader|content|label|input|icon|startIcon|endIcon|avatar|action|img|wrapper|inner|section|body|header|select|thumb|track|primary|secondary|dot|container|indicator|displayedRows|selectLabel|toolbar)$/;

/** What is written in short. */
const longNames: ReadonlyMap<string, string> = new Map(
  Object.entries({ btn: "button", col: "col", pagination: "pagination", picker: "datepicker" }),
);

/** Components that drew an element, by the class names that libraries give them. */
export function libraryNamesOf(classes: readonly string[], attributes: Readonly<Record<string, string>>): LibraryNames {
  const names = new Map<string, number>();
  const add = (name: string | undefined, points: number) => {
    if (name === undefined || name.length < 2) return;
    const plain = plainName(name);
    if ((names.get(plain) ?? 0) < points) names.set(plain, points);
  };
  add(attributes["data-slot"], 3);
  add(attributes["data-component"], 3);
  // An element in a slot of one component is drawn by it, whatever it is itself.
  const isInSlot = classes.some((token) => slotNames.test(/^(?:Mui|mantine-)[A-Z]\w*-([a-z]\w*)$/.exec(token)?.[1] ?? ""));
  for (const token of classes) {
    const [, component, slot] = /^(?:Mui|mantine-)([A-Z]\w*)-([a-z]\w*)$/.exec(token) ?? [];
    if (component !== undefined && slot === "root") add(component, component.endsWith("Base") ? 1 : isInSlot ? 1.5 : 3);
    else if (component !== undefined && slot !== undefined) add(component, slotNames.test(slot) ? 3 : 1.5);
    const icon = /^(?:lucide|tabler-icon|anticon|feather|ri|ti|ph|bi|mdi)-([a-z][\w-]*)$/.exec(token)?.[1];
    if (icon !== undefined)
      for (const form of [icon, `${icon}icon`, `icon${icon}`, `lucide${icon}`, `${icon}outlined`, `${icon}filled`]) add(form, 3);
    if (/^[a-z]{5,}$/.test(token)) add(token, 2);
    for (const part of token.split("__").slice(1, -1)) if (/^[a-z]{5,}$/.test(part)) add(part, 2);
    const bare = prefixed.exec(token)?.[1];
    if (bare === undefined) continue;
    const [first = "", ...rest] = bare.split("-");
    const long = [longNames.get(first) ?? first, ...rest].join("");
    add(long, 2);
    add(token.replace(/(?:__|--|_).*$/, ""), 3);
  }
  return names;
}

/** `BaseButton`, `base-button` and `Base.Button` are one. */
export function plainName(name: string): string {
  return name
    .replace(/^x-|^\./, "")
    .replace(/[-_.:]/g, "")
    .toLowerCase();
}

/** Whether a tag is an icon's: by its name, or because the file takes it from a package of icons. */
export function isIconTag({ tag }: SourceTag, text: string): boolean {
  if (/icon|svg|logo/i.test(tag)) return true;
  if (!/^[A-Z]\w+$/.test(tag)) return false;
  const from = new RegExp(`\\bimport\\s*\\{[^}]*\\b${tag}\\b[^}]*\\}\\s*from\\s*["']([^"'\\n]*)["']`).exec(text)?.[1] ?? "";
  return /icon|lucide|feather|phosphor/i.test(from);
}
