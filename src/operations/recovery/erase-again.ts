import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { RevocationEntry } from '#src/identity/domain/revocation.ts';
import { beginErasure, finishErasure, getMark, pseudonymOf } from '#src/records/people/store/erasure-marks.ts';
import { markOf } from '#src/records/people/store/unless-erased.ts';
import { db, type Item, retryWhileBusy, tableName } from '#src/table/table.ts';
import { erasePerson } from '../erasure/erase-person.ts';
import type { Application } from './apply-revocations.ts';
import { pagesOfTable } from './whole-table.ts';

const orcidIds = /\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b/g;

/**
 * Repeats the erasures made since the table's point in time, unless the person has been requested again. Returns the
 * changes, or those that a dry run would make, one line each. Only hashes of the iDs are known: every iD in the table
 * is compared with them.
 */
export async function eraseAgain(entries: readonly RevocationEntry[], application: Application): Promise<string[]> {
  const unfinished: string[] = [];
  for (const mark of erasedAtLast(entries)) {
    if (((await getMark(mark))?.finished_at ?? null) === null) unfinished.push(mark);
  }
  if (unfinished.length > 0 && !application.isTrial) {
    const key = await application.erasureKey();
    const orcids = await knownPeople(key);
    const failed: string[] = [];
    for (const mark of unfinished)
      if (!(await erase(mark, orcids.get(mark), key, application))) failed.push(pseudonymOf(mark));
    if (failed.length > 0) throw new Error(`Not everything of ${failed.join(', ')} could be erased. Try again`);
  }
  return unfinished.map((mark) => `person ${pseudonymOf(mark)}`);
}

/** The marks of people whose last entry says that they were erased. */
function erasedAtLast(entries: readonly RevocationEntry[]): string[] {
  const isErased = new Map<string, boolean>();
  for (const { revocations } of entries.toSorted((one, other) => one.at - other.at)) {
    for (const each of revocations) if (each.kind === 'person') isErased.set(each.mark, each.erased);
  }
  return [...isErased].flatMap(([mark, erased]) => (erased ? mark : []));
}

/** Whether everything is erased. Nothing else uses the table, so there is nothing to wait for. */
async function erase(mark: string, orcid: string | undefined, key: string, { context }: Application): Promise<boolean> {
  const deadlineMs = Number.POSITIVE_INFINITY;
  if (orcid !== undefined) {
    return (await erasePerson({ orcid, key, context, dryRun: false, deadlineMs, settlingMs: 0 })).done;
  }
  const nowMs = context.now.getTime();
  const times = { erased_at: nowMs, swept_at: nowMs, finished_at: null };
  const begun = { mark, sealed_orcid: null, ...times, position: null, has_failed: false, workspaces: [], version: 1 };
  await beginErasure(begun, context);
  const stored = (await getMark(mark)) ?? begun;
  return finishErasure({ ...stored, finished_at: nowMs, version: stored.version + 1 }, stored, context);
}

/** The iDs in the keys and values of all items, by mark. People in compressed items also have rows. */
async function knownPeople(key: string): Promise<Map<string, string>> {
  const found = new Set<string>();
  const pages = pagesOfTable<Item>((part) =>
    retryWhileBusy(() => db.send(new ScanCommand({ TableName: tableName(), ConsistentRead: true, ...part }))),
  );
  for await (const page of pages) {
    for (const [orcid] of JSON.stringify(page).matchAll(orcidIds)) found.add(orcid);
  }
  return new Map([...found].map((orcid) => [markOf(orcid, key), orcid]));
}
