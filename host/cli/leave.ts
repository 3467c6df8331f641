/**
 * Lets the work under way end, but not for longer than `ms` milliseconds: nobody waits for this process any more. The timer alone keeps
 * nothing alive, so that the process mostly ends at once.
 */
export function leaveWithin(ms: number): void {
  setTimeout(() => process.exit(), ms).unref();
}
