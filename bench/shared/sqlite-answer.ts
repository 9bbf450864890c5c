import { statSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { openSqlite } from '../peers/sqlite.ts';
import type { ListQuery } from './mix.ts';
import type { FirstAnswers } from './snapshot-answer.ts';

// Asks a list in SQLite the questions of snapshot-answer.ts.
const [, , file = ''] = process.argv;
const query: ListQuery = {
  page: 1,
  per_page: 20,
  q: '',
  sort: 'last_fetched_at',
  dir: 'desc',
  publication_type: null,
  publication_year: null,
  min_cited_by: null,
};
const before = process.cpuUsage();
const cpuMs = () => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const pauses = monitorEventLoopDelay({ resolution: 1 });
pauses.enable();
const list = openSqlite(file);
const find = async (asked: ListQuery) => {
  await setImmediate();
  return list.find(asked);
};
if ((await find(query)).total === 0) throw new Error('The table is empty');
const pageCpuMs = cpuMs();
await find({ ...query, q: 'assessment' });
const searchCpuMs = cpuMs();
await find({ ...query, sort: 'cited_by_count' });
await find({ ...query, q: 'of the' });
await setImmediate();
pauses.disable();
const answers: FirstAnswers = {
  pageCpuMs,
  pageBytes: statSync(file).size,
  searchCpuMs,
  longestPauseMs: pauses.max / 1e6,
};
console.log(JSON.stringify(answers));
