import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RowIndex } from '#src/lists/index/row-index.ts';
import { whenLoaded } from '#src/lists/sections/base.ts';
import { progress, type Report } from '../shared/command.ts';
import { memoryMb } from '../shared/memory.ts';
import type { FirstAnswers } from '../shared/snapshot-answer.ts';
import { openList, withSnapshotFile } from '../shared/snapshot-file.ts';
import { median } from '../shared/statistics.ts';
import type { Contest } from './contests.ts';

/** New processes whose first answers are measured. */
const processes = 5;
const queriesOfEachKind = 10;
const bytesPerMb = 1024 * 1024;

/**
 * Loads the list from a snapshot, which is kept in a folder if one is named, and runs its mix once. Does not keep the
 * rows, so that only the list counts as memory.
 */
export async function ourSide<Row extends object, Query>(contest: Contest<Row, Query>, count: number, folder: string) {
  progress(`making a snapshot of ${count} rows`);
  const startedAtMs = process.cpuUsage();
  const made = { spec: contest.spec, name: contest.file, rowOf: contest.rowOf as never, count, folder };
  return withSnapshotFile(made, async (file) => {
    const { user, system } = process.cpuUsage(startedAtMs);
    progress('first answers of new processes');
    const answers: FirstAnswers[] = [];
    for (let n = 0; n < processes; n++) answers.push(await firstAnswers('snapshot-answer.ts', file, contest.name));
    const all = (name: keyof FirstAnswers) => median(answers.map((answer) => answer[name]));
    const memoryBeforeMb = await memoryMb();
    const { list } = await openList(contest.spec, file);
    const first = await contest.measureFirst?.(list as RowIndex<Row>);
    for (const kind of contest.kinds)
      for (let n = 0; n < queriesOfEachKind; n++)
        await whenLoaded(() => list.find(contest.asked(kind.queryOf(n) as Query), contest.fields));
    const memoryForRowsMb = (await memoryMb()) - memoryBeforeMb;
    const facts: Report['facts'] = {
      'CPU to the first page, ms': all('pageCpuMs'),
      'CPU to the first search, ms': all('searchCpuMs'),
      'longest pause, ms': all('longestPauseMs'),
      'bytes for the first page, MB': all('pageBytes') / bytesPerMb,
      'size of the snapshot, MB': statSync(file).size / bytesPerMb,
      'memory for the rows after the mix, MB': memoryForRowsMb,
      'memory for 100,000 rows, MB': (memoryForRowsMb * 100_000) / count,
      'CPU to make rows and their snapshot, s': (user + system) / 1e6,
      'largest memory of this process, MB': process.resourceUsage().maxRSS / 1024,
      ...first,
    };
    return { list: list as RowIndex<Row>, facts };
  });
}

/** Measures a new process that begins with a file. */
export async function firstAnswers(script: string, file: string, list: string): Promise<FirstAnswers> {
  const path = join(import.meta.dirname, '../shared', script);
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', path, file, list]);
  return JSON.parse(stdout);
}
