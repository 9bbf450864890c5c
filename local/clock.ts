/**
 * The clock of one laptop cloud: the machine's time plus an offset that tests set. Threads that share `aheadMs` read the
 * same time. Timers (schedules, queues, timeouts) are not affected.
 */
export class Clock {
  /** One cell: the offset in milliseconds. */
  readonly aheadMs = new BigInt64Array(new SharedArrayBuffer(8));

  readonly now = (): number => Date.now() + Number(Atomics.load(this.aheadMs, 0));

  advance(ms: number): void {
    Atomics.add(this.aheadMs, 0, BigInt(ms));
  }
}
