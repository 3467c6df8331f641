/** When the process has nothing left to be there for. Times in milliseconds. */
export interface LifetimeOptions {
  /** How long it stays after the last agent of its project has gone. */
  readonly lingerMs: number;
  /** How long it stays with nobody calling. */
  readonly idleMs: number;
  /** How often it looks. */
  readonly checkMs: number;
  /** Number of living MCP processes of the project. */
  readonly agents: () => Promise<number>;
  /** Called once, with what a person wants to know. */
  readonly onEnd: (reason: string) => void;
  /** Milliseconds that never go back: a changed clock ends nobody. */
  readonly now?: () => number;
}

export interface Lifetime {
  /** Somebody called. */
  touch(): void;
  stop(): void;
}

/**
 * Watches over a process that nobody waits for. It ends after `idleMs` without a call, and `lingerMs` after the last agent has gone,
 * called or not. Where no agent ever came (a user started it by hand), only the first rule holds.
 */
export function makeLifetime({ lingerMs, idleMs, checkMs, agents, onEnd, now = () => performance.now() }: LifetimeOptions): Lifetime {
  let calledAt = now();
  let agentSeenAt: number | undefined;
  let timer = setTimeout(check, checkMs);
  let stopped = false;

  async function check(): Promise<void> {
    const count = await agents();
    if (stopped) return;
    if (count > 0) agentSeenAt = now();
    const reason = reasonToEnd();
    if (reason === undefined) timer = setTimeout(check, checkMs);
    else onEnd(reason);
  }

  function reasonToEnd(): string | undefined {
    if (now() - calledAt >= idleMs) return "nobody called for a long time";
    if (agentSeenAt !== undefined && now() - agentSeenAt >= lingerMs) return "the project's last agent left long ago";
    return undefined;
  }

  return {
    touch: () => {
      calledAt = now();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
