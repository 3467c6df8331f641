import type { RemovedKind } from "./capture.js";

export interface AttributeOwner {
  readonly tag: string;
  /** An input's type in lower case; "" for other elements. */
  readonly type: string;
  readonly role: string;
  /** A `<meta>` whose name shows that it holds a secret. */
  readonly secret: boolean;
}

/** Roles whose value is set by the program, not by a person. */
const outputRoles = /^(?:progressbar|meter|scrollbar|separator)$/;

/** Returns what an attribute of an element holds that is private; undefined where it is public. */
export function privateKind({ tag, type, role, secret }: AttributeOwner, name: string): RemovedKind | undefined {
  if (name === "content") return secret ? "tokens" : undefined;
  if (name === "selected") return tag === "option" ? "selected-options" : undefined;
  if (/^(?:aria|data)-.*(?:selected|checked|state|active|highlighted)$/.test(name))
    return role === "option" ? "selected-options" : undefined;
  if (name === "aria-valuetext" || name === "aria-valuenow")
    return outputRoles.test(role) || tag === "progress" || tag === "meter" ? undefined : "form-values";
  const isLabel = tag === "input" && /^(?:submit|reset|button|image)$/.test(type);
  // Custom elements may be fields.
  if (name !== "value" || isLabel || !/^(?:input|textarea|button)$|-/.test(tag)) return undefined;
  return type === "hidden" ? "hidden-inputs" : type === "password" ? "passwords" : "form-values";
}
