import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import type { StoredSpec } from '#src/lists/load/snapshot.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { inSteps, whenLoaded } from '#src/lists/sections/base.ts';
import { openList } from './snapshot-file.ts';

/**
 * The times and bytes of a new process for its first page and its first search, without the loading of modules and the
 * network.
 */
export interface FirstAnswers {
  pageCpuMs: number;
  /** Read for the first page. */
  pageBytes: number;
  /** With the page before it. */
  searchCpuMs: number;
  longestPauseMs: number;
}

process.env.TABLE_NAME ??= 'bench';
const [, , file = '', list = ''] = process.argv;
const specs = { publications: [publicationSpec, 'public'], curators: [curatorSpec, 'present'] } as const;
const [spec, condition] = specs[list === 'curators' ? list : 'publications'];
const query: ListQuery = {
  page: 1,
  per_page: 20,
  q: '',
  sort: 'last_fetched_at',
  dir: 'desc',
  where: [condition],
};
const before = process.cpuUsage();
const cpuMs = () => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const pauses = monitorEventLoopDelay({ resolution: 1 });
pauses.enable();
const opened = await openList(spec as unknown as StoredSpec<RowSchema>, file);
const find = async (asked: ListQuery) => {
  await setImmediate();
  await inSteps(() => opened.list.prepareSearch(asked.q, asked.locale));
  return whenLoaded(() => opened.list.find(asked));
};
if ((await find(query)).total === 0) throw new Error('The snapshot is empty');
const [pageCpuMs, pageBytes] = [cpuMs(), opened.bytesRead()];
await find({ ...query, q: 'assessment' });
const searchCpuMs = cpuMs();
await find({ ...query, sort: 'cited_by_count' });
await find({ ...query, q: 'of the' });
await setImmediate();
pauses.disable();
const answer: FirstAnswers = { pageCpuMs, pageBytes, searchCpuMs, longestPauseMs: pauses.max / 1e6 };
console.log(JSON.stringify(answer));
