/** What answers hold again and again, and the tokens it takes: the larger count of o200k and cl100k, standing alone. */
export const phraseTokens: ReadonlyMap<string, number> = new Map([
  [":nth-of-type(", 4],
  [") > ", 3],
  [" > ", 2],
  ["getByRole('", 4],
  ["locator('", 2],
  ["', { name: '", 5],
  ["', exact: true })", 5],
  ["    await expect(page.", 5],
  [").toBeVisible();\\n", 7],
  [").toBeEnabled();\\n", 7],
  ["[CAPTURED_TEXT]", 6],
  ["[/CAPTURED_TEXT]", 6],
  ["[USER_COMMENT]", 4],
  ["[/USER_COMMENT]", 4],
  ["https://www.", 4],
  ["http://localhost:", 4],
  ["data-testid", 2],
  ["aria-label", 2],
  ['[href=\\"', 2],
  [",true,null]", 3],
  [",false,null]", 3],
  ['","link","', 3],
  ['","button","', 3],
  [" by 24 or more room is needed.", 9],
  [" px, and ", 4],
  [" is near: ", 4],
]);

/** Words of markup, roles and plain English that are one token in both vocabularies, alone and after a space. */
export const oneTokenWords: ReadonlySet<string> = new Set(
  (
    "html body main header footer nav section article aside div span form label input button select option textarea legend table tr td th ul ol " +
    "li dd img svg path iframe video audio canvas figure picture link script style title meta strong em code pre details summary dialog menu " +
    "template slot first last child type of nth not has is root src href alt name value role text aria class data test id color background padding " +
    "margin border width height display flex grid block inline none hidden visible auto center left right top bottom solid normal relative " +
    "absolute fixed static heading banner navigation region search checkbox radio tab list group cell row true false null the and for with this " +
    "that your from page no next to in on it by at as or be more room needed near field image give about all news home contact http https www com " +
    "org net wiki file index item content container wrapper inner outer icon logo"
  ).split(" "),
);
