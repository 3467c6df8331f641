/** A hop of the main job failed; the message names it. */
export class HopError extends Error {
  override readonly name = "HopError";
}

/** Runs one hop; its failure is reported with the hop's name. */
export async function atHop<T>(hop: string, run: () => Promise<T> | T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new HopError(`${hop} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
