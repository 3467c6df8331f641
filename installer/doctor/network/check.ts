import { existsSync } from "node:fs";
import { listPresences } from "../../../host/store/user/presence.js";
import { lastingPrograms } from "../../init/native-host.js";
import { type Check, fail, pass, untested } from "../check.js";
import { tryOut } from "./try-out.js";
import { beyondLoopback, watchSockets } from "./watch.js";

/**
 * Nothing leaves the machine: while each of our processes does all its work, and for those that run anyway, the kernel is asked for their
 * sockets. Only on demand, since it starts all of them.
 */
export const network: Check = {
  name: "network",
  run: async (state) => {
    if (state.machine.platform !== "linux") return untested("only Linux tells what sockets a process has");
    const programs = { node: state.programs.node, ...lastingPrograms(state) };
    const missing = [programs.server, programs.http].find((path) => !existsSync(path));
    if (missing !== undefined) return fail(`${missing} is missing`, "svc-init");
    const watch = watchSockets();
    const kinds = new Map<number, string>();
    for (const { pid, kind } of await listPresences(state.stateFolder)) kinds.set(pid, `running ${kind} process`);
    for (const pid of kinds.keys()) watch.add(pid);
    let started = 0;
    const problem = await tryOut(programs, (pid) => {
      started++;
      watch.add(pid);
    }).catch((error: unknown) => String(error));
    const { looks, sockets } = await watch.end();
    if (problem !== undefined) return fail(`could not be watched at work: ${problem}`, "svc-init");
    const [first] = beyondLoopback(sockets);
    if (first !== undefined) {
      const whose = kinds.get(first.pid) ?? "a process started for this check";
      const where = first.remote === undefined ? `is open at ${first.local}` : `is connected from ${first.local} to ${first.remote}`;
      return fail(`${whose} (${first.pid}) ${where}, over ${first.protocol}`, "report this: it must not be");
    }
    const listening = new Set(sockets.filter(({ remote }) => remote === undefined).map(({ local }) => local));
    return pass(
      `${started} processes at work and ${kinds.size} running ones, looked at ${looks} times: ${listening.size} listeners, all on loopback; no connection elsewhere`,
    );
  },
};
