import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcessesIn } from "../../host/testing/leftovers.js";

/** Makes the folder that browsers of a run of tests live in. At the end it goes, with what processes of killed tests still run in it. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "svc-run-"));
  process.env["SVC_TEST_RUN"] = folder;
  return () => {
    endProcessesIn(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
}
