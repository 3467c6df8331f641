/** A lock file that this process holds. */
export interface HeldLock {
  release(): Promise<void>;
}

/**
 * Runs `fn` while no other process runs one under the same lock file; waits for its turn up to `timeoutMs` (default 10 s), then throws
 * ServiceError `conflict`.
 */
export async function withLock<T>(path: string, fn: () => Promise<T>, { timeoutMs = 10_000 }: { timeoutMs?: number } = {}): Promise<T> {
  throw new Error(`not built yet: ${path} ${timeoutMs} ${fn.name}`);
}

/** Takes a lock to keep it; undefined when a living process holds it. The lock of a dead process is taken over; nobody is ever killed. */
export async function holdLock(path: string): Promise<HeldLock | undefined> {
  throw new Error(`not built yet: ${path}`);
}
