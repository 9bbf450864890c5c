import { publications } from '../../src/lists/publications.ts';
import { timed } from './statistics.ts';

/** Prints how many milliseconds a new process needs for the first page of the environment's table. */
const query = { page: 1, per_page: 20, q: '', sort: 'last_fetched_at', dir: 'desc', where: ['public'] } as const;
const { ms, result } = await timed(() => publications.find(query, 0));
if (result.total === 0) throw new Error('The table is empty');
console.log(ms);
