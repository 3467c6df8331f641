import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import { claimsPage, fittingPage, isInside, learnablePattern, type Routable, routePage } from "../contract/routing.js";
import { reasonOf } from "../store/failures.js";
import { watchFolders } from "../store/fs/folder-watch.js";
import { folderOfServer } from "../store/fs/port-server.js";
import { debugLog } from "../store/log.js";
import { folderGone, isGone } from "../store/project-root.js";
import { openStore, type Store } from "../store/store.js";
import { openRegistry } from "../store/user/registry.js";

export interface Projects {
  /** As in the registry's file now; that their folders exist was checked in the last 15 s. */
  all(): Promise<readonly Store[]>;
  /** Throws ServiceError `no-match`, which names the project that does when it is not served here. */
  route(pageUrl: string): Promise<Owners>;
  /** The store that a call is for: by project id, else by page URL, else the only one. Throws ServiceError `no-match`. */
  find(options: { project?: string | undefined; pageUrl?: string | undefined }): Promise<Store>;
  /** Throws ServiceError `conflict` when a page belongs to another registered project than this one, whoever serves that. */
  refuseForeign(store: Store, pageUrl: string): Promise<void>;
  /** Calls back when projects may have come or gone. Returns a disposer. */
  watch(onChange: () => void): () => void;
  close(): Promise<void>;
}

/** The store that claims a page, and those that claim it alike where nothing but their order decides. */
type Owners = readonly [Store, ...Store[]];

/** The stores of all registered projects as they come and go; with `root` that one. Pages are claimed among all; alike ones are `root`'s. */
export async function openProjects(stateFolder: string, root?: string): Promise<Projects> {
  const own = root === undefined ? undefined : await openStore(root, { stateFolder });
  const registry = openRegistry(stateFolder);
  /** Those of the registry but for `own`, and those that were served until their folders had gone: these may come back. */
  const stores = new Map<string, Store>();
  let seen = { stamp: "", atMs: Number.NEGATIVE_INFINITY };
  let refreshing: Promise<void> | undefined;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  /** The folders whose servers were seen last, by port: a server that starts again keeps its page. */
  const served = new Map<number, string>();

  async function known(): Promise<readonly Store[]> {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
    return [...(own === undefined ? [] : [own]), ...stores.values()];
  }

  /** The stores whose folders are there now. Throws ServiceError `not-found` where all have gone: without its folder a project claims no page. */
  async function present(): Promise<readonly Store[]> {
    const all = await known();
    const isThere = await Promise.all(all.map(async (store) => !(await isGone(store.root))));
    const there = all.filter((_store, place) => isThere[place]);
    if (there.length === 0 && all[0] !== undefined) throw folderGone(all[0].name);
    return there;
  }

  async function refresh(): Promise<void> {
    askedAtMs = performance.now();
    const stamp = await registry.stamp();
    if (stamp === seen.stamp && performance.now() - seen.atMs < limits.registryRefreshMs) return;
    const projects = (await registry.list()).filter(({ id }) => id !== own?.id);
    const wanted = new Set(projects.map(({ id }) => id));
    for (const [id, store] of stores) {
      if (wanted.has(id) || (await isGone(store.root))) continue;
      stores.delete(id);
      await store.close();
    }
    for (const { id, root: folder, name } of projects) {
      if (stores.has(id)) continue;
      // One project that cannot be opened must not shut out the others.
      const store = await openStore(folder, { stateFolder }).catch((error: unknown) =>
        debugLog(`project ${name} cannot be opened: ${reasonOf(error)}`),
      );
      if (store !== undefined) stores.set(id, store);
    }
    seen = { stamp, atMs: performance.now() };
  }

  /**
   * The project of a page. Development servers take each other's ports: a page of this machine goes to the project in whose folder its server runs,
   * where that can be seen, also where another has the port in its patterns. Of projects in each other the patterns decide.
   */
  async function ownersOf(among: readonly Store[], pageUrl: string): Promise<readonly Store[]> {
    const projects = await routable(among);
    const fitting = fittingPage(pageUrl, projects);
    const [claiming] = fitting;
    const folder = projects.length < 2 && claiming !== undefined ? "" : await folderServing(pageUrl, projects);
    const [serving] = projects
      .filter(({ projectRoot }) => folder !== "" && isInside(folder, projectRoot))
      .sort((a, b) => b.projectRoot.length - a.projectRoot.length);
    const roots = [serving?.projectRoot ?? "", claiming?.projectRoot ?? ""] as const;
    const areNested = claiming !== undefined && (isInside(roots[0], roots[1]) || isInside(roots[1], roots[0]));
    return (serving === undefined || areNested ? fitting : [serving]).map(({ store }) => store);
  }

  async function demandOwners(among: readonly Store[], pageUrl: string): Promise<Owners> {
    const [owner, ...rivals] = await ownersOf(among, pageUrl);
    if (owner === undefined) throw noMatch("No project claims this page.", among);
    return [owner, ...rivals];
  }

  async function folderServing(pageUrl: string, projects: readonly Routable[]): Promise<string> {
    const port = Number(/^localhost:(\d+)$/.exec(learnablePattern(pageUrl) ?? "")?.[1] ?? 0);
    if (port === 0) return "";
    const folder = await folderOfServer(port, (one) => projects.some(({ projectRoot }) => isInside(one, projectRoot)));
    if (folder !== undefined) served.set(port, folder);
    return served.get(port) ?? "";
  }

  return {
    all: async (): Promise<readonly Store[]> => (own === undefined ? known() : [own]),
    route: async (pageUrl: string): Promise<Owners> => {
      const owners = await demandOwners(await present(), pageUrl);
      const [{ id, name }] = owners;
      if (own === undefined || id === own.id) return owners;
      throw new ServiceError("no-match", `This page belongs to the project ${name}, which is not served here. Start its service.`, {
        projects: [{ id, name }],
      });
    },
    find: async ({ project, pageUrl }: { project?: string | undefined; pageUrl?: string | undefined }): Promise<Store> => {
      if (own !== undefined) {
        if (project === undefined || project === own.id) return own;
        throw noMatch("This server serves another project than the one named.", [own]);
      }
      if (project !== undefined) {
        // A click brings several calls: what was known a moment ago counts.
        const before = performance.now() - askedAtMs < heldMs ? stores.get(project) : undefined;
        if (before !== undefined) return before;
        const all = await known();
        const named = all.find(({ id }) => id === project);
        if (named === undefined) throw noMatch("There is no project of this id.", all);
        return named;
      }
      const all = await present();
      if (pageUrl !== undefined) return (await demandOwners(all, pageUrl))[0];
      const [only, ...others] = all;
      if (only === undefined || others.length > 0) throw noMatch("This call names neither a project nor a page of one.", all);
      return only;
    },
    refuseForeign: async (store: Store, pageUrl: string): Promise<void> => {
      // A page that nobody claims is free; of two that claim it alike, and where its server runs, this one takes it.
      const all = [store, ...(await known()).filter(({ id }) => id !== store.id)];
      if (all.length === 1) return;
      const found = routePage(pageUrl, await routable(all));
      if (found === undefined || found.store === store || !claimsPage(pageUrl, found) || (await ownersOf(all, pageUrl))[0] === store)
        return;
      const { id, name } = found.store;
      const message = `This page belongs to the project ${name}. Send it there, or take its address out of that project's urlPatterns.`;
      throw new ServiceError("conflict", message, { projects: [{ id, name }] });
    },
    watch: (onChange: () => void) => (own === undefined ? watchFolders([{ base: stateFolder, parts: [] }], onChange) : () => undefined),
    close: async () => {
      for (const store of stores.values()) await store.close();
      stores.clear();
      await own?.close();
    },
  };
}

/** For how long, in milliseconds, a project still answers after it was taken out of the registry. */
const heldMs = 50;

type RoutableStore = Routable & { readonly store: Store };

async function routable(stores: readonly Store[]): Promise<readonly RoutableStore[]> {
  return Promise.all(
    stores.map(async (store) => {
      const { urlPatterns, trustedPatterns } = await store.config.get();
      return { store, projectRoot: store.root, urlPatterns, trustedPatterns };
    }),
  );
}

function noMatch(what: string, stores: readonly Store[]): ServiceError {
  const names = stores.map(({ name }) => name).join(", ");
  const there =
    names === "" ? "No project is registered: run `svc-init` in one." : `There are: ${names}. Add the page to one with \`svc-init --url\`.`;
  return new ServiceError("no-match", `${what} ${there}`, { projects: stores.map(({ id, name }) => ({ id, name })) });
}
