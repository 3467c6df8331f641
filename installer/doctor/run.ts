import type { Command } from "../init/run.js";
export async function runDoctor(_command: Command): Promise<number> {
  return 0;
}
