import { httpPortsIn } from "../../host/contract/limits.js";
import { hasCode } from "../../host/store/failures.js";
import { listPresences } from "../../host/store/user/presence.js";
import type { InitContext } from "./step.js";

export type PortState =
  | { readonly port: number; readonly holder: "nobody" }
  | { readonly port: number; readonly holder: "this project" | "another project"; readonly root?: string }
  | { readonly port: number; readonly holder: "stranger" };

/** Looks at all ports: at what our processes announced, then by asking whoever listens. */
export async function surveyPorts({
  machine,
  stateFolder,
  root,
}: Pick<InitContext, "machine" | "stateFolder" | "root">): Promise<PortState[]> {
  const announced = await listPresences(stateFolder, { kind: "http" });
  return Promise.all(
    httpPortsIn(machine.env["SVC_PORTS"]).map(async (port): Promise<PortState> => {
      const presence = announced.find((one) => one.port === port);
      if (presence?.projectRoot !== undefined) return ours(port, presence.projectRoot, root);
      const answer = await askPort(port);
      if (answer === "nobody" || answer === "stranger") return { port, holder: answer };
      return answer.projectRoot === undefined ? { port, holder: "another project" } : ours(port, answer.projectRoot, root);
    }),
  );
}

/** The port to use: the one the project's server has, else `preferred` if it is free, else the first free one. */
export function choosePort(states: readonly PortState[], preferred: number | undefined): number | undefined {
  const own = states.find(({ holder }) => holder === "this project");
  const free = states.filter(({ holder }) => holder === "nobody").map(({ port }) => port);
  return own?.port ?? free.find((port) => port === preferred) ?? free[0];
}

export function describePort(state: PortState): string {
  if (state.holder === "nobody") return `${state.port}: free`;
  if (state.holder === "stranger") return `${state.port}: held by another program`;
  const whose = "root" in state ? ` (${state.root})` : "";
  return `${state.port}: the server of ${state.holder}${whose}`;
}

function ours(port: number, held: string, root: string): PortState {
  return { port, holder: held === root ? "this project" : "another project", root: held };
}

const askTimeoutMs = 1_500;

/** Asks who listens. Every answer of ours, a refusal too, is recognised by its headers and its shape. */
export async function askPort(port: number): Promise<"nobody" | "stranger" | { projectRoot?: string }> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/info`, { redirect: "error", signal: AbortSignal.timeout(askTimeoutMs) });
    return recognise(answer.headers.get("x-content-type-options"), await answer.text());
  } catch (error) {
    // Nothing listens only when the connection is refused; whoever accepts it and stays silent is there.
    return error instanceof Error && hasCode(error.cause, "ECONNREFUSED") ? "nobody" : "stranger";
  }
}

function recognise(nosniff: string | null, text: string): "stranger" | { projectRoot?: string } {
  if (nosniff !== "nosniff") return "stranger";
  const info = /"projectRoot":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  if (info !== undefined && text.includes('"capturesDir"')) return { projectRoot: String(JSON.parse(info)) };
  return /^\{"error":\{"code":"[a-z-]+","message":/.test(text) ? {} : "stranger";
}
