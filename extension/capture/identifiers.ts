/** Prefixes of style libraries, and what React's `useId` gives in any place: `radix-_r_g_`, `_r_2j_-form-item`. */
const madeByTool = /^(?:css|sc|jss|svelte|emotion)-|(?:^|[^a-z0-9])_r_[0-9a-z]*_(?:$|[^a-z0-9])|^_r_[0-9a-z]*_/;
const counted =
  /^(?:radix|headlessui|react-aria|mui|el-id|pv_id|pn_id|cdk|mat|bits|reka|ember|ext-gen|yui_|gen|auto|uid|uuid|css|sc|jss|svelte|emotion|chakra|mantine|astro|v)-?[:_-]?[\w-]*\d|\d{4}|(?=[0-9a-f]*\d)[0-9a-f]{8}/i;
const manyConsonants = /[bcdfghjklmnpqrstvwxz]{6}/i;

/** Tells whether an id or class name looks written by a person: not generated, hashed or counted. */
export function isStableName(name: string): boolean {
  if (name.length === 0 || name.length > 60 || madeByTool.test(name)) return false;
  // Most names are words in small letters.
  if (/^[a-z_][a-z_.-]*$/.test(name)) return !manyConsonants.test(name);
  if (!/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) || (/\d/.test(name) && counted.test(name))) return false;
  return !name.split(/[-_.]+/).some(isHash);
}

/** A word in which digits stand between letters, or both cases change too often, is the work of a program. */
function isHash(word: string): boolean {
  if (word.length < 5) return false;
  const digits = word.match(/\d+/g)?.length ?? 0;
  if (digits >= 2 || (digits === 1 && /\d[a-zA-Z]/.test(word))) return true;
  const humps = word.match(/[A-Z]/g)?.length ?? 0;
  return manyConsonants.test(word) || (humps > word.length / 3 && /[a-z]/.test(word) && word.length >= 6);
}

/** Writes a text as a CSS identifier (CSSOM, "serialize an identifier"). */
export function identifier(text: string): string {
  if (/^[a-z_][\w-]*$/i.test(text)) return text;
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const code = text.charCodeAt(i);
    const digit = code >= 48 && code <= 57;
    if (code === 0) out += "\ufffd";
    else if (code < 32 || code === 127 || (digit && (i === 0 || (i === 1 && text.startsWith("-"))))) out += `\\${code.toString(16)} `;
    else if (code >= 128 || digit || /[\w-]/.test(char)) out += char === "-" && text === "-" ? "\\-" : char;
    else out += `\\${char}`;
  }
  return out;
}

/** Writes a text as a CSS string in double quotes. */
export function quoted(text: string): string {
  if (!/["\\\p{Cc}]/u.test(text)) return `"${text}"`;
  return `"${text.replace(/["\\]/g, "\\$&").replace(/\p{Cc}/gu, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;
}
