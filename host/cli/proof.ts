import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { ServiceError } from "../contract/errors.js";
import { storeFolderName } from "../contract/names.js";
import { writeInside } from "../store/fs/atomic-write.js";
import { refuseLinks } from "../store/fs/folder.js";
import { openGit } from "../store/git.js";
import { findProject } from "../store/project-root.js";
import { stateFolder } from "../store/user/state-folder.js";
import { pullRequestText } from "../tools/pull-request.js";
import type { ProofOptions } from "./args.js";
import { openProject } from "./session.js";

/** `svc-capture proof`: what became of the notes, as Markdown on stdout or with its pictures in a folder. Returns the exit code. */
export async function runProof({ project, since, out }: ProofOptions): Promise<number> {
  const root = realpathSync(findProject(process.cwd(), project));
  if (!existsSync(join(root, storeFolderName)))
    throw new ServiceError("not-found", "This project has no captures yet: svc-init sets it up.");
  const git = await openGit(root);
  const from = since === undefined ? 0 : await git?.leftAt(since);
  if (from === undefined)
    throw new ServiceError("invalid-input", `--since: git knows no ${JSON.stringify(since)} here. Name a branch, a tag or a commit.`);
  const folder = out === undefined ? undefined : resolve(out);
  const opened = await openProject(root, stateFolder());
  try {
    const { markdown, pictures } = await pullRequestText(opened.context, from, folder !== undefined);
    if (folder === undefined) {
      process.stdout.write(markdown);
      return 0;
    }
    const path = relative(root, folder);
    // The repository may have put links into the folder's way down from the project's root.
    const place = path === "" || path.startsWith("..") ? { base: folder, parts: [] } : { base: root, parts: path.split(sep) };
    refuseLinks(place);
    mkdirSync(folder, { recursive: true });
    for (const [name, data] of [...pictures, ["proof.md", markdown] as const]) await writeInside(place, name, data, { mode: 0o644 });
    const attached = [...pictures.keys()].map((name) => ` --attach ${name}`).join("");
    const hint = attached === "" ? "" : `. There, gh (2.99 or later) uploads them: gh pr create --body-file proof.md${attached}`;
    process.stdout.write(`${join(out ?? "", "proof.md")}, ${pictures.size} pictures${hint}\n`);
    return 0;
  } finally {
    await opened.close();
  }
}
