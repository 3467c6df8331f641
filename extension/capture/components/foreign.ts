import { sourceLocation } from "./source-path.js";
import { isSafeToRead } from "./xray.js";

/** A property's plain value, on the object or six prototypes above it. Getters are not run; undefined for them and for traps that throw. */
export function field(of: unknown, key: string): unknown {
  let at = isObject(of) ? of : null;
  try {
    for (let hops = 0; at !== null && hops < 7 && isSafeToRead(at); hops++) {
      const found = Reflect.getOwnPropertyDescriptor(at, key);
      if (found !== undefined) return found.value;
      at = Reflect.getPrototypeOf(at);
    }
  } catch {
    // A proxy of the page may throw from its traps: there is nothing to read then.
  }
  return undefined;
}

/** An object that hangs on the object itself, as frameworks hang theirs on elements: one look instead of one for each prototype. */
export function ownObject(of: object, key: string): object | undefined {
  try {
    const value: unknown = Reflect.getOwnPropertyDescriptor(of, key)?.value;
    return isObject(value) ? value : undefined;
  } catch {
    // As above: a trap that throws.
    return undefined;
  }
}

export function objectField(of: unknown, key: string): object | undefined {
  const value = field(of, key);
  return isObject(value) ? value : undefined;
}

/** A text of at most `longest` characters; empty for anything else. */
export function textField(of: unknown, key: string, longest = 500): string {
  const value = field(of, key);
  return typeof value === "string" && value.length <= longest ? value : "";
}

export function numberField(of: unknown, key: string): number | undefined {
  const value = field(of, key);
  return typeof value === "number" ? value : undefined;
}

/** The place that compilers of JSX leave with an element: `fileName`, `lineNumber`, `columnNumber`. */
export function jsxPlace(of: unknown): string {
  return sourceLocation(textField(of, "fileName"), numberField(of, "lineNumber"), numberField(of, "columnNumber"));
}

/** Names of the object's own properties; none when it will not say. */
export function ownNames(of: object): string[] {
  try {
    if (!isSafeToRead(of)) return [];
    return Object.getOwnPropertyNames(of);
  } catch {
    // As above: a trap that throws.
    return [];
  }
}

export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** A name fit to be shown: letters, digits and the few signs that names have. */
export function nameOf(value: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$.()-]{0,99}$/u.test(value) ? value : "";
}
