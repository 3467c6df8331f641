import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { temporaryFolder } from "../../store/testing/temporary.js";

/** A repository that somebody else made: whatever stands in it, no program of it runs and no file outside of it is read. */
export interface Ground {
  /** Folder around all of it. */
  readonly base: string;
  /** The repository, with one commit, its `src/a.ts` changed since. */
  readonly root: string;
  /** Path of a program that leaves a mark. */
  readonly program: string;
  write(path: string, text: string): void;
  git(...args: readonly string[]): string;
}

export const secret = "SECRET-OF-ANOTHER-FOLDER";

export function gitIn(folder: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "protocol.file.allow=always"];
  return execFileSync("git", ["-C", folder, ...identity, ...args], { encoding: "utf8", stdio: "pipe", env: cleanEnvironment() }).trim();
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(ownEnvironment).filter(([name]) => !name.startsWith("GIT_")));
}

export const ownEnvironment = { ...process.env };
export const marked = (base: string) => existsSync(join(base, "ran"));

export async function prepare(): Promise<Ground> {
  const base = await temporaryFolder();
  const root = join(base, "repository");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(join(base, "outside"));
  writeFileSync(join(base, "outside", "secret.html"), `<p>${secret}</p>`);
  const program = join(base, "program");
  writeFileSync(program, `#!/bin/sh\necho "$0 $@" >> '${base}/ran'\n`, { mode: 0o755 });
  write("src/a.ts", "export const one = 1;\n");
  write("src/b.html", "<p>b</p>\n");
  gitIn(root, "init", "-q", "-b", "trunk");
  gitIn(root, "add", "-A");
  gitIn(root, "commit", "-qm", "One");
  write("src/a.ts", "export const one = 2;\n");
  return { base, root, program, write, git: (...args) => gitIn(root, ...args) };
}

/** An index, version 2 of gitformat-index(5), with names that git itself would refuse to add. */
export function craftedIndex(paths: readonly string[]): Buffer {
  const entries = [...paths].sort().map((path) => {
    const name = Buffer.from(path);
    const entry = Buffer.alloc(Math.ceil((62 + name.length + 1) / 8) * 8);
    entry.writeUInt32BE(0o100644, 24);
    entry.writeUInt16BE(Math.min(name.length, 0xfff), 60);
    name.copy(entry, 62);
    return entry;
  });
  const header = Buffer.from("DIRC\0\0\0\u0002\0\0\0\0", "latin1");
  header.writeUInt32BE(paths.length, 8);
  const body = Buffer.concat([header, ...entries]);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}

export interface Attack {
  readonly what: string;
  /** Makes the repository hostile. Returns the project's folder where it is not the repository's. */
  make(ground: Ground): string | undefined;
}

const setFilter = ({ git, program }: Ground, key: string) => {
  git("config", `filter.evil.${key}`, program);
  git("config", "filter.evil.required", "true");
};

export const programs: readonly Attack[] = [
  { what: "core.fsmonitor", make: ({ git, program }) => void git("config", "core.fsmonitor", program) },
  {
    what: "core.fsmonitor in an included file",
    make: ({ git, write, program }) => {
      write("more.config", `[core]\n\tfsmonitor = ${program}\n`);
      git("config", "include.path", "../more.config");
    },
  },
  {
    what: "core.fsmonitor included for this branch only",
    make: ({ git, write, program }) => {
      write("more.config", `[core]\n\tfsmonitor = ${program}\n[filter "evil"]\n\tclean = ${program}\n`);
      write(".gitattributes", "* filter=evil\n");
      git("config", "includeIf.onbranch:trunk.path", "../more.config");
    },
  },
  {
    what: "an embedded bare repository, after a plain clone",
    make: ({ base, root, write, git, program }) => {
      write("app/HEAD", "ref: refs/heads/main\n");
      write("app/config", `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${program}\n`);
      write("app/objects/keep", "");
      write("app/refs/keep", "");
      write("app/index.html", "<p>app</p>");
      writeFileSync(join(root, "app/index"), craftedIndex(["index.html"]));
      git("add", "-A");
      git("commit", "-qm", "App");
      gitIn(base, "clone", "-q", root, "clone");
      return join(base, "clone", "app");
    },
  },
  ...["clean", "smudge", "process"].map(
    (key): Attack => ({
      what: `filter.*.${key}`,
      make: (ground) => {
        ground.write(".gitattributes", "* filter=evil\n");
        setFilter(ground, key);
      },
    }),
  ),
  {
    what: "a filter named by info/attributes, with a name that holds =",
    make: ({ root, git, program }) => {
      mkdirSync(join(root, ".git/info"), { recursive: true });
      writeFileSync(join(root, ".git/info/attributes"), "*.ts filter=a=b\n");
      git("config", "filter.a=b.clean", program);
    },
  },
  {
    what: "a filter on a file that only looks changed",
    make: (ground) => {
      ground.write("src/a.ts", "export const one = 1;\n");
      ground.write(".gitattributes", "*.ts filter=evil\n");
      setFilter(ground, "clean");
    },
  },
  {
    what: "hooks, in their folder and in another",
    make: ({ root, git, program, write }) => {
      for (const hook of ["post-index-change", "reference-transaction", "post-checkout", "pre-auto-gc"]) {
        mkdirSync(join(root, ".git/hooks"), { recursive: true });
        symlinkSync(program, join(root, ".git/hooks", hook));
        write(`hooks/${hook}`, "");
        rmSync(join(root, "hooks", hook));
        symlinkSync(program, join(root, "hooks", hook));
      }
      git("config", "core.hooksPath", "hooks");
    },
  },
  {
    what: "external diff, text conversion and merge drivers",
    make: ({ git, write, program }) => {
      write(".gitattributes", "* diff=evil merge=evil\n");
      for (const key of ["diff.external", "diff.evil.command", "diff.evil.textconv", "merge.evil.driver"]) git("config", key, program);
    },
  },
  {
    what: "pager, editor, aliases, helpers of signing and of passwords",
    make: ({ git, write, program }) => {
      for (const key of ["core.pager", "core.editor", "core.askPass", "core.gitProxy", "core.alternateRefsCommand", "gpg.program"])
        git("config", key, program);
      for (const name of ["ls-files", "rev-parse", "rev-list", "status", "symbolic-ref"]) {
        git("config", `alias.${name}`, `!${program}`);
        git("config", `pager.${name}`, program);
      }
      const identity = "a <a@b.example> 1700000000 +0000";
      const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----";
      write("signed", `tree ${git("write-tree")}\nauthor ${identity}\ncommitter ${identity}\n${signature}\n\nSigned\n`);
      git("update-ref", "HEAD", git("hash-object", "-t", "commit", "-w", "signed"));
      git("config", "log.showSignature", "true");
      git("config", "credential.helper", program);
    },
  },
  {
    what: "a submodule with a configuration of its own",
    make: ({ base, root, git, write, program }) => {
      const inner = join(base, "inner");
      mkdirSync(inner);
      gitIn(inner, "init", "-q");
      writeFileSync(join(inner, "in.html"), "<p>in</p>");
      gitIn(inner, "add", "-A");
      gitIn(inner, "commit", "-qm", "In");
      git("submodule", "add", "-q", inner, "sub");
      git("commit", "-qam", "Sub");
      const sub = join(root, "sub");
      gitIn(sub, "config", "filter.evil.clean", program);
      gitIn(sub, "config", "core.fsmonitor", program);
      write("sub/.gitattributes", "* filter=evil\n");
      write("sub/in.html", "<p>on</p>");
      return undefined;
    },
  },
  {
    what: "the submodule itself as the project",
    make: (ground) => {
      programs.find(({ what }) => what.startsWith("a submodule"))?.make(ground);
      return join(ground.root, "sub");
    },
  },
  ...(["ext::PROGRAM %S", "ssh://host.example/x", "FILE"] as const).map(
    (url): Attack => ({
      what: `objects that are fetched when they are missed, from ${url}`,
      make: ({ root, base, git, program, write }) => {
        const tree = git("rev-parse", "HEAD^{tree}");
        git("commit", "-qam", "Two");
        git("config", "extensions.partialClone", "origin");
        git("config", "core.repositoryFormatVersion", "1");
        git("config", "remote.origin.promisor", "true");
        git("config", "remote.origin.url", url.replace("PROGRAM", program).replace("FILE", join(base, "outside")));
        git("config", "remote.origin.uploadpack", program);
        git("config", "core.sshCommand", program);
        for (const protocol of ["ext", "ssh", "file"]) git("config", `protocol.${protocol}.allow`, "always");
        for (const object of [tree, git("rev-parse", "HEAD^{tree}"), git("rev-parse", "HEAD:src")])
          rmSync(join(root, ".git/objects", object.slice(0, 2), object.slice(2)), { force: true });
        write("src/a.ts", "three");
      },
    }),
  ),
  {
    what: "a `.git` file that names a folder of the project",
    make: ({ root, git, write, program }) => {
      git("config", "core.fsmonitor", program);
      write("web/.git", "gitdir: ../.git\n");
      write("web/a.html", "<p>a</p>");
      return join(root, "web");
    },
  },
  {
    what: "a program named git among the project's own, first on the PATH",
    make: ({ root, program, write }) => {
      write("node_modules/.bin/x", "");
      symlinkSync(program, join(root, "node_modules/.bin/git"));
      symlinkSync(program, join(root, "git"));
      symlinkSync(join(root, "node_modules/.bin"), join(dirname(root), "bin"));
      const first = [".", "", join(root, "node_modules/.bin"), "node_modules/.bin", join(dirname(root), "bin")];
      process.env["PATH"] = [...first, process.env["PATH"]].join(delimiter);
      process.chdir(root);
    },
  },
  {
    what: "what the environment tells git",
    make: ({ base, root, program, write }) => {
      write("exec/git-ls-files", "");
      Object.assign(process.env, {
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "core.fsmonitor",
        GIT_CONFIG_VALUE_0: program,
        GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${program}'`,
        GIT_EXTERNAL_DIFF: program,
        GIT_PAGER: program,
        GIT_EXEC_PATH: join(root, "exec"),
        GIT_TRACE: join(base, "ran"),
        GIT_TRACE2: join(base, "ran"),
      });
    },
  },
];
