/** When the process has nothing left to be there for. Times in milliseconds. */
export interface LifetimeOptions {
  /** How long it stays after the last agent of its project has gone. */
  readonly lingerMs: number;
  /** How long it stays with nobody calling. */
  readonly idleMs: number;
  /** How often it looks. */
  readonly checkMs: number;
  /** Gives the number of living MCP processes of the project. */
  readonly look: () => Promise<number>;
  /** Looking failed: nobody was seen that time. */
  readonly onFault: (error: unknown) => void;
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
export function makeLifetime({
  lingerMs,
  idleMs,
  checkMs,
  look,
  onFault,
  onEnd,
  now = () => performance.now(),
}: LifetimeOptions): Lifetime {
  let calledAt = now();
  let agentSeenAt: number | undefined;
  let timer = setTimeout(check, checkMs);
  let stopped = false;

  async function check(): Promise<void> {
    try {
      if ((await look()) > 0) agentSeenAt = now();
    } catch (error) {
      onFault(error);
    }
    if (stopped) return;
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
