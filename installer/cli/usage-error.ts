/** Wrong usage: the message states what was wrong and what is allowed. Ends the program with exit code 2, nothing done. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
