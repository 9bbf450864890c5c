import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { savePair } from '#src/duplicates/store/pairs.ts';
import { userShape } from '#src/identity/domain/user.ts';
import { getInstallation } from '#src/identity/store/installations.ts';
import { propose } from '#src/ingestion/proposals/store/proposals.ts';
import { listJobs, rewriteJobRow } from '#src/ingestion/store/job-list.ts';
import { backfill } from '#src/operations/backfill/backfill.ts';
import { type Part, parts } from '#src/operations/backfill/parts.ts';
import { type ComparedRecord, newPair, recordName } from '#src/records/likeness/pair.ts';
import { PublicationRecord } from '#src/records/publications/publication.ts';
import { publicationShape } from '#src/records/publications/row.ts';
import { decompress } from '#src/records/publications/store/compressed.ts';
import { publicationItem, publicationRow } from '#src/records/publications/store/items.ts';
import { getPublication, touchPublication } from '#src/records/publications/store/publications.ts';
import { restampRow } from '#src/records/store/list-rows.ts';
import { keys, partitions } from '#src/table/keys.ts';
import { readPass } from '#src/table/passes/stored-pass.ts';
import { db, getItem, type Item, type Key, transact, updateExpression } from '#src/table/table.ts';
import * as backfillRecords from '../../lambdas/background/backfill-records.ts';
import { aQuestion, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { rowAsRead } from '../support/list-rows.ts';
import { captureLog } from '../support/log.ts';
import { curatePublication } from '../support/publicity.ts';
import { outsideRole, underRole, withGrants } from '../support/roles.ts';
import { loadTable, wholeVersions } from '../support/stored-data.ts';
import { isOutdated } from '../support/stored-kinds.ts';
import { allItems, putItems } from '../support/table.ts';

const { job } = backfillRecords;
const handler = underRole(job, backfillRecords.handler);

const lines = captureLog();
const [oldest = ''] = wholeVersions;
const hourMs = 60 * 60_000;
const now = new Date();
const later = (ms: number) => new Date(now.getTime() + ms);
const farOff = () => Date.now() + hourMs;
const run = (at = now, given: readonly Part[] = parts) =>
  withGrants(job.grants, () => backfill(given, { now: at, deadlineMs: farOff() }));
/** For tests of one kind of record; all parts together take hundreds of calls. */
const runParts = (name: RegExp) =>
  run(
    now,
    parts.filter((part) => name.test(part.name)),
  );

/** The real calls, which `jest.spyOn` wraps. */
const send = db.send.bind(db) as (command: object) => Promise<unknown>;
type Decide = (
  real: () => Promise<unknown>,
  command: { constructor: { name: string }; input: object },
) => Promise<unknown>;
function watch(decide: Decide) {
  return jest
    .spyOn(db, 'send')
    .mockImplementation(((command: Parameters<Decide>[1]) => decide(() => send(command), command)) as never);
}

beforeEach(async () => {
  await freshTable();
  await loadTable(oldest);
});
afterEach(() => void jest.restoreAllMocks());

const torn = '10.5555/jcp.2021.9';

async function outdated(): Promise<string[]> {
  return (await allItems()).filter(isOutdated).map(({ pk, sk }) => `${pk} ${sk}`);
}

/** The rows of the list of jobs are new and are derived from the jobs. */
const isJobRow = ({ pk }: Item) => String(pk).startsWith('INGESTIONS#');

/** Every item by key, without what a rewrite changes: shape number, version, write time. */
async function content(): Promise<Record<string, object>> {
  const isOwn = ({ pk }: Item) =>
    pk !== keys.passPartition('backfill') && !String(pk).startsWith(partitions['duplicate-links']);
  const items = (await allItems()).filter((item) => isOwn(item) && !isJobRow(item));
  const named = items.map((item): [string, object] => [`${item.pk} ${item.sk}`, withoutMarks(item)]);
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Without what a rewrite adds: the blocks for finding duplicates. */
function withoutMarks({ body, shape: _, version: __, changed: ___, blocks: ____, ...item }: Item): object {
  if (item.kind === 'publication') {
    const { version: _____, blocks: ______, ...record } = PublicationRecord.parse(decompress(body));
    // A fetch time stored beside the body moves into the body.
    return { ...record, ...item, last_fetched_at: item.last_fetched_at ?? record.last_fetched_at };
  }
  const { installation } = item as { installation?: object };
  return {
    ...item,
    ...(installation && { installation: { ...installation, version: 0 } }),
    ...(body !== undefined && { body }),
  };
}

const asRead = (item: Item): Item => (/^LIST#PUB#\d/.test(String(item.pk)) ? rowAsRead(item) : item);

/** All stored values are unchanged; fields of a newer shape may be added. */
async function expectSame(before: Record<string, object>): Promise<void> {
  const after = Object.fromEntries(Object.entries(await content()).map(([key, item]) => [key, asRead(item as Item)]));
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect(after).toMatchObject(before);
}

describe('records of an older version', () => {
  test('are brought to the current shape, and say nothing else than before', async () => {
    const before = await content();
    // Rows are rewritten with their records; those of pairs and questions have none.
    const records = (await outdated()).filter((name) => / RECORD$|^LIST#(DUPLICATE|PROPOSAL)#/.test(name));
    expect(records.length).toBeGreaterThan(20);
    await run();
    expect(await outdated()).toEqual([]);
    await expectSame(before);
    const finished = { RecordsRewritten: records.length, unfinishedParts: parts.length };
    expect(lines).toContainEqual(expect.objectContaining(finished));
  });

  test('cost one read when there are none left, an hour later, after a second pass', async () => {
    await run();
    await run(later(hourMs - 1));
    const calls: string[] = [];
    watch((real, { constructor: { name } }) => {
      calls.push(name);
      return real();
    });
    await run(later(hourMs - 1));
    expect(calls).toEqual(['QueryCommand']);
    await run(later(hourMs));
    calls.length = 0;
    await run(later(hourMs));
    expect(calls).toEqual(['QueryCommand']);
  });

  test('that are jobs get their rows in the list of jobs, also if nothing but the person or the activity log leads there', async () => {
    const jobs = (await allItems()).filter(({ pk, sk }) => /^JOB#/.test(`${pk}`) && sk === 'RECORD');
    const pointers = (await allItems()).filter(({ pk, sk }) => /^PERSON#/.test(`${pk}`) && sk === 'JOB');
    expect(pointers.length).toBeLessThan(jobs.length);
    await run();
    const all = { statuses: [], orcid: null };
    const listed = await listJobs(all, { offset: 0, limit: 100 }, now);
    expect(listed.jobs.map(({ job_id }) => job_id).sort()).toEqual(jobs.map(({ job_id }) => job_id).sort());
    for (const { pk, sk } of (await allItems()).filter((item) => isJobRow(item) || /^ACTIVITY#/.test(`${item.pk}`))) {
      await transact([{ Delete: { Key: { pk, sk } as Key } }]);
    }
    // A function of the previous version ended a job after its row was written.
    const [latest] = pointers;
    await rewriteJobRow(String(latest?.job_id));
    const status = { '#status': 'status' };
    const Key = keys.job(String(latest?.job_id));
    const values = { ':failed': 'failed' };
    await transact([
      {
        Update: {
          Key,
          UpdateExpression: 'SET #status = :failed',
          ExpressionAttributeNames: status,
          ExpressionAttributeValues: values,
        },
      },
    ]);
    await run(later(hourMs));
    const left = await listJobs(all, { offset: 0, limit: 100 }, now);
    expect(left.jobs.map(({ job_id }) => job_id).sort()).toEqual(pointers.map(({ job_id }) => job_id).sort());
    expect((await listJobs({ ...all, statuses: ['failed'] }, { offset: 0, limit: 1 }, now)).total).toBe(1);
  });

  test('that old functions wrote during the deployment are found by the second pass', async () => {
    await run();
    const key = keys.projectRow('kilns-2026');
    for (const each of [key, keys.project('kilns-2026')]) {
      await transact([{ Update: { Key: each, UpdateExpression: 'REMOVE shape' } }]);
    }
    await run(later(hourMs));
    expect(await outdated()).toEqual([]);
    expect([...(await readPass('backfill')).progress.values()].every(({ rounds }) => rounds === 2)).toBe(true);
  });

  test('whose list row is behind get the row they should have', async () => {
    const record = await getPublication(torn);
    // A worker was killed between the two writes of a fetch.
    await transact([
      {
        Update: {
          Key: keys.publicationRow(torn),
          UpdateExpression: 'SET last_fetched_at = :earlier',
          ExpressionAttributeValues: { ':earlier': Number(record?.last_fetched_at) - 1 },
        },
      },
    ]);
    await runParts(/^PUB#/);
    expect(await getItem(keys.publicationRow(torn))).toMatchObject({ last_fetched_at: record?.last_fetched_at });
  });

  test('of an installation with more parts than a transaction holds are rewritten in several', async () => {
    const [id = ''] = (await allItems()).flatMap(({ pk, sk, id }) =>
      /^INSTALLATION#/.test(`${pk}`) && sk === 'RECORD' ? [String(id)] : [],
    );
    const before = await getInstallation(id);
    const [credential] = before?.credentials ?? [];
    const added = Array.from({ length: 170 }, (_, n) => {
      const hash = `hash-${n}`;
      return { ...credential, ...keys.credential(id, hash), hash, id: `credential-${n}`, active: false };
    });
    await putItems(added);
    const held = await getInstallation(id);
    expect((await outdated()).filter((key) => key.startsWith('INSTALLATION#')).length).toBeGreaterThanOrEqual(170);
    await runParts(/^installations$/);
    expect((await outdated()).filter((key) => key.startsWith('INSTALLATION#'))).toEqual([]);
    const after = await getInstallation(id);
    expect(after).toEqual({
      ...held,
      installation: { ...held?.installation, version: Number(held?.installation.version) + 3 },
    });
  });

  test('of a user who is being made, bound or deleted meanwhile keep those marks', async () => {
    const email = 'second@example.org';
    const marks = { making: 'attempt', making_until: 1, deleting: true, subject: 'somebody' };
    const { UpdateExpression, ...names } = updateExpression(marks);
    await transact([{ Update: { Key: keys.user(email), UpdateExpression, ...names } }]);
    await runParts(/^users$/);
    expect(await getItem(keys.user(email))).toMatchObject({ ...marks, shape: userShape });
  });

  test('that were withdrawn are told to copies again, also those whose row had to be told of late', async () => {
    const doi = '10.5555/icp.2022.31';
    const key = keys.publicationRow(doi);
    await curatePublication(doi, { visible: false });
    await transact([{ Update: { Key: keys.publication(doi), UpdateExpression: 'REMOVE shape' } }]);
    await transact([{ Update: { Key: key, UpdateExpression: 'REMOVE shape' } }]);
    const hidden = await getItem(key);
    await restampRow('PUB', doi, { changed: Number(hidden?.changed), withdrawn_at: Number(hidden?.withdrawn_at) });
    const restamped = await getItem(key);
    await runParts(/^PUB#/);
    const after = await getItem(key);
    expect(Number(after?.withdrawn_at)).toBeGreaterThanOrEqual(Number(restamped?.withdrawn_at));
    expect(await getPublication(doi)).toMatchObject({ visible: false, withdrawn_at: after?.withdrawn_at });
  });

  test('leave the blocks of an older comparison, and are noted if a newer rule makes them a part of another', async () => {
    const figure = '10.1371/journal.pone.0000001.g001';
    const record = await getPublication('10.5555/icp.2022.31');
    if (!record) throw new Error('The data has no such publication');
    const old = { ...record, doi: figure, blocks: { keys: ['older'], digest: 'older' } };
    const { shape: _, ...item } = publicationItem(old);
    const { shape: __, ...row } = publicationRow(old) as ReturnType<typeof publicationRow> & { shape: number };
    const copy = keys.duplicateBlock('older', recordName({ kind: 'publication', id: figure }));
    await putItems([item, { ...row, changed: 1 }, copy]);
    await runParts(/^PUB#/);
    expect(await getItem(copy)).toBeUndefined();
    expect(await getItem(keys.relating(figure))).toMatchObject({ doi: figure });
  });

  test('that are pairs of duplicates or proposals are rewritten with the links to them', async () => {
    const records = ['10.5555/one', '10.5555/other'].map((id) => ({ kind: 'publication' as const, id }));
    const likeness = { score: 80, reasons: ['same_title' as const] };
    await savePair(newPair('pair', records as [ComparedRecord, ComparedRecord], likeness, now), undefined);
    await propose('proposal', aQuestion(), now);
    const written = [keys.duplicatePair('pair'), keys.proposal('proposal')];
    const before = await Promise.all(written.map((key) => getItem(key)));
    for (const Key of written) await transact([{ Update: { Key, UpdateExpression: 'REMOVE shape' } }]);
    const links = [keys.duplicateLink('publication:10.5555/one', 'pair'), keys.proposalOf(carberry, 'proposal')];
    for (const Key of links) await transact([{ Delete: { Key } }]);
    await runParts(/^(DUPLICATE|PROPOSAL)#/);
    const after = await Promise.all(written.map((key) => getItem(key)));
    expect(after).toEqual(before.map((item) => ({ ...item, version: 2, changed: expect.any(Number) })));
    expect(await Promise.all(links.map((key) => getItem(key)))).toEqual([
      { ...links[0], other: 'publication:10.5555/other', status: 'open', score: 80 },
      { ...links[1], kind: 'unlink', status: 'open' },
    ]);
  });

  test('are found by lists and copies as changed', async () => {
    const key = keys.publicationRow('10.5555/icp.2022.31');
    const before = await getItem(key);
    const startedAtMs = Date.now();
    await runParts(/^PUB#/);
    const after = await getItem(key);
    expect(rowAsRead(after)).toMatchObject({ ...before, shape: publicationShape, changed: expect.any(Number) });
    expect(Number(after?.changed)).toBeGreaterThanOrEqual(startedAtMs);
  });

  test('cost two reads and a transaction each, and two calls a page', async () => {
    const calls = new Map<string, number>();
    watch((real, { constructor: { name } }) => {
      calls.set(name, (calls.get(name) ?? 0) + 1);
      return real();
    });
    const lists = parts.filter(({ name }) => /^(PUB|WORK|PERSON|PROJECT)#/.test(name));
    await run(now, lists);
    // Publications, works, people and projects. Nothing is written for the one that is merged.
    const records = 13 + 3 + 4 + 4;
    expect(Object.fromEntries(calls)).toEqual({
      QueryCommand: lists.length + 1,
      UpdateCommand: lists.length,
      // The row, too, which may keep the time of its last change.
      GetCommand: 2 * records + 1,
      TransactWriteCommand: records,
    });
  });

  test('an ingestion that finds nothing new writes a publication of an older shape as a whole', async () => {
    const doi = '10.5555/jcp.2021.9';
    const record = await getPublication(doi);
    if (!record) throw new Error('The data has no such publication');
    expect(await touchPublication(record, now)).toBe(true);
    for (const key of [keys.publication(doi), keys.publicationRow(doi)]) {
      expect(await getItem(key)).toMatchObject({ shape: publicationShape });
    }
    expect(await getPublication(doi)).toEqual({
      ...record,
      blocks: expect.objectContaining({ keys: expect.any(Array) }),
      last_fetched_at: now.getTime(),
      version: record.version + 1,
    });
    expect(await touchPublication(record, now)).toBe(false);
  });
});

describe('a run', () => {
  test('that is killed between any two calls is taken up by the next', async () => {
    const expected = await content();
    for (let calls = 0; ; calls++) {
      let left = calls;
      const killed = new Error('killed');
      const watched = watch((real) => (left-- > 0 ? real() : Promise.reject(killed)));
      const outcome = await backfill(parts, { now, deadlineMs: farOff() }).catch((error: unknown) => error);
      watched.mockRestore();
      if (outcome === undefined) break;
      // The next attempt starts from the table that this one left, and gets one call further.
      if (calls % 7 === 0) await expectSame(expected);
    }
    expect(await outdated()).toEqual([]);
    await expectSame(expected);
  });

  test('beside another does no harm, and both together write no record twice', async () => {
    const expected = await content();
    let transactions = 0;
    watch((real, { constructor: { name } }) => {
      if (name === 'TransactWriteCommand') transactions += 1;
      return real();
    });
    await Promise.all([run(), run(), run()]);
    expect(await outdated()).toEqual([]);
    await expectSame(expected);
    const records = (await allItems()).filter(({ kind }) => kind === 'publication');
    const before = new Map((await versions(oldest)).map(({ doi, version }) => [doi, version]));
    for (const { doi, version } of records) expect(version).toBe(Number(before.get(doi)) + 1);
    expect(transactions).toBeLessThan(3 * 40);
  });

  test('ends at its deadline and goes on from there', async () => {
    await backfill(parts, { now, deadlineMs: Date.now() - 1 });
    expect((await readPass('backfill')).progress.size).toBe(0);
    const left = (await outdated()).length;
    const rewritten: string[] = [];
    let clock = jest.spyOn(Date, 'now');
    const slow = parts.map((part) => ({
      ...part,
      rewrite: async (id: string) => {
        rewritten.push(id);
        if (rewritten.length === 9) clock = jest.spyOn(Date, 'now').mockReturnValue(farOff() + hourMs);
        return part.rewrite(id);
      },
    }));
    await run(now, slow);
    clock.mockRestore();
    expect(rewritten.length).toBeLessThan(14);
    expect((await outdated()).length).toBeLessThan(left);
    await run();
    expect(await outdated()).toEqual([]);
  });

  test('against writers loses nothing of what they write, and brings back nothing they delete', async () => {
    const [hidden, deleted, project] = [torn, '10.5555/icp.2022.31', 'sherd-atlas'];
    const remove = (...all: Key[]) => transact(all.map((Key) => ({ Delete: { Key } })));
    /** A concurrent change between the read and the write of a record. */
    const others = new Map<string, () => Promise<unknown>>([
      [keys.publication(hidden).pk, () => curatePublication(hidden, { visible: false })],
      [keys.publication(deleted).pk, () => remove(keys.publication(deleted), keys.publicationRow(deleted))],
      [keys.project(project).pk, () => remove(keys.project(project), keys.projectRow(project))],
    ]);
    watch(async (real, { constructor: { name }, input }) => {
      const written = name === 'TransactWriteCommand' ? JSON.stringify(input) : '';
      const [pk] = [...others.keys()].filter((each) => written.includes(`"${each}"`));
      const other = pk === undefined ? undefined : others.get(pk);
      if (pk) others.delete(pk);
      await outsideRole(async () => other?.());
      return real();
    });
    await run();
    expect(others.size).toBe(0);
    expect(await getPublication(hidden)).toMatchObject({ visible: false });
    expect(await getItem(keys.publicationRow(hidden))).toMatchObject({ visible: false, shape: publicationShape });
    for (const key of [keys.publication(deleted), keys.project(project)]) expect(await getItem(key)).toBeUndefined();
    for (const key of [keys.publicationRow(deleted), keys.projectRow(project)]) {
      expect(await getItem(key)).toBeUndefined();
    }
    expect(await outdated()).toEqual([]);
  });

  test('that meets a record it cannot write does all others, fails, and tries again the next time', async () => {
    const broken = parts.map((part) => ({
      ...part,
      rewrite: (id: string) => (id === '10.5555/jcp.2021.9' ? Promise.reject(new Error('broken')) : part.rewrite(id)),
    }));
    await expect(run(now, broken)).rejects.toThrow(
      '1 records failed and are tried again later. PUB#4 10.5555/jcp.2021.9: Error: broken',
    );
    expect(await outdated()).toEqual(
      expect.arrayContaining(['PUB#10.5555/jcp.2021.9 RECORD', 'LIST#PUB#04 10.5555/jcp.2021.9']),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'Record failed', pass: 'backfill', id: '10.5555/jcp.2021.9' }),
    );
    // It waits, and does not fail the next run.
    await run(now, broken);
    await run(later(hourMs));
    expect(await outdated()).toEqual([]);
  });
});

describe('a deployment', () => {
  const newer = parts.map((part) => ({ ...part, shape: part.shape + 1 }));
  /** The progress of all parts: how far their shape is above the code's, and their number of rounds. */
  async function stand(): Promise<Set<string>> {
    const { progress } = await readPass('backfill');
    return new Set(
      parts.map(({ name, shape }) => {
        const part = progress.get(name);
        return part ? `+${Number.parseInt(part.target, 10) - shape}, ${part.rounds} rounds` : 'not begun';
      }),
    );
  }

  test('of a newer shape starts over, and so does one that takes it back', async () => {
    expect(await stand()).toEqual(new Set(['not begun']));
    await run();
    await run(later(hourMs));
    expect(await stand()).toEqual(new Set(['+0, 2 rounds']));
    await run(later(2 * hourMs), newer);
    expect(await stand()).toEqual(new Set(['+1, 1 rounds']));
    await run(later(3 * hourMs));
    expect(await stand()).toEqual(new Set(['+0, 1 rounds']));
  });

  test('has every part under a name of its own', () => {
    expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
  });

  test('has a job that does all this within its time', async () => {
    await handler({});
    expect(await outdated()).toEqual([]);
    expect(job.timeoutSeconds).toBeLessThan(job.trigger.everyMinutes * 60);
  });
});

async function versions(version: string): Promise<{ doi: unknown; version: number }[]> {
  await freshTable();
  await loadTable(version);
  const items = (await allItems()).filter(({ kind }) => kind === 'publication');
  return items.map((item) => ({ doi: item.doi, version: Number(item.version) }));
}
