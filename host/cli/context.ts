import { compareBaseline } from "../operations/compare-baseline.js";
import { openSourceFiles } from "../project/source-files.js";
import { openStore } from "../store/store.js";
import { lastHello, listPresences } from "../store/user/presence.js";
import type { ToolContext } from "../tools/context.js";

export interface OpenedProject {
  /** Real path. */
  readonly root: string;
  readonly context: ToolContext;
  close(): Promise<void>;
}

/**
 * Opens all that tools may ask for, over one project. Creates its store when it has none. `problem` is what is known to keep the browser from
 * it.
 */
export async function openProject(
  root: string,
  stateFolder: string,
  problem: () => string | undefined = () => undefined,
): Promise<OpenedProject> {
  const store = await openStore(root, { stateFolder });
  const { captures, annotations, baselines, requests } = store;
  return {
    root: store.root,
    context: {
      captures,
      annotations,
      baselines,
      requests,
      sources: openSourceFiles(store.root),
      compareBaseline: (query) => compareBaseline(store, query),
      connections: async () => {
        const [presences, hello] = await Promise.all([listPresences(stateFolder), lastHello(stateFolder)]);
        const here = presences.filter(({ projectRoot }) => projectRoot === store.root);
        return {
          nativeHosts: presences.filter(({ kind }) => kind === "native").length,
          httpPort: here.find(({ kind }) => kind === "http")?.port,
          agents: here.flatMap(({ kind, agent }) => (kind === "mcp" && agent !== undefined && agent !== "" ? [agent] : [])),
          lastSeenAt: hello?.at,
          problem: problem(),
        };
      },
      subscribe: (listener) => store.watch(listener),
    },
    close: () => store.close(),
  };
}
