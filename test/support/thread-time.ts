/**
 * The milliseconds of processor time that this thread spends until a task has ended. A clock would also count what else
 * runs on the machine.
 */
export async function threadTimeMs(task: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await task();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
