// Bounds of the record of a picked element, each a constant of its own: a page's script loads what it uses.

export const factMaxChars = 300;
/** Elements with words of their own that are stored with it, before and after it. */
export const anchorsEach = 3;
/** Elements of which a hash is stored with it, before and after it. */
export const aroundEach = 30;
export const ancestorsMax = 30;
/** Of one element, all its roots included: some hundred levels. A longer one is empty in every answer; the element has its ref. */
export const selectorMaxChars = 2_000;
