// The least that a native host can do: decodes each message and returns it (4-byte length in native byte order, then JSON). With a folder as its
// argument it writes it there instead.
import { renameSync, writeFileSync } from "node:fs";
import { endianness } from "node:os";

const isLittle = endianness() === "LE";
let waiting = [Buffer.alloc(0)];
let length = 0;
let written = 0;
const [, , folder] = process.argv;

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
  if (folder !== undefined) {
    const path = `${folder}/${written++}`;
    writeFileSync(path, json, { flush: true });
    renameSync(path, `${path}.json`);
    return;
  }
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
