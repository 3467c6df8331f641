import { existsSync } from "node:fs";
import { join } from "node:path";
import { parsePattern } from "../../host/contract/hosts.js";
import { storeFolderName } from "../../host/contract/names.js";
import { describeProposal, type Proposal } from "../../host/contract/proposal.js";
import { projectId } from "../../host/store/project-root.js";
import { openStore, type Store } from "../../host/store/store.js";
import { sha256 } from "../../host/store/user/receipts.js";
import { openRegistry } from "../../host/store/user/registry.js";
import type { InitContext, Step } from "./step.js";

export async function withStore<T>(
  { root, stateFolder }: Pick<InitContext, "root" | "stateFolder">,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(root, { stateFolder });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** The store, the registration, the URL patterns and the extensions let in. */
export async function planProject(
  context: InitContext,
  options: { urls: readonly string[]; extensionIds: readonly string[]; rotateKey: boolean },
): Promise<Step[]> {
  const { root, stateFolder } = context;
  const registry = openRegistry(stateFolder);
  const registered = (await registry.list()).some(({ id }) => id === projectId(root));
  const { urlPatterns, hasKey } = await readStore(context);
  const known = await registry.extensionIds();
  return [
    storeStep(context, hasKey),
    ...(options.rotateKey ? [rotateStep(context)] : []),
    { kind: "project", target: root, changed: !registered, apply: async () => void (await registry.register(root)) },
    ...patternSteps(context, urlPatterns, options.urls),
    ...options.extensionIds.map(
      (id): Step => ({ kind: "extension-id", target: id, changed: !known.includes(id), apply: () => registry.addExtensionId(id) }),
    ),
  ];
}

/** Opening a store makes it, and a plan makes nothing: where there is none, nothing is configured. */
async function readStore(context: InitContext): Promise<{ urlPatterns: readonly string[]; hasKey: boolean }> {
  if (!hasStore(context)) return { urlPatterns: [], hasKey: false };
  return withStore(context, async ({ config, sessionKey }) => ({
    urlPatterns: (await config.get()).urlPatterns,
    hasKey: await sessionKey.exists(),
  }));
}

export function hasStore({ root }: Pick<InitContext, "root">): boolean {
  return existsSync(join(root, storeFolderName));
}

function storeStep(context: InitContext, hasKey: boolean): Step {
  const { root, receipt } = context;
  const target = join(root, storeFolderName);
  const isNew = !hasStore(context);
  return {
    kind: "store",
    target,
    changed: !hasKey || ![".gitignore", "captures"].every((name) => existsSync(join(target, name))),
    apply: async () => {
      const text = await withStore(context, async (store) => {
        await store.sessionKey.read();
        return store.config.text();
      });
      if (isNew) receipt.put({ kind: "store", root, config: sha256(text) });
    },
  };
}

function rotateStep(context: InitContext): Step {
  return {
    kind: "session-key",
    target: join(context.root, storeFolderName, ".session-key"),
    changed: true,
    apply: async () => void (await withStore(context, (store) => store.sessionKey.rotate())),
  };
}

function patternSteps(context: InitContext, known: readonly string[], requested: readonly string[]): Step[] {
  const { root, receipt } = context;
  const taken = new Set(known.map(meaning));
  return requested.map((pattern): Step => {
    const isNew = !taken.has(meaning(pattern));
    taken.add(meaning(pattern));
    const apply = async () => {
      const text = await withStore(context, async (store) => {
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

/** Notes about what is invalid in the configuration of the project's `.svc/`, and about its open proposal. */
export async function storeNotes(context: InitContext): Promise<string[]> {
  if (!hasStore(context)) return [];
  return withStore(context, async ({ config, proposals }) => [
    ...(await config.problems()).map((problem) => `${problem}. Correct \`.svc/config.json\`, or remove it.`),
    ...proposalNotes(await proposals.get()),
  ]);
}

function proposalNotes(proposal: Proposal | undefined): string[] {
  if (proposal === undefined || proposal.left) return [];
  const parts = describeProposal(proposal).join("; ");
  return [
    `This project's .svc folder proposes what does not count until you accept it. ${parts}. \`svc-init trust --accept\` takes it, \`svc-init trust --reject\` leaves it.`,
  ];
}

/** Two spellings of one host and port are one pattern. */
function meaning(pattern: string): string {
  const parsed = parsePattern(pattern);
  return parsed === undefined ? pattern.trim() : `${parsed.hostname}:${parsed.port}`;
}
