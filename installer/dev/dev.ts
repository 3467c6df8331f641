import { watch } from "node:fs";
import { execa } from "execa";

const watched = ["host", "fallback-http", "extension", "installer", "manifests"];
const quietMs = 150;

let timer: NodeJS.Timeout | undefined;
let building = false;

/** `npm run dev`: builds again after each change. The browser loads the new extension when its card's reload button is pressed. */
async function build(): Promise<void> {
  if (building) return later();
  building = true;
  const result = await execa(process.execPath, [...process.execArgv, "installer/dev/build/build.ts", "--quiet"], {
    stdio: "inherit",
    reject: false,
  });
  building = false;
  console.log(`${new Date().toLocaleTimeString()}  ${result.exitCode === 0 ? "built" : "build failed"}`);
}

/** Editors save in bursts: wait for a quiet moment. */
function later(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void build(), quietMs);
}

for (const folder of watched) watch(folder, { recursive: true }, later);
console.log(`watching ${watched.join(", ")}`);
await build();
