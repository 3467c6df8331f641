// The least that a native host can do: decodes each message and returns it (4-byte length in native byte order, then JSON).
import { endianness } from "node:os";

const isLittle = endianness() === "LE";
let waiting = [Buffer.alloc(0)];
let length = 0;

process.stdin.on("data", (chunk) => {
  waiting.push(Buffer.from(chunk));
  length += chunk.length;
  for (let size = frameSize(); size <= length; size = frameSize()) {
    const all = Buffer.concat(waiting);
    send(JSON.parse(all.toString("utf8", 4, size)));
    waiting = [all.subarray(size)];
    length -= size;
  }
});

/** @param {unknown} message */
function send(message) {
  const json = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  if (isLittle) head.writeUInt32LE(json.length);
  else head.writeUInt32BE(json.length);
  process.stdout.write(Buffer.concat([head, json]));
}

function frameSize() {
  if (length < 4) return Number.POSITIVE_INFINITY;
  const head = Buffer.concat(waiting.slice(0, 5), 4);
  return 4 + (isLittle ? head.readUInt32LE(0) : head.readUInt32BE(0));
}
