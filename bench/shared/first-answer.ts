import { publications } from '#src/lists/publications.ts';
import { timed } from './statistics.ts';

/**
 * The time and memory of a new process for its first page and its first search. Processor times exclude the loading of
 * modules.
 */
export interface FirstAnswer {
  pageMs: number;
  pageCpuMs: number;
  /** With the page before it. */
  searchCpuMs: number;
  largestMemoryMb: number;
}

const query = { page: 1, per_page: 20, q: '', sort: 'last_fetched_at', dir: 'desc', where: ['public'] } as const;
const before = process.cpuUsage();
const cpuMs = () => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const { ms: pageMs, result } = await timed(() => publications.find(query, 0));
if (result.total === 0) throw new Error('The table is empty');
const pageCpuMs = cpuMs();
await publications.find({ ...query, q: 'analysis' }, 0);
const answer: FirstAnswer = {
  pageMs,
  pageCpuMs,
  searchCpuMs: cpuMs(),
  largestMemoryMb: process.resourceUsage().maxRSS / 1024,
};
console.log(JSON.stringify(answer));
