/**
 * The processor time in milliseconds that this thread spends on a task. A clock would also count everything else that
 * runs on the machine.
 */
export async function threadTimeMs(task: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await task();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
