import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Lambda gives a whole processor at this memory. */
export const wholeProcessorMb = 1_769;
/** For a GB-second on ARM: docs/costs.md. */
export const gbSecondDollars = 0.0000133334;

/** Lambda's period: a function with half of a processor runs 10 of 20 ms. */
const periodUs = 20_000;

/** Where control groups limit processors: in version 2 and in version 1 of the kernel's interface. */
const roots = [
  {
    folder: '/sys/fs/cgroup',
    marker: 'cpu.max',
    limit: (quotaUs: number) => ({ 'cpu.max': `${quotaUs} ${periodUs}` }),
  },
  {
    folder: '/sys/fs/cgroup/cpu',
    marker: 'cpu.cfs_quota_us',
    limit: (quotaUs: number) => ({ 'cpu.cfs_period_us': String(periodUs), 'cpu.cfs_quota_us': String(quotaUs) }),
  },
];

/** Limits processes to a share of a processor. */
export interface ProcessorShare {
  /** The kernel's interface. */
  by: string;
  limit(pid: number): void;
  release(): Promise<void>;
}

/** A control group with a share of a processor; undefined where this user cannot make one. */
export function processorShare(share: number): ProcessorShare | undefined {
  for (const { folder, marker, limit } of roots) {
    const group = join(folder, `registry-bench-${process.pid}-${share}`);
    try {
      mkdirSync(group);
      if (!existsSync(join(group, marker))) {
        rmdirSync(group);
        continue;
      }
      for (const [file, value] of Object.entries(limit(Math.round(share * periodUs))))
        writeFileSync(join(group, file), value);
    } catch {
      continue;
    }
    return {
      by: marker,
      limit: (pid) => writeFileSync(join(group, 'cgroup.procs'), String(pid)),
      async release() {
        for (let attempt = 0; existsSync(group) && attempt < 50; attempt++) {
          try {
            rmdirSync(group);
          } catch {
            // A process in it has not ended yet.
            await setTimeout(20);
          }
        }
      },
    };
  }
  return undefined;
}
