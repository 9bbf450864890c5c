import type { Report } from '../shared/command.ts';

/** The figures to reach, by the number of publications. */
const targets: Record<number, Record<string, number>> = {
  100000: {
    'CPU to the first page, ms': 40,
    'CPU to the first search, ms': 120,
    'memory for the rows after the mix, MB': 35,
    'slowest query, p50 ms': 1.1,
    'longest pause, ms': 15,
    'bytes for the first page, MB': 0.5,
  },
  1000000: {
    'CPU to the first page, ms': 150,
    'CPU to the first search, ms': 500,
    'memory for the rows after the mix, MB': 350,
    'slowest query, p50 ms': 2,
    'longest pause, ms': 25,
    'bytes for the first page, MB': 4,
  },
  10000000: {
    'CPU to the first page, ms': 600,
    'CPU to the first search, ms': 3_000,
    'memory for the rows after the mix, MB': 3_500,
    'slowest query, p50 ms': 12,
    'longest pause, ms': 50,
    'bytes for the first page, MB': 40,
  },
};

/** The facts beside the targets for so many publications, or the next larger number of them. */
export function besideTargets(rows: number, facts: Report['facts']): Report['rows'] {
  const [publications, limits] = Object.entries(targets).find(([count]) => Number(count) >= rows) ?? ['', {}];
  return Object.entries(limits).map(([name, limit]) => {
    const measured = facts[name] ?? null;
    return {
      target: name,
      measured,
      'at most': limit,
      for: Number(publications),
      holds: typeof measured === 'number' ? (measured <= limit ? 'yes' : 'no') : null,
    };
  });
}
