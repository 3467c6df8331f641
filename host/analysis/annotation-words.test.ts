import { expect, test } from "vitest";
import { isAboutLook, isAboutPlace, isAboutWriting, isRewording, kindFor } from "./annotation-words.js";

test.each<[comment: string, kind: ReturnType<typeof kindFor>]>([
  ["Dollars here, euros everywhere else", "data"],
  ["Rename this to Cart", "data"],
  ["There is a typo in the label", "data"],
  ["Move this above the list", "data"],
  ["Too tight", "definition"],
  ["All buttons should be rounded", "definition"],
  ["This text is too pale", undefined],
  ["Every heading in this font", "definition"],
  ["Does not work", undefined],
  ["Heading should be 18px", "definition"],
  ["zu eng", undefined],
  ["Rename this component to Tile", undefined],
])("%s: is about a place of the kind %s", (comment, kind) => {
  expect(kindFor({ comment })).toBe(kind);
});

test.each([
  ["We moved, this must say Madrid", true],
  ["Say A huge collection of sections", true],
  ["Should be in German: Diskussionen", true],
  ["Not translated", true],
  ["take a proper icon", true],
  ["Wrong address: it's olga@example.com", true],
  ["translate: 4px is too much", false],
  ["A screen reader says nothing", false],
  ["Rename the component Row to Line", false],
  ["I would not say that this is pale", false],
])("%s: states what is to be written: %s", (comment, expected) => {
  expect(isAboutWriting(comment)).toBe(expected);
});

test.each([
  ["It looks washed out", true],
  ["They grow too much when I point at them", true],
  ["Remove this card", false],
  ["Make this a component of its own", false],
  ["Nothing opens here", false],
  ["This link goes nowhere", false],
  ["The price is wrong", false],
  ["should be a circle", true],
  ["hangs lower than the others", true],
  ["three in a row are enough", true],
  ["This title is enormous", true],
  ["It looks like an empty one", false],
  ["why can't I press this?", false],
  ["should jump down the page instead", false],
])("%s: describes a look: %s", (comment, expected) => {
  expect(isAboutLook(comment)).toBe(expected);
});

test.each([
  ["Year above the title", true],
  ["should be the first entry", true],
  ["add Air Freight above", true],
  ["Too much room above the title", false],
])("%s: is about a place among others: %s", (comment, expected) => {
  expect(isAboutPlace(comment)).toBe(expected);
});

test.each([
  ["Životopis", "Rezime", true],
  ["Belle Mare without the star", "Belle Mare*", false],
  ["Belle Mare, no star", "Belle Mare*", true],
  ["Just ship faster", "Just ship less", true],
  ["Chicken has a k", "Chicen Burger", true],
  ["The cards are fine", "Card", false],
  ["Left-align", "Just ship less", false],
  ["Stop the bobbing", "Just ship less", false],
])("%s, of “%s”: is what is to be written: %s", (comment, shown, expected) => {
  expect(isRewording(comment, shown)).toBe(expected);
});
