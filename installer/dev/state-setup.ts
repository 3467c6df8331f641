import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

// Each test file is a user of its own: what it makes or accepts leaves no receipt with the person who runs the tests.
const folder = mkdtempSync(join(tmpdir(), "svc-state-"));
process.env["SVC_HOME"] = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
