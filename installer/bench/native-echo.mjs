// The least that a native host can do: gives each frame back as it came (4-byte length in native byte order, then the message).
import { endianness } from "node:os";

const isLittle = endianness() === "LE";
let waiting = [Buffer.alloc(0)];
let length = 0;

process.stdin.on("data", (chunk) => {
  waiting.push(Buffer.from(chunk));
  length += chunk.length;
  for (let size = frameSize(); size <= length; size = frameSize()) {
    const all = Buffer.concat(waiting);
    process.stdout.write(all.subarray(0, size));
    waiting = [all.subarray(size)];
    length -= size;
  }
});

function frameSize() {
  if (length < 4) return Number.POSITIVE_INFINITY;
  const head = Buffer.concat(waiting.slice(0, 5), 4);
  return 4 + (isLittle ? head.readUInt32LE(0) : head.readUInt32BE(0));
}
