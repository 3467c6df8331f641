/**
 * Returns the processor time that a call takes, in milliseconds. Other programs on the machine do not count, so that a bound on what hostile input
 * may cost holds on a busy one too.
 */
export async function processorMs(call: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
