import { strToU8 } from "fflate";

/** The first prime numbers. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let one = 2; found.length < count; one++) if (found.every((prime) => one % prime !== 0)) found.push(one);
  return found;
}

/** The first 32 bits of the fractions of roots. */
const fractionsOf = (numbers: readonly number[], root: number) => numbers.map((one) => ((one ** (1 / root) % 1) * 2 ** 32) | 0);

const initial = fractionsOf(primes(8), 2);
const constants = fractionsOf(primes(64), 3);

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The first eight hex digits of a text's SHA-256 (FIPS 180-4), at once: a page's ids are compared with those of many paths. */
export function sha256Begin(text: string): string {
  const bytes = strToU8(text);
  const { length } = bytes;
  const padded = new Uint8Array(((length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, length * 8);
  const words = new DataView(new ArrayBuffer(constants.length * 4));
  const wordAt = (at: number) => words.getInt32(at * 4);
  let state = initial;
  for (let block = 0; block < padded.length; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let at = 0; at < constants.length; at++) {
      const [low, high] = at < 16 ? [0, 0] : [wordAt(at - 15), wordAt(at - 2)];
      const small = turned(low, 7) ^ turned(low, 18) ^ (low >>> 3);
      const large = turned(high, 17) ^ turned(high, 19) ^ (high >>> 10);
      words.setInt32(at * 4, at < 16 ? view.getInt32(block + at * 4) : wordAt(at - 16) + small + wordAt(at - 7) + large);
      const chosen = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
      const first = h + chosen + (constants[at] ?? 0) + wordAt(at);
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    state = [a, b, c, d, e, f, g, h].map((one, at) => (one + (state[at] ?? 0)) | 0);
  }
  return ((state[0] ?? 0) >>> 0).toString(16).padStart(8, "0");
}
