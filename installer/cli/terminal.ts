import { styleText } from "node:util";
import { wrapLine } from "./wrap.js";

/** Where a command writes. Data goes to `out`, everything said about it to `say`. */
export interface Terminal {
  /**
   * One line for people; silent when JSON is wished for. With `indent`, a line too long for the terminal goes on below that column; where
   * there is no terminal it stays whole.
   */
  say(line: string, indent?: number): void;
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
    say: (line, indent) => {
      const { columns } = process.stdout;
      const fitting = indent === undefined || !columns ? line : wrapLine(line, columns, indent);
      if (!json) process.stdout.write(`${fitting}\n`);
    },
    json: (value) => {
      if (json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    confirm: async (question, about) => {
      if (!isTty || json || yes) return true;
      process.stdout.write(about.map((line) => `${line}\n`).join(""));
      return await ask(question);
    },
    paint: (colour, text) => (hasColour ? styleText(colour, text, { validateStream: false }) : text),
  };
}

async function ask(question: string): Promise<boolean> {
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ message: question });
  return !isCancel(answer) && answer;
}
