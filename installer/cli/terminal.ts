import { styleText } from "node:util";

/** Where a command writes. Data goes to `out`, everything said about it to `say`. */
export interface Terminal {
  /** One line for people; silent when JSON is wished for. */
  say(line: string): void;
  /** The one JSON object of `--json`; silent otherwise. */
  json(value: unknown): void;
  /** Asks on a terminal; everywhere else the answer is yes. */
  confirm(question: string): Promise<boolean>;
  readonly paint: Paint;
}

type Colour = "green" | "red" | "yellow" | "dim" | "bold";
export type Paint = (colour: Colour, text: string) => string;

export function makeTerminal({ json, yes }: { json: boolean; yes: boolean }): Terminal {
  const isTty = process.stdout.isTTY === true && process.stdin.isTTY === true;
  const hasColour = process.stdout.isTTY === true && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
  return {
    say: (line) => {
      if (!json) process.stdout.write(`${line}\n`);
    },
    json: (value) => {
      if (json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    confirm: async (question) => (isTty && !json && !yes ? await ask(question) : true),
    paint: (colour, text) => (hasColour ? styleText(colour, text, { validateStream: false }) : text),
  };
}

async function ask(question: string): Promise<boolean> {
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ message: question });
  return !isCancel(answer) && answer;
}
