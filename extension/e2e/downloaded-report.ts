import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Unzipped, unzipSync } from "fflate";
import { waitUntil } from "../../host/testing/wait-until.js";

/** Waits for a report in the folder that a browser's downloads go to: its files by their paths. */
export async function downloadedReport(folder: string): Promise<Unzipped> {
  return waitUntil("the report", () => {
    const name = readdirSync(folder).find((file) => /^svc-.*\.zip$/.test(file));
    const content = name === undefined ? undefined : readFileSync(join(folder, name));
    // Browsers may put an empty file in the place first, or one of another name.
    return content === undefined || content.length === 0 ? undefined : unzipSync(content);
  });
}
