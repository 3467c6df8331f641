import { setImmediate as breathe } from "node:timers/promises";
import { isLoopback, type OpenSocket, socketsOf } from "./sockets.js";

export interface Watch {
  /** Takes a further process into view. */
  add(pid: number): void;
  /** Asks once more and returns what was seen. */
  end(): Promise<Seen>;
}

export interface Seen {
  /** How often the kernel was asked. */
  readonly looks: number;
  /** Every socket once. */
  readonly sockets: readonly OpenSocket[];
}

/** Asks the kernel again and again, as fast as it answers, which sockets some processes have. */
export function watchSockets(): Watch {
  const pids = new Set<number>();
  const seen = new Map<string, OpenSocket>();
  let looks = 0;
  let isOver = false;

  function look(): void {
    for (const socket of socketsOf([...pids])) seen.set(JSON.stringify(socket), socket);
    looks++;
  }

  const looking = (async () => {
    while (!isOver) {
      look();
      await breathe();
    }
  })();
  return {
    add: (pid) => pids.add(pid),
    end: async () => {
      isOver = true;
      await looking;
      look();
      return { looks, sockets: [...seen.values()] };
    },
  };
}

/** The sockets that reach, or can be reached from, further than this machine. */
export function beyondLoopback(sockets: readonly OpenSocket[]): OpenSocket[] {
  return sockets.filter(({ local, remote }) => !isLoopback(local) || (remote !== undefined && !isLoopback(remote)));
}
