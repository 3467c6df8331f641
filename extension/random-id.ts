/** 128 random bits, hex. `crypto.randomUUID` is not there on pages that are no secure context, nor in frames of theirs. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
