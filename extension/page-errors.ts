import type { Capture } from "../host/contract/capture.js";
import { parseJson } from "../host/contract/json.js";
import { cleanText, withoutTokens } from "../host/contract/urls.js";

/** `start`: begins to listen, if it does not yet. `read`: returns the entries so far. `stop`: returns them and removes all listeners. */
export type PageErrorsCommand = "start" | "read" | "stop";

/**
 * Records uncaught errors and unhandled rejections of the world that it runs in, with `withConsole` also calls of `console.error` and
 * `console.warn`. Chromium sends errors to the world that threw them alone; Firefox to all. For `scripting.executeScript({ world: "MAIN",
 * func: pageErrors, args: [command, key] })` too: it refers to nothing outside of itself. No global is made: `key`, the same for all calls
 * of one sidebar, names an event to which the listening one answers. Nothing of the page runs: values are described by what they are.
 *
 * Returns JSON, `[[message, unix ms of the first, times], …]`, for `readPageErrors`; "[]" where nothing listens.
 */
export function pageErrors(command: PageErrorsCommand, key: string, withConsole = true): string {
  const most = 500;
  const maxChars = 4_000;
  const answered = { json: "" };
  dispatchEvent(new CustomEvent(key, { detail: { command, answered } }));
  if (answered.json !== "" || command !== "start") return answered.json || "[]";

  const heard = new Map<string, [at: number, times: number]>();
  const { console } = globalThis;
  let isListening = true;

  /** An own data property, or one of a prototype; getters are the page's code. */
  function field(value: object, name: string): string {
    for (let at: object | null = value, steps = 0; at !== null && steps < 10; at = Object.getPrototypeOf(at), steps++) {
      const found: unknown = Object.getOwnPropertyDescriptor(at, name)?.value;
      if (found !== undefined) return typeof found === "string" ? found : "";
    }
    return "";
  }

  function textOf(value: unknown): string {
    if (typeof value === "string") return value;
    if (typeof value === "function") return "function";
    if (typeof value !== "object" || value === null) return String(value);
    if (!(value instanceof Error) && !(value instanceof DOMException)) return Array.isArray(value) ? "[array]" : "[object]";
    const [kind, message] = [field(value, "name") || "Error", field(value, "message")];
    return message === "" ? kind : `${kind}: ${message}`;
  }

  /** The first argument may be a format string (Console Standard, formatter). */
  function format(given: readonly unknown[]): string {
    const [first, ...others] = given;
    if (typeof first !== "string" || !first.includes("%")) return given.map(textOf).join(" ");
    const text = first.slice(0, maxChars).replace(/%([sdifoOc%])/g, (mark, kind: string) => {
      if (kind === "%") return "%";
      if (others.length === 0) return mark;
      const next = textOf(others.shift());
      return kind === "c" ? "" : next;
    });
    return [text, ...others.map(textOf)].join(" ");
  }

  function add(read: () => string): void {
    if (!isListening) return;
    try {
      const message = read().slice(0, maxChars);
      const known = heard.get(message);
      if (known !== undefined) known[1]++;
      else if (heard.size < most) heard.set(message, [Date.now(), 1]);
    } catch {
      // A proxy of the page may throw at any access, and the page must not notice the listener.
    }
  }

  function onError({ message, filename, lineno, colno }: ErrorEvent): void {
    if (message !== undefined) add(() => (filename === "" ? message : `${message} (${filename}:${lineno}:${colno})`));
  }

  function onRejection({ reason }: PromiseRejectionEvent): void {
    add(() => `Unhandled rejection: ${textOf(reason)}`);
  }

  /** Replaces a console method by one with its name and properties; returns a function that restores it. */
  function wrap(name: "error" | "warn"): () => void {
    const before = Object.getOwnPropertyDescriptor(console, name);
    if (typeof before?.value !== "function" || before.configurable !== true) return () => undefined;
    const wrapped = new Proxy(before.value, {
      apply(target, self, given) {
        add(() => `console.${name}: ${format(given)}`);
        return Reflect.apply(target, self, given);
      },
    });
    Object.defineProperty(console, name, { ...before, value: wrapped });
    return () => {
      if (Object.getOwnPropertyDescriptor(console, name)?.value === wrapped) Object.defineProperty(console, name, before);
    };
  }

  const unwrap = withConsole ? [wrap("error"), wrap("warn")] : [];

  function onAsked({ detail }: Event & { readonly detail?: unknown }): void {
    const asked = detail as { command: PageErrorsCommand; answered: { json: string } };
    const rows = [...heard].map(([message, [at, times]]) => `[${JSON.stringify(message)},${at},${times}]`);
    asked.answered.json = `[${rows.join(",")}]`;
    if (asked.command !== "stop") return;
    isListening = false;
    for (const putBack of unwrap) putBack();
    removeEventListener("error", onError);
    removeEventListener("unhandledrejection", onRejection);
    removeEventListener(key, onAsked);
  }

  addEventListener("error", onError);
  addEventListener("unhandledrejection", onRejection);
  addEventListener(key, onAsked);
  return "[]";
}

/** Reads an answer of `pageErrors`, oldest first: malformed entries are left out, long ones truncated, likely secrets redacted. */
export function readPageErrors(json: unknown): Capture["console"] {
  const rows: unknown = typeof json === "string" && json.length <= 4_000_000 ? parseJson(json) : undefined;
  if (!Array.isArray(rows)) return [];
  return rows.slice(0, 500).flatMap((row: unknown) => {
    if (!Array.isArray(row)) return [];
    const [message, at, times]: unknown[] = row;
    if (typeof message !== "string" || typeof at !== "number" || typeof times !== "number") return [];
    const date = new Date(at);
    if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 2_000 || date.getUTCFullYear() > 9_999) return [];
    const text = cleanText(withoutTokens(message)).url.slice(0, 3_900);
    return [{ message: times > 1 ? `${text} (${Math.floor(times)} times)` : text, at: date.toISOString() }];
  });
}
