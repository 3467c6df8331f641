/** When the process has nothing left to be there for. Times in milliseconds. */
export interface LifetimeOptions {
  /** How long it stays after the last agent of its project has gone. */
  readonly lingerMs: number;
  /** How long it stays with nobody calling. */
  readonly idleMs: number;
  /** How often it looks. */
  readonly checkMs: number;
  /** Counts the living MCP processes of the project, and tells whether anybody needs this process at all. */
  readonly look: () => Promise<{ readonly agents: number; readonly isNeeded: boolean }>;
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
  /** Looks now, not when the next check is due: something has changed. */
  lookNow(): void;
  stop(): void;
}

/**
 * Watches over a process that nobody waits for. It ends after `idleMs` without a call, and `lingerMs` after the last agent has gone,
 * called or not, and at once when nobody needs it any more. Where no agent ever came (a user started it by hand), only the first rule holds.
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
  let isNeeded = true;
  let timer = setTimeout(check, checkMs);
  let stopped = false;

  async function check(): Promise<void> {
    try {
      const seen = await look();
      if (seen.agents > 0) agentSeenAt = now();
      isNeeded = seen.isNeeded;
    } catch (error) {
      onFault(error);
    }
    if (stopped) return;
    clearTimeout(timer);
    const reason = reasonToEnd();
    if (reason === undefined) timer = setTimeout(check, checkMs);
    else {
      stopped = true;
      onEnd(reason);
    }
  }

  function reasonToEnd(): string | undefined {
    if (!isNeeded) return "native messaging serves";
    if (now() - calledAt >= idleMs) return "nobody called for a long time";
    if (agentSeenAt !== undefined && now() - agentSeenAt >= lingerMs) return "the project's last agent left long ago";
    return undefined;
  }

  return {
    touch: () => {
      calledAt = now();
    },
    lookNow: () => void check(),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
