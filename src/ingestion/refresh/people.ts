import type { PersonRecord } from '#src/records/people/person.ts';
import { getPeople, touchPerson } from '#src/records/people/store/people.ts';
import { Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { findModifiedRecords, maxRecordsPerRequest } from '#src/sources/changes.ts';
import { isSourceFailure } from '#src/sources/requests/source.ts';
import { notTried } from '#src/table/passes/run.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { requestIngestion } from '../request.ts';
import { duePeople } from './due.ts';
import { isOutage, type RefreshRun } from './run.ts';

/** The most records examined per run; the next run continues. */
const perRun = 5_000;
const writesAtOnce = 8;
/** The index of a source may lag behind its records. */
export const sourceLagMs = 24 * 3_600_000;

/**
 * Asks ORCID which due people have changed, a hundred at a time, and requests their ingestion. The others are
 * confirmed.
 */
export async function refreshPeople(run: RefreshRun): Promise<void> {
  const beforeMs = run.now.getTime() - run.settings.afterMs.people;
  if (!run.isOpen('orcid')) return;
  const { due } = await duePeople(beforeMs, perRun);
  const retries = run.retries('person');
  const orcids = [...retries, ...due.flatMap(({ id }) => (run.hasFailed('person', id) ? [] : id))];
  for (let start = 0; start < orcids.length; start += maxRecordsPerRequest) {
    if (run.isOver() || !run.isOpen('orcid')) return;
    await refreshBatch(run, orcids.slice(start, start + maxRecordsPerRequest), beforeMs);
  }
}

async function refreshBatch(run: RefreshRun, orcids: string[], beforeMs: number): Promise<void> {
  const found = await run.read('person', 'orcid', orcids, (batch) => getPeople([...batch]));
  const records = found.filter(({ last_fetched_at }) => last_fetched_at !== null);
  const { stale = [], fetched = [] } = Object.groupBy(records, ({ last_fetched_at }) =>
    (last_fetched_at ?? 0) <= beforeMs ? 'stale' : 'fetched',
  );
  // The row lacks the time of an interrupted fetch.
  await inParallel(fetched, writesAtOnce, (record) =>
    run.each('person', record.orcid, 'orcid', () => touchPerson(record, new Date(record.last_fetched_at ?? 0))),
  );
  if (stale.length === 0) return;
  const modified = await modifiedAmong(run, stale);
  if (!modified) return;
  const { changed = [], same = [] } = Object.groupBy(stale, ({ orcid }) => (modified.has(orcid) ? 'changed' : 'same'));
  await inParallel(same, writesAtOnce, (record) =>
    run.each('person', record.orcid, 'orcid', async () => {
      if (!(await touchPerson(record, run.now))) {
        run.counts.busy += 1;
        return notTried;
      }
      run.counts.confirmed += 1;
      return undefined;
    }),
  );
  await requestAll(run, changed);
}

/** The iDs whose records have changed since they were read; undefined if ORCID does not answer. */
async function modifiedAmong(run: RefreshRun, stale: readonly PersonRecord[]): Promise<Set<string> | undefined> {
  const orcids = stale.map(({ orcid }) => orcid);
  const sinceMs = Math.min(...stale.map(({ last_fetched_at }) => last_fetched_at ?? 0)) - sourceLagMs;
  try {
    const modified = await run.ask('orcid', (callOptions) => findModifiedRecords(orcids, sinceMs, callOptions));
    return modified === notTried ? undefined : modified;
  } catch (error) {
    if (!isSourceFailure(error)) throw error;
    if (!isOutage(error)) {
      await inParallel(orcids, writesAtOnce, (orcid) => run.fail('person', orcid, 'orcid', error.message));
    }
    return undefined;
  }
}

/** Requests ingestions of changed people, as far as the budget allows: each reads two sections of an ORCID record. */
async function requestAll(run: RefreshRun, changed: readonly PersonRecord[]): Promise<void> {
  const affordable: string[] = [];
  for (const { orcid } of changed) {
    if (!(await run.take('orcid')) || !(await run.take('orcid'))) break;
    affordable.push(orcid);
  }
  if (affordable.length === 0) return;
  // Noted first: if this is killed or the job fails, the next request comes after a pause and not immediately.
  await inParallel(affordable, writesAtOnce, (orcid) =>
    run.expect('person', orcid, 'orcid', 'The record has changed, and its ingestion has not succeeded yet'),
  );
  const requester = { requestedBy: 'refresh', workspace: defaultWorkspace, requestId: `refresh-${run.now.getTime()}` };
  const request = async (orcids: string[]) => {
    const { queued } = await requestIngestion(orcids, requester, run.now, { scope: 'changed_works' });
    run.counts.requested += queued;
    return notTried; // It succeeds once the person is fetched.
  };
  try {
    await request(affordable);
  } catch (error) {
    // The queue accepts no messages.
    if (error instanceof Problem) throw error;
    await inParallel(affordable, writesAtOnce, (orcid) => run.each('person', orcid, 'orcid', () => request([orcid])));
  }
}
