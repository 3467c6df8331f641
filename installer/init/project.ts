import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Config } from "../../host/contract/config.js";
import { parsePattern } from "../../host/contract/hosts.js";
import { storeFolderName } from "../../host/contract/names.js";
import { projectId } from "../../host/store/project-root.js";
import { openRegistry } from "../../host/store/registry.js";
import { openStore, type Store } from "../../host/store/store.js";
import type { Step, Surroundings } from "./step.js";
import { sha256 } from "./text-files.js";

/** The project's folder as every program of ours finds it: the nearest one upward that has a `.svc/` or is a git root, else where we are. */
export function findRoot(from: string): string {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    // In a worktree `.git` is a file.
    if ([storeFolderName, ".git"].some((name) => existsSync(join(folder, name)))) return folder;
    if (dirname(folder) === folder) return resolve(from);
  }
}

/** Opens a store for as long as a function needs it. */
export async function withStore<T>(root: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(root);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** The store, the registration, the URL patterns and the extensions let in. */
export async function planProject(
  here: Surroundings,
  wish: { urls: readonly string[]; extensionIds: readonly string[]; rotateKey: boolean },
): Promise<Step[]> {
  const { root, stateFolder } = here;
  const registry = openRegistry(stateFolder);
  const registered = (await registry.list()).some(({ id }) => id === projectId(root));
  const config = await readConfig(root);
  const known = await registry.extensionIds();
  return [
    storeStep(here),
    ...(wish.rotateKey ? [rotateStep(root)] : []),
    { kind: "project", target: root, changed: !registered, apply: async () => void (await registry.register(root)) },
    ...patternSteps(here, config.urlPatterns, wish.urls),
    ...wish.extensionIds.map(
      (id): Step => ({ kind: "extension-id", target: id, changed: !known.includes(id), apply: () => registry.addExtensionId(id) }),
    ),
  ];
}

/** Opening a store makes it, and a plan makes nothing: where there is none, nothing is configured. */
async function readConfig(root: string): Promise<Pick<Config, "urlPatterns">> {
  return existsSync(join(root, storeFolderName)) ? await withStore(root, (store) => store.config.get()) : { urlPatterns: [] };
}

function storeStep({ root, receipt }: Surroundings): Step {
  const target = join(root, storeFolderName);
  const isNew = !existsSync(target);
  return {
    kind: "store",
    target,
    changed: !isComplete(root),
    apply: async () => {
      const text = await withStore(root, async (store) => {
        await store.sessionKey.read();
        return store.config.text();
      });
      if (isNew) receipt.put({ kind: "store", root, config: sha256(text) });
    },
  };
}

function isComplete(root: string): boolean {
  return [".gitignore", ".session-key", "captures"].every((name) => existsSync(join(root, storeFolderName, name)));
}

function rotateStep(root: string): Step {
  return {
    kind: "session-key",
    target: join(root, storeFolderName, ".session-key"),
    changed: true,
    apply: async () => void (await withStore(root, (store) => store.sessionKey.rotate())),
  };
}

function patternSteps({ root, receipt }: Surroundings, known: readonly string[], wished: readonly string[]): Step[] {
  const taken = new Set(known.map(meaning));
  return wished.map((pattern): Step => {
    const isNew = !taken.has(meaning(pattern));
    taken.add(meaning(pattern));
    const apply = async () => {
      const text = await withStore(root, async (store) => {
        const { urlPatterns } = await store.config.get();
        await store.config.update({ urlPatterns: [...urlPatterns, pattern.trim()] });
        return store.config.text();
      });
      const item = receipt.items.find((one) => one.kind === "store" && one.root === root);
      if (item?.kind === "store") receipt.put({ ...item, config: sha256(text) });
    };
    return { kind: "url-pattern", target: pattern.trim(), changed: isNew, apply };
  });
}

/** Two spellings of one host and port are one pattern. */
function meaning(pattern: string): string {
  const parsed = parsePattern(pattern);
  return parsed === undefined ? pattern.trim() : `${parsed.hostname}:${parsed.port}`;
}
