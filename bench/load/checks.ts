import { setTimeout as sleep } from 'node:timers/promises';
import { isActive } from '#src/ingestion/domain/job.ts';
import { PublicationRecord } from '#src/records/publications/publication.ts';
import { isListed } from '#src/records/publications/publicity.ts';
import { decompress } from '#src/records/publications/store/compressed.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import type { Item } from '#src/table/table.ts';
import { createClient } from '../../clients/typescript/src/client.ts';
import { retryingFetch } from '../../clients/typescript/src/retrying-fetch.ts';
import { syncList } from '../../clients/typescript/src/sync.ts';
import { findInconsistencies } from '../../test/support/inconsistencies.ts';
import { byTarget, countFaults, type Entry, latestFault } from './ledger.ts';
import { MemoryCopy } from './memory-copy.ts';
import type { Target } from './requests.ts';

/** Concurrent requests. With two functions each, they stay below the limit of a new account. */
const atOnce = 4;
const locale = 'en';
const editsPerPage = 100;
const idsPerRequest = 100;

const retrying = retryingFetch({
  timeoutMs: 60_000,
  budgetMs: 600_000,
  fetch: globalThis.fetch,
  wait: (ms) => sleep(ms),
});

interface Edits {
  edits: { changes: { after: unknown }[] }[];
  pages: number;
}

interface Person {
  name: unknown;
  affiliations: { starts_at: number }[];
}

/** Reads back the clients' writes. Returns which are lost, duplicated or otherwise not as in the ledger. */
export async function checkWrites(target: Target, ledger: readonly Entry[]): Promise<string[]> {
  const find = async <T>(path: string): Promise<T | undefined> => {
    const headers = { authorization: `Bearer ${target.memberToken}` };
    const response = await retrying(new Request(`${target.dashboardUrl}${path}`, { headers }));
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const get = async <T>(path: string): Promise<T> => {
    const found = await find<T>(path);
    if (found === undefined) throw new Error(`GET ${path} has found nothing`);
    return found;
  };
  /** Empty for a publication that does not exist, because its ingestion failed. */
  const editsOf = async (publication: string): Promise<unknown[]> => {
    const values: unknown[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const path = `/api/publication-edits/${publication}?page=${page}&perPage=${editsPerPage}`;
      const found = await find<Edits>(path);
      if (found === undefined) break;
      values.push(...found.edits.flatMap(({ changes }) => changes.map(({ after }) => after)));
      pages = found.pages;
    }
    return values;
  };
  const check = async <T>(targets: Map<string, T>, faultsOf: (id: string, written: T) => Promise<string[]>) => {
    const faults = await inParallel(targets, atOnce, async ([id, written]) =>
      (await faultsOf(id, written)).map((fault) => `${id}: ${fault}`),
    );
    return faults.flat();
  };
  return [
    ...(await check(byTarget(ledger, 'edit'), async (id, written) =>
      countFaults(written, (await editsOf(id)) as string[]),
    )),
    ...(await check(byTarget(ledger, 'deletion'), async (id, written) => {
      const { deleted_at } = await get<{ deleted_at: string | null }>(`/api/publications/${id}`);
      const states = written.map(({ isDeleted, isAcknowledged }) => ({ value: isDeleted, isAcknowledged }));
      const fault = latestFault(states, deleted_at !== null, false);
      return fault === undefined ? [] : [`its deletion ${fault}`];
    })),
    ...(await check(byTarget(ledger, 'period'), async (id, written) => {
      const { affiliations } = await get<Person>(`/api/researchers/${id}`);
      const periods = written.map(({ startsAt, isAcknowledged }) => ({ value: startsAt, isAcknowledged }));
      return countFaults(
        periods,
        affiliations.map(({ starts_at }) => starts_at),
      ).map((fault) => `the period ${fault}`);
    })),
    ...(await check(byTarget(ledger, 'name'), async (id, written) => {
      const { name } = await get<Person>(`/api/researchers/${id}`);
      // Without an acknowledgement the name may still be the original one, which no client knows.
      if (!written.some(({ isAcknowledged }) => isAcknowledged)) return [];
      const fault = latestFault<unknown>(written, name, undefined);
      return fault === undefined ? [] : [`its name ${fault}`];
    })),
    ...(await checkIngestions(get, ledger)),
  ];
}

/** Checks that each acknowledged ingestion request has a job that has ended. */
async function checkIngestions(get: <T>(path: string) => Promise<T>, ledger: readonly Entry[]): Promise<string[]> {
  const entries = [...byTarget(ledger, 'ingestion').values()].flat();
  const batches = Array.from({ length: Math.ceil(entries.length / idsPerRequest) }, (_, index) =>
    entries.slice(index * idsPerRequest, (index + 1) * idsPerRequest),
  );
  const faults = await inParallel(batches, atOnce, async (batch) => {
    const asked = batch.map(({ person }) => person).join(',');
    const { statuses } = await get<{ statuses: Parameters<typeof isActive>[0][] }>(
      `/api/ingest/status?orcid_ids=${asked}`,
    );
    return batch.flatMap(({ person, isAcknowledged }, index) => {
      const job = statuses[index];
      if (!job?.status) return isAcknowledged ? [`${person}: its ingestion was acknowledged and is lost`] : [];
      return isActive(job) ? [`${person}: its ingestion has not ended`] : [];
    });
  });
  return faults.flat();
}

/**
 * Compares the list of publications, page by page, with the records, with the complete change feed, and with the copies
 * that followed the changes during the load.
 */
export async function checkLists(
  { baseUrl, installationKey }: Target,
  copies: readonly { items: Map<string, string>; cursor: string | undefined }[],
  items: readonly Item[],
): Promise<{ faults: string[]; listed: number }> {
  const client = createClient({ baseUrl, credential: installationKey, retryBudgetMs: 600_000 });
  const listed = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: { cursor: string; per_page: number; locale: string } = { cursor, per_page: 100, locale };
    const answer = await client.api.GET('/integrations/v1/publications', { params: { query } });
    if (!answer.data) throw new Error(`A page could not be read: ${JSON.stringify(answer.error)}`);
    for (const item of answer.data.publications) listed.set(item.doi, JSON.stringify(item));
    cursor = answer.data.next_cursor ?? null;
  }
  const records = new Set(recordsIn(items).flatMap((record) => (isListed(record, false) ? [record.doi] : [])));
  const faults = differences('The records', 'the list', records, new Set(listed.keys()));
  const mirrors = [
    ['from the start', new MemoryCopy()] as const,
    ...copies.map(({ items: kept, cursor }) => ['followed during the load', new MemoryCopy(kept, cursor)] as const),
  ];
  for (const [name, copy] of mirrors) {
    await syncList(client, 'publications', copy, { locale });
    faults.push(...differences(`The changes ${name}`, 'the list', entriesOf(copy.items), entriesOf(listed)));
  }
  return { faults, listed: listed.size };
}

/** Checks the table's consistency, and the writes that leave traces only there. */
export function checkTable(items: readonly Item[], ledger: readonly Entry[]): string[] {
  const faults = findInconsistencies(items);
  const jobs = Map.groupBy(
    items.filter(({ pk, sk }) => String(pk).startsWith('JOB#') && sk === 'RECORD'),
    ({ orcid_id }) => String(orcid_id),
  );
  for (const person of byTarget(ledger, 'ingestion').keys()) {
    const count = jobs.get(person)?.length ?? 0;
    if (count > 1) faults.push(`${person} has ${count} jobs for one request`);
  }
  const events = Map.groupBy(
    items.filter(({ pk, event_type }) => String(pk).startsWith('ACTIVITY#') && event_type === 'publication.edited'),
    ({ resource_id }) => String(resource_id),
  );
  for (const { doi, edit_count } of recordsIn(items)) {
    const reported = events.get(doi)?.length ?? 0;
    if (reported !== edit_count) faults.push(`${doi} has ${edit_count} edits, and ${reported} are in the activity log`);
  }
  return faults;
}

function recordsIn(items: readonly Item[]): PublicationRecord[] {
  return items
    .filter(({ pk, sk, kind }) => String(pk).startsWith('PUB#') && sk === 'RECORD' && kind === 'publication')
    .map(({ body }) => PublicationRecord.parse(decompress(body)));
}

const entriesOf = (items: Map<string, string>) => new Set([...items].map(([id, item]) => `${id} ${item}`));

function differences(one: string, other: string, found: Set<string>, expected: Set<string>): string[] {
  const lacking = [...expected].filter((id) => !found.has(id));
  const surplus = [...found].filter((id) => !expected.has(id));
  const example = [...lacking, ...surplus][0];
  if (example === undefined) return [];
  return [
    `${one} lack ${lacking.length} of ${other} and have ${surplus.length} others, such as ${example.slice(0, 200)}`,
  ];
}
