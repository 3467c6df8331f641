import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { waitUntil } from "../../host/testing/wait-until.js";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A screen without a monitor (Xvfb), worked with the pointer and the keys of xdotool: they reach the browser's own buttons and questions too. */
export interface VirtualScreen {
  /** For the processes that are to show themselves there. */
  readonly env: Readonly<Record<string, string>>;
  click(place: Point): Promise<void>;
  /** Types into whatever has the focus. */
  type(text: string): Promise<void>;
  /** Presses keys one after the other, by their X11 names. */
  keys(...names: readonly string[]): Promise<void>;
  /** Middle of the pixels of a colour (red, green, blue) within a part of the screen; undefined when fewer than `least` are there. */
  find(colour: readonly number[], within: (place: Point) => boolean, least?: number): Point | undefined;
  close(): Promise<void>;
}

const programs = { server: "/usr/bin/Xvfb", input: "/usr/bin/xdotool" } as const;
const size = { width: 1_400, height: 900 };

/** Why there can be no virtual screen here; undefined when there can. */
export function screenAbsence(): string | undefined {
  const missing = Object.values(programs).filter((path) => !existsSync(path));
  return missing.length === 0 ? undefined : `no virtual screen: install the Debian packages xvfb and xdotool (${missing.join(", ")})`;
}

export async function openScreen(): Promise<VirtualScreen> {
  const folder = mkdtempSync(join(tmpdir(), "svc-screen-"));
  const args = ["-displayfd", "3", "-screen", "0", `${size.width}x${size.height}x24`, "-fbdir", folder, "-nolisten", "tcp"];
  const server = spawn(programs.server, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  let number = "";
  server.stdio[3]?.on("data", (chunk: Buffer) => {
    number += chunk.toString();
  });
  const display = await waitUntil("the display's number", () => /^(\d+)\n/.exec(number)?.[1], 30_000);
  const env = { DISPLAY: `:${display}` };
  const work = async (...words: readonly string[]) => {
    await execa(programs.input, [...words], { env });
  };
  return {
    env,
    click: async ({ x, y }) => {
      await work("mousemove", "--sync", String(Math.round(x)), String(Math.round(y)));
      await work("click", "1");
    },
    type: (text) => work("type", "--delay", "15", text),
    keys: async (...names) => {
      for (const name of names) {
        await work("key", name);
        // The browser's own windows move the focus a moment later.
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    },
    find: (colour, within, least = 12) => middleOf(readFileSync(join(folder, "Xvfb_screen0")), colour, within, least),
    close: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the frame buffer's file: X Window Dump, version 7, four bytes a pixel in the order blue, green, red. */
function middleOf(dump: Buffer, colour: readonly number[], within: (place: Point) => boolean, least: number): Point | undefined {
  const [headerBytes, bytesPerLine, colourMapEntries] = [0, 12, 19].map((word) => dump.readUInt32BE(word * 4));
  const start = (headerBytes ?? 0) + (colourMapEntries ?? 0) * 12;
  const found: Point[] = [];
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const at = start + y * (bytesPerLine ?? 0) + x * 4;
      const isColour = [2, 1, 0].every((offset, part) => Math.abs((dump[at + offset] ?? 0) - (colour[part] ?? 0)) <= 6);
      if (isColour && within({ x, y })) found.push({ x, y });
    }
  }
  if (found.length < least) return undefined;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { x: mean(found.map(({ x }) => x)), y: mean(found.map(({ y }) => y)) };
}
