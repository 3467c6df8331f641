import { type PairingsFile, pairingsSchema } from "../../contract/user-state.js";
import { openJsonFile } from "../fs/json-file.js";
import { isWsl } from "./http-needed.js";

const originsMax = 50;

/** `<state folder>/pairings.json`, read at once. Damaged: all signed, nobody known. `isSignedFirst`: unnamed projects are signed (WSL). */
export function openPairings(stateFolder: string, isSignedFirst = isWsl()) {
  const empty: PairingsFile = { version: 1, projects: [], extensions: [] };
  const { read, change } = openJsonFile({ base: stateFolder, parts: [] }, "pairings.json", pairingsSchema, empty);

  const callsOf = (file: PairingsFile, projectId: string) => file.projects.find(({ id }) => id === projectId)?.calls;

  function withCalls(file: PairingsFile, projectId: string, calls: "signed" | "unsigned" | undefined): PairingsFile {
    if (callsOf(file, projectId) === calls) return file;
    const others = file.projects.filter(({ id }) => id !== projectId);
    const entry = calls === undefined ? [] : [{ id: projectId, calls, since: new Date().toISOString() }];
    return { ...file, projects: [...others, ...entry] };
  }

  return {
    isSignedOnly: (projectId: string) => {
      const file = read();
      return file === undefined || (callsOf(file, projectId) ?? (isSignedFirst ? "signed" : "unsigned")) === "signed";
    },
    /** A browser proved the project's key: signed calls only from now on, unless the user allows unsigned ones. */
    paired: (projectId: string) =>
      change((file) => (callsOf(file, projectId) === "unsigned" ? file : withCalls(file, projectId, "signed"))),
    /** The user allows unsigned calls from now on, or (`false`) no longer: then the next browser that pairs ends them. */
    allowUnsigned: (projectId: string, isAllowed: boolean) =>
      change((file) => {
        if (isAllowed) return withCalls(file, projectId, "unsigned");
        return callsOf(file, projectId) === "unsigned" ? withCalls(file, projectId, undefined) : file;
      }),
    /** Origins (`moz-extension://…`) of the Firefox installations that are let in. */
    origins: () => (read()?.extensions ?? []).map(({ origin }) => origin),
    /** Lets one in; the oldest beyond 50 go. */
    letIn: (origin: string, by: PairingsFile["extensions"][number]["by"]) =>
      change((file) => {
        if (file.extensions.some((known) => known.origin === origin)) return file;
        const all = [...file.extensions, { origin, by, since: new Date().toISOString() }];
        return { ...file, extensions: all.slice(-originsMax) };
      }),
  };
}
