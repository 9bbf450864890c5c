/**
 * The time of one laptop cloud: the machine's, moved ahead as far as a test wants. Threads that share `aheadMs` read the
 * same time. Timers (schedules, queues, timeouts) do not move with it.
 */
export class Clock {
  /** One cell: by how many milliseconds the machine's time is ahead. */
  readonly aheadMs = new BigInt64Array(new SharedArrayBuffer(8));

  readonly now = (): number => Date.now() + Number(Atomics.load(this.aheadMs, 0));

  advance(ms: number): void {
    Atomics.add(this.aheadMs, 0, BigInt(ms));
  }
}
