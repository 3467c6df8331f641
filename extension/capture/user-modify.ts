/** A style by which a person may write into an element that has no `contenteditable`. Chromium and WebKit have one name for it, Firefox another. */
export function isModifiable(style: CSSStyleDeclaration): boolean {
  return /^(?:read-write|write-only)/.test(userModifyOf(style));
}

/** The value that a declaration or a computed style has; "" for none. */
export function userModifyOf(style: CSSStyleDeclaration): string {
  return style.getPropertyValue("-webkit-user-modify") || style.getPropertyValue("-moz-user-modify");
}
