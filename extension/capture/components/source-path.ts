const home = /^(?:\/(?:home|Users)\/[^/]+|[A-Za-z]:\/Users\/[^/]+|\/root)(?=\/)/;

/** What bundlers and servers put before a path, in the order in which they nest. */
const decorations: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/[?#].*$/s, ""],
  [/^(?:about|rsc):\/\/React\/[^/]+\//, ""],
  [/^(?:webpack-internal:\/{2,3}|webpack:\/\/[^/]*\/|turbopack:\/{2,3}|https?:\/\/[^/]+\/)/, ""],
  [/^file:\/\/(?=\/)/, ""],
  [/^\/(?=[A-Za-z]:\/)/, ""],
  [/^\([^()/]*\)\//, ""],
  [/^\[project\]\//, ""],
  [/^\/?@fs(?=\/)/, ""],
  [/^(?:\.\/)+/, ""],
];

/** A source's path in one form, without scheme, host, query and decoration; the home is `~`, so that no capture names its maker. */
export function sourcePath(raw: string): string {
  const path = decorations.reduce((text, [pattern, instead]) => text.replace(pattern, instead), raw.trim().replaceAll("\\", "/"));
  return path.replace(home, "~").slice(0, 500);
}

/** `file:line:column`, as far as they are known; empty without a file. Line and column count from 1. */
export function sourceLocation(file: string, line?: number, column?: number): string {
  const path = sourcePath(file);
  if (path === "" || line === undefined || !isPlace(line)) return path;
  return column !== undefined && isPlace(column) ? `${path}:${line}:${column}` : `${path}:${line}`;
}

function isPlace(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
