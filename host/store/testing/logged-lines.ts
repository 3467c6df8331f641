import { onTestFinished, vi } from "vitest";

/** Collects what `debugLog` writes during the rest of the test: one entry per call, with its prefix. */
export function loggedLines(): readonly string[] {
  const lines: string[] = [];
  vi.stubEnv("SVC_DEBUG", "1");
  const write = vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  onTestFinished(() => {
    write.mockRestore();
    vi.unstubAllEnvs();
  });
  return lines;
}
