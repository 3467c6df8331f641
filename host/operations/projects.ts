import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import { type Routable, routePage } from "../contract/routing.js";
import { reasonOf } from "../store/failures.js";
import type { Log } from "../store/log.js";
import { openRegistry, type Registry } from "../store/registry.js";
import { openStore, type Store } from "../store/store.js";

/** The stores that a service works on: one, or those of all registered projects as they come and go. */
export interface Projects {
  /** As the registry's file says now; whether their folders still exist was looked at in the last 15 s. */
  all(): Promise<readonly Store[]>;
  /**
   * The store that a call is for: by project id, else by page URL, else the only one. Throws ServiceError `no-match`, only after a look at
   * the registry's file; one that it finds may have been taken out of it a moment ago.
   */
  find(by: { project?: string | undefined; pageUrl?: string | undefined }): Promise<Store>;
  /** The store that claims a page. Throws ServiceError `no-match`. */
  route(pageUrl: string): Promise<Store>;
  close(): Promise<void>;
}

/** One project, which gets every call that names no other. */
export async function openOneProject(root: string, stateFolder: string, log: Log): Promise<Projects> {
  const store = await openStore(root, { stateFolder, log });
  const all = async () => [store];
  return {
    all,
    route: (pageUrl) => routeAmong([store], pageUrl),
    find: async ({ project }) => {
      if (project === undefined || project === store.id) return store;
      throw noMatch("This server serves another project than the one named.", [store]);
    },
    close: () => store.close(),
  };
}

const momentMs = 50;

/** Every project of the registry. */
export function openAllProjects(stateFolder: string, log: Log): Projects {
  const registry = openRegistry(stateFolder, { log });
  const stores = new Map<string, Store>();
  let seen = { stamp: "", atMs: Number.NEGATIVE_INFINITY };
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;

  async function all(): Promise<readonly Store[]> {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
    return [...stores.values()];
  }

  async function refresh(): Promise<void> {
    lookedAtMs = performance.now();
    const stamp = await registry.stamp();
    const isFresh = stamp === seen.stamp && performance.now() - seen.atMs < limits.registryRefreshMs;
    if (isFresh) return;
    await open(registry);
    seen = { stamp, atMs: performance.now() };
  }

  async function open({ list }: Registry): Promise<void> {
    const projects = await list();
    const wanted = new Set(projects.map(({ id }) => id));
    for (const [id, store] of stores) {
      if (wanted.has(id)) continue;
      stores.delete(id);
      await store.close();
    }
    for (const { id, root, name } of projects) {
      if (stores.has(id)) continue;
      // One project that cannot be opened must not shut out the others.
      const store = await openStore(root, { stateFolder, log }).catch((error: unknown) =>
        log(`project ${name} cannot be opened: ${reasonOf(error)}`),
      );
      if (store !== undefined) stores.set(id, store);
    }
  }

  return {
    all,
    route: async (pageUrl) => routeAmong(await all(), pageUrl),
    find: async ({ project, pageUrl }) => {
      // Nearly every call names its project, and many come at once: one look at the disk does for all of these.
      const familiar = project === undefined || performance.now() - lookedAtMs > momentMs ? undefined : stores.get(project);
      if (familiar !== undefined) return familiar;
      const known = await all();
      if (project !== undefined) {
        const named = known.find(({ id }) => id === project);
        if (named === undefined) throw noMatch("There is no project of this id.", known);
        return named;
      }
      if (pageUrl !== undefined) return routeAmong(known, pageUrl);
      const [only, ...others] = known;
      if (only === undefined || others.length > 0) throw noMatch("This call names neither a project nor a page of one.", known);
      return only;
    },
    close: async () => {
      for (const store of stores.values()) await store.close();
      stores.clear();
    },
  };
}

async function routeAmong(stores: readonly Store[], pageUrl: string): Promise<Store> {
  const routable = await Promise.all(
    stores.map(async (store): Promise<Routable & { store: Store }> => {
      const { urlPatterns, trustedPatterns } = await store.config.get();
      return { store, projectRoot: store.root, urlPatterns, trustedPatterns };
    }),
  );
  const found = routePage(pageUrl, routable);
  if (found === undefined) throw noMatch("No project claims this page.", stores);
  return found.store;
}

function noMatch(what: string, stores: readonly Store[]): ServiceError {
  const names = stores.map(({ name }) => name).join(", ");
  const there =
    names === "" ? "No project is registered: run `svc-init` in one." : `There are: ${names}. Add the page to one with \`svc-init --url\`.`;
  return new ServiceError("no-match", `${what} ${there}`, { projects: stores.map(({ id, name }) => ({ id, name })) });
}
