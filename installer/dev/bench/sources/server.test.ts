import { execa } from "execa";
import { expect, test } from "vitest";
import { waitUntil } from "../../../../host/testing/wait-until.js";
import { startServer } from "./server.js";

const serving = `node -e 'require("http").createServer((_, answer) => answer.end("app")).listen({port}, "127.0.0.1")'`;
const appServedBy = (serve: string) => ({ name: "app", repository: "", commit: "", half: "", pages: [], recipe: { serve } });

test.runIf(process.platform === "linux")("takes the app's own server, not one that answers at its port", async () => {
  const { origin, stop } = await startServer(appServedBy(serving), ".");
  expect(await (await fetch(origin)).text()).toBe("app");
  const port = Number(new URL(origin).port);
  await expect(startServer(appServedBy(`${serving} || exit 1`), ".", port)).rejects.toThrow("did not start");
  await stop();
  await expect(fetch(origin)).rejects.toThrow();
});

test.runIf(process.platform === "linux")("a server ends with the recorder", async () => {
  const start = `import("./server.ts").then(({ startServer }) => startServer(${JSON.stringify(appServedBy(serving))}, ".")).then(({ origin }) => console.log(origin))`;
  const recorder = execa(process.execPath, ["--import", "tsx", "-e", start], { cwd: import.meta.dirname, reject: false });
  const origin = await new Promise<string>((resolve) => recorder.stdout.once("data", (text) => resolve(String(text).trim())));
  recorder.kill("SIGTERM");
  await recorder;
  await waitUntil("the server's end", () =>
    fetch(origin).then(
      () => undefined,
      () => true,
    ),
  );
});
