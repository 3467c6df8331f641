import { spawn } from "node:child_process";

/** A process to start, its input, and how to recognise its answer in what it has printed so far. */
export interface Conversation<T> {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input: string | Uint8Array;
  /** Undefined while the answer is not whole. */
  readonly read: (printed: Buffer) => T | undefined;
  readonly timeoutMs: number;
}

export type Outcome<T> = { readonly answer: T; readonly milliseconds: number } | { readonly problem: string };

const goodbyeMs = 3_000;

/** Starts a process, writes its input, waits for its answer and closes its input, as browsers and agents do. Resolves at its end. */
export function converse<T>({ command, args, env, cwd, input, read, timeoutMs }: Conversation<T>): Promise<Outcome<T>> {
  const started = performance.now();
  // A probe: its answer proves nothing about a browser or an agent.
  const child = spawn(command, [...args], { cwd, env: { ...process.env, ...env, SVC_PROBE: "1" }, windowsHide: true });
  const printed: Buffer[] = [];
  let errors = "";
  let outcome: Outcome<T> | undefined;
  let timer = setTimeout(() => leave({ problem: `gave no answer in ${timeoutMs / 1_000} s` }), timeoutMs);

  function leave(what: Outcome<T>): void {
    outcome ??= what;
    clearTimeout(timer);
    child.stdin.end();
    timer = setTimeout(() => {
      child.kill("SIGKILL");
      // What it started may hold its pipes open for as long as it likes.
      for (const pipe of [child.stdout, child.stderr]) pipe.destroy();
    }, goodbyeMs);
  }

  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-2_000);
  });
  child.stdout.on("data", (part: Buffer) => {
    printed.push(part);
    const answer = outcome === undefined ? read(Buffer.concat(printed)) : undefined;
    if (answer !== undefined) leave({ answer, milliseconds: Math.round(performance.now() - started) });
  });
  return new Promise((resolve) => {
    const end = (problem: string) => {
      clearTimeout(timer);
      resolve(outcome ?? { problem });
    };
    child.on("error", (error) => end(`cannot be started: ${error.message}`));
    child.on("close", (code, signal) => end(`ended with ${signal ?? `code ${code}`} and without an answer. ${gistOf(errors)}`.trim()));
    // A process that ends without reading: its exit code is the better report.
    child.stdin.on("error", () => undefined);
    child.stdin.write(input);
  });
}

/** Of the stderr of a dying process the line that names the error, without its trace; else the last. */
function gistOf(errors: string): string {
  const lines = errors.split("\n").flatMap((line) => line.trim() || []);
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? "";
}
