import { execFileSync } from "node:child_process";

/** Returns a function that runs git in a folder as an author of its own, and returns what git prints, trimmed. Throws where git fails. */
export function gitIn(root: string): (...args: readonly string[]) => string {
  return (...args) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
}
