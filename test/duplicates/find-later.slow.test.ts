import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { changePublication } from '#src/curation/change-publication.ts';
import * as later from '#src/duplicates/find-later.ts';
import { getPair, pairId } from '#src/duplicates/store/pairs.ts';
import { getPublication, getPublications, savePublication } from '#src/records/publications/store/publications.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { partitions } from '#src/table/keys.ts';
import { db } from '#src/table/table.ts';
import { job } from '../../lambdas/background/relate-publications.ts';
import { syntheticPublication } from '../../local/data/synthetic.ts';
import { dyingAt, send } from '../support/crash.ts';
import { changeMany, editMany } from '../support/curation.ts';
import { fetchPublication } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';
import { allItems } from '../support/table.ts';

captureLog();
const [article, preprint] = ['10.5555/article', '10.5555/preprint'];
const pair = pairId({ kind: 'publication', id: article }, { kind: 'publication', id: preprint });
const others = Array.from({ length: 49 }, (_, index) => syntheticPublication(index, 49));
/** More than a request compares itself. */
const many = [article, preprint, ...others.map(({ doi }) => doi)];

const compareRemaining = underRole(job, later.compareRemaining);
const runJob = (afterMs = 61_000) => compareRemaining(new Date(Date.now() + afterMs), Number.POSITIVE_INFINITY);
const statusOfPair = async () => (await getPair(pair))?.status;
const notes = async () => (await allItems()).filter(({ pk }) => pk === partitions.uncompared);

const storePreprint = () =>
  fetchPublication(preprint, { fields: { publication_type: 'posted-content', container_title: null } });
const storeArticle = () => fetchPublication(article);

beforeEach(() => freshTable());
afterEach(() => void jest.restoreAllMocks());

/** The calls of the table by their kind. */
async function callsOf(run: () => Promise<unknown>): Promise<Record<string, number>> {
  const calls: Record<string, number> = {};
  const spy = jest.spyOn(db, 'send').mockImplementation(((command: object) => {
    calls[command.constructor.name] = (calls[command.constructor.name] ?? 0) + 1;
    return send(command);
  }) as never);
  await run();
  spy.mockRestore();
  return calls;
}

describe('a change of many publications', () => {
  beforeEach(async () => {
    await inParallel(others, 10, (record) => savePublication(record, undefined, []));
    await storePreprint();
    await storeArticle();
    expect(await statusOfPair()).toBe('open');
  });

  test('reads no blocks: the job withdraws the pairs of deleted ones, and finds those of restored ones again', async () => {
    const only = { BatchGetCommand: 1, PutCommand: 1, TransactWriteCommand: many.length };
    expect(await callsOf(() => changeMany(many, 'delete'))).toEqual(only);
    await runJob(30_000);
    expect(await statusOfPair()).toBe('open');
    await runJob();
    expect(await statusOfPair()).toBe('obsolete');
    expect(await notes()).toEqual([]);
    expect(await callsOf(() => changeMany(many, 'restore'))).toEqual(only);
    await runJob();
    expect(await statusOfPair()).toBe('open');
    expect(await notes()).toEqual([]);
  });

  test('leaves nothing to the job if nothing that is compared has changed', async () => {
    const hide = () => editMany(many, [{ op: 'replace', path: '/visible', value: false }]);
    const unwritten = { BatchGetCommand: 1, PutCommand: 1, DeleteCommand: 1 };
    expect(await callsOf(hide)).toEqual({ ...unwritten, TransactWriteCommand: many.length });
    expect(await callsOf(hide)).toEqual(unwritten);
    expect(await callsOf(() => changeMany(many, 'restore'))).toEqual(unwritten);
    expect(await notes()).toEqual([]);
    await changeMany(many.slice(1), 'delete');
    await changeMany(many, 'restore');
    expect(await notes()).toMatchObject([{ dois: expect.not.arrayContaining([article]) }]);
  });
});

describe('killed, repeated or at once', () => {
  /** Deletes or restores publications as a change of many does. */
  const change = (dois: readonly string[], isDeleted: boolean) =>
    later.comparingLater(dois, async (compareLater) => {
      const curator = { workspace: 'primary_entity', actor: null, now: new Date() };
      for (const record of (await getPublications([...dois])).values())
        await changePublication(record, () => ({ deleted: isDeleted }), curator, compareLater);
    });
  const areThere = async () =>
    (await Promise.all([article, preprint].map(getPublication))).every((record) => record?.deleted_at === null);
  const expectTrue = async () => expect(await statusOfPair()).toBe((await areThere()) ? 'open' : 'obsolete');

  test.each([true, false])(
    'a change killed between any two calls is compared by the job: deletion %s',
    async (isDeleted) => {
      await storePreprint();
      await storeArticle();
      await change([article, preprint], !isDeleted);
      await runJob();
      for (let n = 1, died = true; died; n++) {
        died = await dyingAt(n, () => change([article, preprint], isDeleted));
        await runJob();
        await expectTrue();
        expect(await notes()).toEqual([]);
        expect(n).toBeLessThan(10);
      }
      expect(await areThere()).toBe(!isDeleted);
    },
  );

  test('a job killed between any two calls is finished by the next one, or by two at once', async () => {
    await storePreprint();
    await storeArticle();
    for (const isDeleted of [true, false]) {
      await change([article, preprint], isDeleted);
      for (let n = 1, died = true; died; n++) {
        died = await dyingAt(n, runJob);
        expect(died || (await notes()).length === 0).toBe(true);
        expect(n).toBeLessThan(60);
      }
      await change([article], !isDeleted);
      await change([article], isDeleted);
      await Promise.all([runJob(), runJob()]);
      await expectTrue();
      expect(await notes()).toEqual([]);
    }
  });

  test('of a restored publication and one that is stored meanwhile, one sees the other', async () => {
    await storePreprint();
    await change([preprint], true);
    await runJob();
    await Promise.all([change([preprint], false), storeArticle()]);
    await runJob();
    expect(await statusOfPair()).toBe('open');
  });

  test('one that cannot be compared keeps no other from it', async () => {
    await storePreprint();
    await storeArticle();
    await change(['10.5555/broken', article, preprint], true);
    jest.spyOn(db, 'send').mockImplementation((async (command: { input: object }) => {
      if (JSON.stringify(command.input).includes('PUB#10.5555/article')) throw new Error('broken');
      return send(command);
    }) as never);
    await runJob();
    jest.restoreAllMocks();
    expect(await statusOfPair()).toBe('obsolete');
    expect(await notes()).toEqual([]);
  });
});
