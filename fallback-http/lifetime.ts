/** When the process has nothing left to be there for. Times in milliseconds. */
export interface LifetimeOptions {
  readonly lingerMs: number;
  readonly idleMs: number;
  readonly checkMs: number;
  /** Counts the living MCP processes of the project, and returns whether this process is needed at all. */
  readonly probe: () => Promise<{ readonly agents: number; readonly isNeeded: boolean }>;
  /** The probe failed: no agent was seen that time. */
  readonly onFault: (error: unknown) => void;
  /** Called once, with what a person wants to know. */
  readonly onEnd: (reason: string) => void;
  /** Milliseconds that never go back: a changed clock ends nobody. */
  readonly now?: () => number;
}

/** Ends a process after `idleMs` without a call, `lingerMs` after the last agent that was seen has gone, and when nobody needs it. */
export function makeLifetime({ lingerMs, idleMs, checkMs, probe, onFault, onEnd, now = () => performance.now() }: LifetimeOptions) {
  let calledAt = now();
  let agentSeenAt: number | undefined;
  let timer = setTimeout(check, checkMs);
  let hasEnded = false;

  async function check(): Promise<void> {
    let isNeeded = true;
    try {
      const seen = await probe();
      if (seen.agents > 0) agentSeenAt = now();
      isNeeded = seen.isNeeded;
    } catch (error) {
      onFault(error);
    }
    if (hasEnded) return;
    clearTimeout(timer);
    const reason = isNeeded ? reasonToEnd() : "native messaging serves";
    if (reason === undefined) timer = setTimeout(check, checkMs);
    else {
      hasEnded = true;
      onEnd(reason);
    }
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
    /** Checks now, not when the next check is due: something has changed. */
    checkNow: () => void check(),
  };
}
