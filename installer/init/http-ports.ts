import { request } from "node:http";
import { httpPortsIn } from "../../host/contract/limits.js";
import { listPresences } from "../../host/store/user/presence.js";
import type { InitContext } from "./step.js";

/** Who holds one of the four ports. */
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

/** Describes who holds a port, for people. */
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
const answerMaxBytes = 64 * 1024;

/** Asks who listens. Every answer of ours, a refusal too, is recognised by its headers and its shape. */
export function askPort(port: number): Promise<"nobody" | "stranger" | { projectRoot?: string }> {
  return new Promise((resolve) => {
    const call = request({ host: "127.0.0.1", port, path: "/info", timeout: askTimeoutMs }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
        if (text.length > answerMaxBytes) call.destroy();
      });
      answer.on("end", () => resolve(recognise(answer.headers["x-content-type-options"], text)));
      answer.on("error", () => resolve("stranger"));
    });
    call.on("timeout", () => call.destroy(new Error("silent")));
    // Nothing listens only when the connection is refused; whoever accepts it and stays silent is there.
    call.on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED" ? "nobody" : "stranger"));
    call.end();
  });
}

function recognise(nosniff: unknown, text: string): "stranger" | { projectRoot?: string } {
  if (nosniff !== "nosniff") return "stranger";
  const info = /"projectRoot":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  if (info !== undefined && text.includes('"capturesDir"')) return { projectRoot: String(JSON.parse(info)) };
  return /^\{"error":\{"code":"[a-z-]+","message":/.test(text) ? {} : "stranger";
}
