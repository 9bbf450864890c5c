import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import * as duplicates from '#src/duplicates/find-all.ts';
import { pairId } from '#src/duplicates/store/pairs.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { collections, keys, partitions } from '#src/table/keys.ts';
import { db, deleteItems, type Key, putItem } from '#src/table/table.ts';
import { job } from '../../lambdas/background/find-duplicates.ts';
import { aSummary, carberry } from '../support/builders.ts';
import { send } from '../support/crash.ts';
import { decide, fetchPublication, listDuplicates, teapots } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';
import { allItems } from '../support/table.ts';

captureLog();

const findAllDuplicates = underRole(job, duplicates.findAllDuplicates);

let epoch = 0;
/** Lists in memory outlive a table. A new epoch makes them read the rows from the start. */
async function newEpoch(): Promise<void> {
  epoch += 1;
  for (const collection of collections) await putItem({ ...keys.listEpoch(collection), epoch, changed: Date.now() });
}

beforeEach(async () => {
  await freshTable();
  await newEpoch();
});
afterEach(() => void jest.restoreAllMocks());

const run = (deadlineMs = Number.POSITIVE_INFINITY) => findAllDuplicates({ now: new Date(), deadlineMs });
const pairs = async () =>
  (await listDuplicates('?status=all&perPage=100')).body.duplicates
    .map(({ status, records }: { status: string; records: ({ id: string } | null)[] }) => [
      status,
      ...records.map((record) => record?.id ?? ''),
    ])
    .sort();

/** Removes the blocks for finding duplicates, as in data of an older version, and the pairs. */
async function forget(): Promise<void> {
  const isOurs = ({ pk }: { pk: unknown }) =>
    String(pk).startsWith(partitions['duplicate-links']) || String(pk).startsWith(`${partitions.lists}DUPLICATE`);
  await deleteItems((await allItems()).filter((item) => isOurs(item as { pk: unknown })) as unknown as Key[]);
  await newEpoch();
}

async function store(): Promise<void> {
  const preprint = { publication_type: 'posted-content', container_title: null };
  await fetchPublication('10.5555/article', { orcids: [carberry] });
  await fetchPublication('10.5555/preprint', { fields: preprint });
  await fetchPublication('10.5555/other', { fields: { title: 'Glazing of bowls in the late kingdom' } });
  await fetchPublication('10.5555/statement', { fields: { container_title: 'Annals of Kilns' } });
  const work = {
    id: 'work-1',
    orcid: carberry,
    preferred: aSummary({ title: teapots().title, publicationDate: '2020' }),
    putCodes: [1],
  };
  await saveWork(applyWork(undefined, work, new Date()), undefined);
}

/**
 * Runs a pass that ends at its n-th write; returns whether it got that far. Reads of lists continue: in a killed process
 * the list would be gone, but here it would wait for ever.
 */
async function killedAtWrite(n: number): Promise<boolean> {
  let writes = 0;
  jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
    if (!/Query|Get|Scan/.test(command.constructor.name) && ++writes >= n) throw new Error('killed');
    return send(command);
  }) as never);
  await run().catch(() => undefined);
  jest.restoreAllMocks();
  return writes >= n;
}

const expected = [
  ['open', '10.5555/article', '10.5555/preprint'],
  ['open', '10.5555/article', 'work-1'],
  ['open', '10.5555/preprint', '10.5555/statement'],
];

test('finds what the writes have not found, in data without blocks, once', async () => {
  await store();
  await forget();
  expect(await pairs()).toEqual([]);
  expect(await run()).toMatchObject({ records: 5, proposed: 3, withdrawn: 0, complete: true });
  expect(await pairs()).toEqual(expected);
  const once = await allItems();
  expect(await run()).toMatchObject({ proposed: 0, withdrawn: 0, complete: true });
  expect(await allItems()).toEqual(once);
});

test('keeps decisions, and withdraws what is no pair any more', async () => {
  await store();
  await run();
  const { duplicates } = (await listDuplicates('?record=10.5555/statement')).body;
  await decide(duplicates[0].id, { decision: 'different' });
  // Written by code that does not look for pairs.
  const [record] = (await allItems()).filter(({ sk }) => sk === '10.5555/preprint');
  await putItem({
    ...(record as unknown as Key),
    deleted_at: '2026-01-01T00:00:00.000Z',
    changed: Date.now(),
  } as never);
  await fetchPublication('10.5555/article', { fields: { title: 'Quite another title than the one it had before' } });
  await run();
  expect((await pairs()).map(([status]: string[]) => status)).toEqual(['different', 'obsolete', 'obsolete']);
});

test('is continued after it was killed at any call, and after its deadline', async () => {
  await store();
  await forget();
  expect(await run(0)).toMatchObject({ proposed: 0, complete: false });
  for (let n = 1; await killedAtWrite(n); n++) expect(n).toBeLessThan(20);
  expect(await pairs()).toEqual(expected);
});

test('beside another one, and beside an ingestion, makes each pair once', async () => {
  await store();
  await forget();
  await Promise.all([run(), run(), fetchPublication('10.5555/article', { fields: { volume: '7' } })]);
  expect(await pairs()).toEqual(expected);
});

test('reads records of new and of lost pairs only', async () => {
  await store();
  await run();
  const sent: string[] = [];
  jest.spyOn(db, 'send').mockImplementation(((command: object) => {
    sent.push(JSON.stringify(command));
    return send(command);
  }) as never);
  await run();
  const read = sent.flatMap((command) => command.match(/PUB#10[^"]+/g) ?? []);
  // These two differ in the journal, which rows do not have.
  expect(new Set(read)).toEqual(new Set(['PUB#10.5555/article', 'PUB#10.5555/statement']));
});

test('a pair that cannot be stored keeps no other pair from being proposed, and is tried again after a pause', async () => {
  await store();
  await forget();
  const isBad = (command: object) => command instanceof TransactWriteCommand && JSON.stringify(command).includes(bad);
  const bad = pairId({ kind: 'publication', id: '10.5555/article' }, { kind: 'work', id: 'work-1' });
  const failing = () =>
    jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
      if (isBad(command)) throw new Error('It cannot be stored');
      return send(command);
    }) as never);
  failing();
  await expect(run()).rejects.toThrow(
    `1 records failed and are tried again later. pair ${bad}: Error: It cannot be stored`,
  );
  expect(await pairs()).toEqual([expected[0], expected[2]]);
  jest.restoreAllMocks();
  expect(await run()).toMatchObject({ proposed: 0, complete: true });
  const inTwoHours = new Date(Date.now() + 2 * 3_600_000);
  expect(await findAllDuplicates({ now: inTwoHours, deadlineMs: Number.POSITIVE_INFINITY })).toMatchObject({
    proposed: 1,
  });
  expect(await pairs()).toEqual(expected);
  expect((await allItems()).filter(({ pk }) => pk === 'PASS#duplicates')).toEqual([]);
});
