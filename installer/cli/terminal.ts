import { styleText } from "node:util";
import { printable, printableJson } from "../../host/contract/printable.js";
import { wrapLine } from "./wrap.js";

/** Where a command writes. Control characters in what it is given, line breaks too, are shown and never obeyed. */
export interface Terminal {
  /** A line for people; silent for JSON. With `indent`, one too long for the terminal goes on below that column. */
  print(line: string, indent?: number): void;
  printError(text: string): void;
  /** The one JSON object of `--json`; silent otherwise. */
  json(value: unknown): void;
  /** Asks on a terminal, below lines that say what about; everywhere else the answer is yes. */
  confirm(question: string, about: readonly string[]): Promise<boolean>;
  readonly paint: Paint;
}

type Colour = "green" | "red" | "yellow" | "dim" | "bold";
export type Paint = (colour: Colour, text: string) => string;

export function makeTerminal({ json, yes }: { json: boolean; yes: boolean }): Terminal {
  const isTty = process.stdout.isTTY === true && process.stdin.isTTY === true;
  const hasColour = process.stdout.isTTY === true && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
  return {
    print: (line, indent) => {
      const { columns } = process.stdout;
      const shown = safeLine(line);
      if (!json) process.stdout.write(`${indent === undefined || !columns ? shown : wrapLine(shown, columns, indent)}\n`);
    },
    printError,
    json: (value) => {
      if (json) process.stdout.write(safeJson(value));
    },
    confirm: async (question, about) => {
      if (!isTty || json || yes) return true;
      process.stdout.write(about.map((line) => `${safeLine(line)}\n`).join(""));
      return await ask(printable(question));
    },
    paint: (colour, text) => (hasColour ? `${colourMarks[colour]}${text}${endMark}` : text),
  };
}

export function printError(text: string): void {
  process.stderr.write(
    text
      .split("\n")
      .map((line) => `${printable(line)}\n`)
      .join(""),
  );
}

/** One JSON document, readable, with control characters as escapes also where JSON needs none. */
export function safeJson(value: unknown): string {
  return `${printableJson(JSON.stringify(value, null, 2))}\n`;
}

/** Unicode noncharacters: they stand for colours until all else in a line has been made harmless. */
const colourMarks: Readonly<Record<Colour, string>> = { green: "\ufdd0", red: "\ufdd1", yellow: "\ufdd2", dim: "\ufdd3", bold: "\ufdd4" };
const endMark = "\ufdef";

function safeLine(line: string): string {
  const colours = Object.entries(colourMarks) as [Colour, string][];
  return printable(line).replace(/([\ufdd0-\ufdd4])([^\ufdd0-\ufdef]*)\ufdef/g, (_all, mark: string, text: string) => {
    const [colour = "bold"] = colours.find(([, one]) => one === mark) ?? [];
    return styleText(colour, text, { validateStream: false });
  });
}

async function ask(question: string): Promise<boolean> {
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ message: question });
  return !isCancel(answer) && answer;
}
