import { describe, expect, it } from "vitest";
import { libraryNamesOf, pointsOfName } from "./library-names.js";

/** What class names say of the component that drew an element. */
describe("components that class names speak for", () => {
  it.each([
    ["MUI", "MuiButtonBase-root MuiButton-root MuiButton-text css-x1", "button"],
    ["a slot of MUI", "MuiTypography-root MuiTypography-h6 MuiCardHeader-title", "cardheader"],
    ["a slot of MUI's own making", "MuiButtonBase-root MuiIconButton-root MuiAutocomplete-popupIndicator", "autocomplete"],
    ["a component of MUI with a number", "MuiGrid2-root MuiGrid2-direction-xs-row css-x1", "grid"],
    ["a part of Mantine's", "m_96bdd299 mantine-Grid-col", "gridcol"],
    ["Mantine", "m_87cf2631 mantine-UnstyledButton-root", "unstyledbutton"],
    ["Ant", "ant-menu-item ant-menu-item-selected", "menuitem"],
    ["Vuestic", "va-button va-button--normal", "vabutton"],
    ["Element", "el-card__header", "elcard"],
    ["an element of a block that has a component of its own", "q-item__section column q-item__section--main", "qitemsection"],
    ["an element that is named after its block", "chakra-menu__menu-button css-1q", "menubutton"],
    ["an element of Chakra's", "chakra-input__left-element css-1q", "inputleftelement"],
    ["Lucide", "lucide lucide-trash-2", "trash2"],
    ["Tabler", "tabler-icon tabler-icon-settings", "iconsettings"],
    ["Ant's icons", "anticon anticon-setting", "settingoutlined"],
  ])("%s: %s", (_, classes, name) => {
    const names = libraryNamesOf(classes.split(" "), {});
    expect(names.get(name) ?? 0, JSON.stringify([...names])).toBeGreaterThanOrEqual(2);
  });

  it("are weak where the element is a part of another component", () => {
    expect(
      libraryNamesOf("MuiButtonBase-root MuiIconButton-root MuiAutocomplete-popupIndicator".split(" "), {}).get("iconbutton"),
    ).toBeLessThan(2);
  });

  it("are none of utilities, and what data-slot says", () => {
    expect([...libraryNamesOf(["flex", "mt-4", "text-sm", "items-center", "rounded-md"], {})]).toEqual([]);
    expect(libraryNamesOf([], { "data-slot": "card-title" }).get("cardtitle")).toBe(3);
  });

  it.each([
    ["CCardBody", "card-body", true],
    ["b-card-body", "card-body", true],
    ["Card.Body", "card-body", true],
    ["CCard", "card mb-4", true],
    ["Grid2", "MuiGrid2-root", true],
    ["Card", "user-card", false],
    ["CCardHeader", "card-body", false],
    ["Table", "table-row", false],
    ["CCard", "cards-list", false],
  ])("name <%s> of .%s: %s", (tag, written, isNamed) => {
    const classes = written.split(" ");
    expect(pointsOfName({ tag }, { libraryNames: libraryNamesOf(classes, {}), classes }) > 0).toBe(isNamed);
  });
});
