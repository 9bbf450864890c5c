import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { updateWorkPairs } from '#src/duplicates/find.ts';
import { existingDoi } from '#src/ingestion/identify.ts';
import { publicationItem, publicationRow } from '#src/records/publications/store/items.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { getWork, saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { collections, keys } from '#src/table/keys.ts';
import { db, putItem } from '#src/table/table.ts';
import * as doiRoute from '../../lambdas/consumer/publications/get.ts';
import * as publicList from '../../lambdas/consumer/publications/list.ts';
import * as curatedList from '../../lambdas/dashboard/publications/list.ts';
import * as stats from '../../lambdas/dashboard/publications/stats.ts';
import * as changesRoute from '../../lambdas/integrations/changes/list.ts';
import { aSummary, carberry, lovelace } from '../support/builders.ts';
import { dyingAt, send } from '../support/crash.ts';
import { deletePublication, getDetail, listEdits, set } from '../support/curation.ts';
import { decide, fetchPublication, getDuplicate, listDuplicates, teapots } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call, sessionOf } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { allItems, events } from '../support/table.ts';

captureLog();
const [article, preprint] = ['10.5555/article', '10.5555/preprint'];
const authorizer = sessionOf('workspace_member');

/** Lists in memory outlive a table. A new epoch makes them read the next one from the start. */
let epoch = 0;
beforeEach(async () => {
  await freshTable();
  epoch += 1;
  for (const collection of collections) await putItem({ ...keys.listEpoch(collection), epoch, changed: Date.now() });
});
afterEach(() => void jest.restoreAllMocks());

/** An article and its preprint, and the id of their pair. */
async function storePair(): Promise<string> {
  await fetchPublication(preprint, {
    fields: { publication_type: 'posted-content', container_title: null },
    orcids: [lovelace],
    dois: [preprint, '10.5555/preprint.alias'],
  });
  await fetchPublication(article, { orcids: [carberry] });
  return openPair();
}

async function openPair(): Promise<string> {
  const { duplicates } = (await listDuplicates()).body;
  if (duplicates.length !== 1) throw new Error(`There are ${duplicates.length} open pairs`);
  return duplicates[0].id;
}

const stored = async (doi: string) => {
  const record = await getPublication(doi);
  if (!record) throw new Error('no publication');
  return record;
};

/** The content of a record, without what every write changes. */
const contentOf = async (doi: string) => ({ ...(await stored(doi)), version: 0 });

const idsIn = async (query = '') =>
  (await call(curatedList, { url: `/api/publications${query}`, authorizer })).body.publications.map(
    ({ id }: { id: string }) => id,
  );
const publicDois = async () =>
  (await call(publicList, { url: '/v1/publications' })).body.publications.map(({ doi }: { doi: string }) => doi).sort();
/** The changes of a list after a cursor. */
async function changes(
  cursor = '',
  list = 'publications',
): Promise<{ changes: { id: string; type: string }[]; cursor: string }> {
  const url = `/integrations/v1/changes?list=${list}${cursor && `&cursor=${cursor}`}`;
  const credential = { ...authorizerOf(changesRoute.route.auth), scopes: `${list}.read` };
  return (await call(changesRoute, { url, authorizer: credential })).body;
}

/** Expectations for two merged publications, in every place. */
async function expectMerged(kept: string, other: string): Promise<void> {
  for (const doi of [kept, other]) {
    expect((await stored(doi)).doi).toBe(kept);
    expect((await getDetail(doi)).body.id).toBe(kept);
    expect((await call(doiRoute, { url: `/v1/doi/${doi}` })).body.doi).toBe(kept);
    expect(await existingDoi([doi])).toBe(kept);
  }
  expect((await stored(kept)).aliases).toContain(other);
  expect(await publicDois()).toEqual([kept]);
  expect(await idsIn('?status=all')).toEqual([kept]);
  expect((await call(stats, { url: '/api/publications/stats', authorizer })).body.total_publications).toBe(1);
}

/** Expectations for two publications that are not merged. */
async function expectApart(): Promise<void> {
  for (const doi of [article, preprint]) {
    expect((await stored(doi)).doi).toBe(doi);
    expect(await existingDoi([doi])).toBe(doi);
  }
  expect((await stored('10.5555/preprint.alias')).doi).toBe(preprint);
  expect((await stored(article)).aliases).toEqual([]);
  expect(await publicDois()).toEqual([article, preprint]);
}

describe('the queue', () => {
  test('a pair is proposed as the second publication is stored, with what tells the two apart', async () => {
    const id = await storePair();
    const { body, headers } = await getDuplicate(id);
    expect(body).toMatchObject({
      status: 'open',
      score: 90,
      reasons: ['same_title', 'same_authors', 'same_year', 'preprint'],
      kept: null,
      records: [
        { kind: 'publication', id: article, publication_type: 'journal-article', researcher_orcids: [carberry] },
        {
          kind: 'publication',
          id: preprint,
          publication_type: 'posted-content',
          authors: ['Josiah Carberry', 'Ada Lovelace'],
        },
      ],
    });
    expect(headers.etag).toMatch(/^"1-/);
    expect((await getDuplicate('unknown')).status).toBe(404);
    expect((await getDuplicate('x'.repeat(3_000))).status).toBe(404);
  });

  test('is paged, sorted by score, and filtered by status, kind and record', async () => {
    await storePair();
    await fetchPublication('10.5555/again', { fields: { publication_date: '2021', publication_year: 2021 } });
    const { body } = await listDuplicates('?perPage=2');
    expect(body).toMatchObject({
      page: 1,
      per_page: 2,
      total: 3,
      pages: 2,
      sort: 'score',
      dir: 'desc',
      status: 'open',
    });
    const scores = body.duplicates.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((one: number, other: number) => other - one));
    expect((await listDuplicates(`?record=${encodeURIComponent(preprint)}`)).body.total).toBe(2);
    expect((await listDuplicates('?kind=work')).body.total).toBe(0);
    expect((await listDuplicates('?status=merged')).body.total).toBe(0);
    expect((await listDuplicates('?status=sometimes')).status).toBe(400);
  });

  test('an edit that makes them different withdraws the pair; undoing it proposes it again', async () => {
    const id = await storePair();
    await set(article, '/title', 'Glazing of bowls in the late kingdom, and what it cost');
    expect((await getDuplicate(id)).body.status).toBe('obsolete');
    expect((await listDuplicates()).body.total).toBe(0);
    await set(article, '/title', teapots().title);
    expect((await getDuplicate(id)).body.status).toBe('open');
  });

  test('a deleted publication is in no open pair', async () => {
    const id = await storePair();
    await deletePublication(preprint);
    expect((await getDuplicate(id)).body.status).toBe('obsolete');
    expect((await decide(id, { decision: 'merge', keep: article })).status).toBe(409);
  });

  test('a failure to find pairs does not keep a publication from being stored', async () => {
    await fetchPublication(preprint);
    jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
      if (JSON.stringify(command).includes('DUPLICATE#BLOCK') && /Query|Statement/.test(command.constructor.name)) {
        throw new Error('broken');
      }
      return send(command);
    }) as never);
    await fetchPublication(article);
    jest.restoreAllMocks();
    expect((await stored(article)).doi).toBe(article);
    expect((await listDuplicates()).body.total).toBe(0);
  });

  test('of two that are stored at the same time, one finds the other', async () => {
    await Promise.all([fetchPublication(preprint), fetchPublication(article)]);
    expect((await listDuplicates()).body.total).toBe(1);
  });
});

describe('different', () => {
  test('is never proposed again, whatever is fetched or edited', async () => {
    const id = await storePair();
    expect((await decide(id, { decision: 'different' })).body).toMatchObject({ status: 'different', kept: null });
    await fetchPublication(article, { fields: { volume: '7', publication_date: '2021', publication_year: 2021 } });
    await set(preprint, '/title', 'Something else that has nothing to do with it');
    await set(preprint, '/title', teapots().title);
    expect((await listDuplicates()).body.total).toBe(0);
    expect((await getDuplicate(id)).body.status).toBe('different');
    expect((await decide(id, { decision: 'merge', keep: article })).status).toBe(409);
    expect((await decide(id, { decision: 'undo' })).body.status).toBe('open');
  });

  test('If-Match: only the version that was read; a decision made before is confirmed', async () => {
    const id = await storePair();
    const { etag = '' } = (await getDuplicate(id)).headers;
    expect((await decide(id, { decision: 'different' }, { 'If-Match': '"9-x"' })).status).toBe(412);
    expect((await decide(id, { decision: 'different' }, { 'If-Match': etag })).status).toBe(200);
    expect((await decide(id, { decision: 'different' }, { 'If-Match': etag })).status).toBe(200);
    expect((await decide(id, { decision: 'undo' }, { 'If-Match': etag })).status).toBe(412);
  });
});

describe('a merge', () => {
  test('keeps one publication everywhere, with the researchers, edits and DOIs of both', async () => {
    const id = await storePair();
    await set(article, '/data/publisher', 'Brown');
    await set(preprint, '/data/publisher', 'Green');
    await set(preprint, '/data/note', 'Read by all');
    await set(preprint, '/publication_type', 'report');
    const answer = await decide(id, { decision: 'merge', keep: `https://doi.org/${article.toUpperCase()}` });
    expect(answer).toMatchObject({ status: 200, body: { status: 'merged', kept: article } });
    await expectMerged(article, preprint);
    await expect(stored('10.5555/preprint.alias')).resolves.toMatchObject({ doi: article });
    const record = await stored(article);
    expect(record.edits).toEqual({ data: { publisher: 'Brown', note: 'Read by all' }, publication_type: 'report' });
    expect(record.researchers.map(({ orcid }) => orcid)).toEqual([carberry, lovelace]);
    expect(record.aliases).toEqual([preprint, '10.5555/preprint.alias']);
    const { edits } = (await listEdits(article)).body;
    expect(edits[0].changes.map(({ field }: { field: string }) => field).sort()).toEqual([
      '/data/note',
      '/publication_type',
    ]);
    const reported = (await events()).filter(({ event_type }) => event_type === 'publication.merged');
    expect(reported).toMatchObject([
      { resource_id: article, message: `Publication ${preprint} was merged into ${article}` },
    ]);
    expect((await listDuplicates()).body.total).toBe(0);
  });

  test('leaves a tombstone in the change feed that says where it went', async () => {
    const id = await storePair();
    const { cursor } = await changes();
    await decide(id, { decision: 'merge', keep: article });
    const since = (await changes(cursor)).changes;
    const tombstone = { type: 'removed', item: null, reason: 'merged', merged_into: article };
    expect(since.find((each) => each.id === preprint)).toMatchObject(tombstone);
    const upserted = { type: 'upserted', reason: null, merged_into: null };
    expect(since.find((each) => each.id === article)).toMatchObject(upserted);
    await set(article, '/visible', false);
    expect((await changes(cursor)).changes.find((each) => each.id === article)).toMatchObject({ reason: 'withdrawn' });
  });

  test('does not tell of a draft that something was merged into', async () => {
    await fetchPublication(preprint, { fields: { publication_type: 'posted-content', container_title: null } });
    const { cursor } = await changes();
    const record = await fetchPublication(article);
    // As if it had been stored hidden, so no row of it was ever public.
    await putItem({ ...publicationItem({ ...record, visible: false }), ...keys.publication(article) });
    await putItem({ ...publicationRow({ ...record, visible: false }), changed: Date.now() } as never);
    await decide(await openPair(), { decision: 'merge', keep: article });
    const [removed, ...others] = (await changes(cursor)).changes;
    expect(removed).toMatchObject({ id: preprint, type: 'removed', reason: 'withdrawn', merged_into: null });
    expect(others).toEqual([]);
  });

  test('survives refreshes of both DOIs', async () => {
    const id = await storePair();
    await decide(id, { decision: 'merge', keep: article });
    const kept = (await existingDoi([preprint])) ?? '';
    await fetchPublication(kept, { fields: { volume: '9' }, orcids: ['0009-9999-0000-0019'], dois: [preprint] });
    await expectMerged(article, preprint);
    const record = await stored(article);
    expect(record.original.volume).toBe('9');
    expect(record.researchers).toHaveLength(3);
    await expect(fetchPublication(preprint)).rejects.toThrow('renamed');
    await expectMerged(article, preprint);
  });

  test('keeps the version of record by default, as the pair suggests', async () => {
    const id = await storePair();
    expect((await getDuplicate(id)).body).toMatchObject({
      suggested_keep: article,
      suggested_keep_reason: 'not_a_preprint',
    });
    expect(await decide(id, { decision: 'merge' })).toMatchObject({ status: 200, body: { kept: article } });
    await expectMerged(article, preprint);
    expect(await decide(id, { decision: 'merge' })).toMatchObject({ status: 200, body: { kept: article } });
  });

  test('needs one of the two DOIs to keep, and nothing else', async () => {
    const id = await storePair();
    for (const body of [
      { decision: 'merge', keep: '10.5555/other' },
      { decision: 'merge', keep: 'nothing' },
      { decision: 'different', keep: article },
      { decision: 'maybe' },
    ]) {
      expect((await decide(id, body)).status).toBe(400);
    }
    await expectApart();
  });

  test('withdraws the other pairs of what is gone', async () => {
    await storePair();
    await fetchPublication('10.5555/deposit', {
      fields: { publication_type: 'posted-content', container_title: null },
    });
    expect((await listDuplicates()).body.total).toBe(3);
    const ofBoth = (await listDuplicates(`?record=${preprint}`)).body.duplicates.find(
      ({ records }: { records: { id: string }[] }) => records.some(({ id }) => id === article),
    );
    await decide(ofBoth.id, { decision: 'merge', keep: article });
    const left = (await listDuplicates()).body.duplicates;
    expect(left.map(({ records }: { records: { id: string }[] }) => records.map(({ id }) => id))).toEqual([
      [article, '10.5555/deposit'],
    ]);
  });

  test('of several, one after the other: every DOI leads to the last', async () => {
    const id = await storePair();
    await decide(id, { decision: 'merge', keep: article });
    await fetchPublication('10.5555/final');
    await decide(await openPair(), { decision: 'merge', keep: '10.5555/final' });
    for (const doi of [article, preprint, '10.5555/preprint.alias'])
      expect((await stored(doi)).doi).toBe('10.5555/final');
    expect(await existingDoi(['10.5555/preprint.alias'])).toBe('10.5555/final');
    expect((await decide(id, { decision: 'undo' })).status).toBe(409);
  });
});

describe('undoing a merge', () => {
  test('restores both as they were, and the feed tells it', async () => {
    const id = await storePair();
    await set(preprint, '/data/note', 'Read by all');
    const [one, other] = [await contentOf(article), await contentOf(preprint)];
    const { cursor } = await changes();
    await decide(id, { decision: 'merge', keep: article });
    expect((await decide(id, { decision: 'undo' })).body).toMatchObject({ status: 'open', kept: null });
    await expectApart();
    expect(await contentOf(preprint)).toEqual(other);
    expect(await contentOf(article)).toEqual({
      ...one,
      edit_count: 2,
      last_edited_at: expect.any(Number),
      alias_depth: 1,
      // The researcher of the preprint has left the article.
      withdrawn_at: expect.any(Number),
      left_orcids: [lovelace],
    });
    const told = (await changes(cursor)).changes.map(({ id: doi, type }) => [doi, type]).sort();
    expect(told).toEqual([
      [article, 'upserted'],
      [preprint, 'upserted'],
    ]);
    expect((await events()).map(({ event_type }) => event_type)).toContain('publication.unmerged');
    expect(await openPair()).toBe(id);
  });

  test('keeps what was edited since in the kept one', async () => {
    const id = await storePair();
    await set(preprint, '/data/note', 'Read by all');
    await decide(id, { decision: 'merge', keep: article });
    await set(article, '/data/note', 'Read again');
    await decide(id, { decision: 'undo' });
    expect((await stored(article)).edits.data).toEqual({ note: 'Read again' });
    expect((await stored(preprint)).edits.data).toEqual({ note: 'Read by all' });
  });

  test('tells copies of people who is not listed any more, because only the merge had made them public', async () => {
    await storePerson(lovelace, 'Ada', 'Lovelace');
    const id = await storePair();
    await set(preprint, '/visible', false);
    await decide(id, { decision: 'merge', keep: article });
    const { changes: merged, cursor } = await changes('', 'people');
    expect(merged).toContainEqual(expect.objectContaining({ id: lovelace, type: 'upserted' }));
    await decide(id, { decision: 'undo' });
    const { changes: undone } = await changes(cursor, 'people');
    expect(undone).toContainEqual(expect.objectContaining({ id: lovelace, type: 'removed' }));
  });

  test('a hidden one stays hidden, and its merge can be repeated the other way round', async () => {
    const id = await storePair();
    await set(preprint, '/visible', false);
    await decide(id, { decision: 'merge', keep: article });
    await decide(id, { decision: 'undo' });
    expect((await stored(preprint)).visible).toBe(false);
    expect(await publicDois()).toEqual([article]);
    await set(preprint, '/visible', true);
    await decide(id, { decision: 'merge', keep: preprint });
    await expectMerged(preprint, article);
  });
});

describe('killed between any two calls, and sent again', () => {
  test.each(['merge', 'undo'] as const)('%s is done completely or not at all', async (decision) => {
    const id = await storePair();
    await set(preprint, '/data/note', 'Read by all');
    const body = decision === 'merge' ? { decision, keep: article } : { decision };
    if (decision === 'undo') await decide(id, { decision: 'merge', keep: article });
    const isDone = async () => (await getDuplicate(id)).body.status === (decision === 'merge' ? 'merged' : 'open');
    for (let n = 1, died = true; died; n++) {
      died = await dyingAt(n, () => decide(id, body));
      const isMerged = (await isDone()) === (decision === 'merge');
      await (isMerged ? expectMerged(article, preprint) : expectApart());
      expect(n).toBeLessThan(40);
    }
    expect((await decide(id, body)).status).toBe(200);
    const once = await allItems();
    expect((await decide(id, body)).status).toBe(200);
    expect(await allItems()).toEqual(once);
    const type = decision === 'merge' ? 'publication.merged' : 'publication.unmerged';
    expect((await events()).filter(({ event_type }) => event_type === type)).toHaveLength(1);
  });
});

describe('at the same time', () => {
  test('of two curators who keep different ones, one wins and the other is told', async () => {
    const id = await storePair();
    const answers = await Promise.all([
      decide(id, { decision: 'merge', keep: article }),
      decide(id, { decision: 'merge', keep: preprint }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { kept } = (await getDuplicate(id)).body;
    await expectMerged(kept, kept === article ? preprint : article);
  });

  test('two equal decisions are one', async () => {
    const id = await storePair();
    const merges = await Promise.all([1, 2, 3].map(() => decide(id, { decision: 'merge', keep: article })));
    expect(merges.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expectMerged(article, preprint);
    expect((await events()).filter(({ event_type }) => event_type === 'publication.merged')).toHaveLength(1);
  });

  test('an edit of either one is not lost', async () => {
    const id = await storePair();
    const [merge, , second] = await Promise.all([
      decide(id, { decision: 'merge', keep: article }),
      set(article, '/data/note', 'One'),
      set(preprint, '/data/remark', 'Two'),
    ]);
    expect(merge.status).toBe(200);
    expect(second.status).toBe(200);
    expect((await stored(article)).edits.data).toMatchObject({ note: 'One', remark: 'Two' });
  });

  test.each([article, preprint])(
    'an ingestion of %s that has read before the merge writes nothing old over it',
    async (doi) => {
      const id = await storePair();
      // The ingestion has read the record; the merge finishes before it writes.
      let isMerged = false;
      jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
        const isWrite =
          command.constructor.name === 'TransactWriteCommand' && JSON.stringify(command).includes('"LIST#PUB');
        if (isWrite && !isMerged) {
          isMerged = true;
          const answer = await decide(id, { decision: 'merge', keep: article });
          if (answer.status !== 200) throw new Error(`The merge was answered ${answer.status}`);
        }
        return send(command);
      }) as never);
      const ingested = fetchPublication(doi, { fields: { volume: '9' }, orcids: ['0009-9999-0000-0019'] });
      if (doi === preprint) await expect(ingested).rejects.toThrow('renamed');
      else await ingested;
      jest.restoreAllMocks();
      await expectMerged(article, preprint);
      const record = await stored(article);
      expect(record.researchers.map(({ orcid }) => orcid)).toEqual(expect.arrayContaining([carberry, lovelace]));
      expect(record.original.volume).toBe(doi === article ? '9' : null);
      expect(record.original.container_title).toBe('Journal of Psychoceramics');
    },
  );
});

describe('a work without a DOI', () => {
  const id = 'a0ba81c3723e72cb1329c16683050daf';
  const incoming = {
    id,
    orcid: carberry,
    preferred: aSummary({ title: teapots().title, publicationDate: '2020' }),
    putCodes: [1],
  };
  async function storeWork() {
    const before = await getWork(id);
    const record = applyWork(before, incoming, new Date());
    await saveWork(record, before);
    await updateWorkPairs(record, before, new Date());
  }

  test('is proposed with the publication of the same researcher, and replaced by it', async () => {
    await fetchPublication(article, { orcids: [carberry] });
    await storeWork();
    const pair = await openPair();
    expect((await getDuplicate(pair)).body).toMatchObject({
      reasons: ['same_title', 'same_researcher', 'same_year', 'same_venue'],
      records: [
        { kind: 'publication', id: article },
        { kind: 'work', id, researcher_orcids: [carberry] },
      ],
    });
    expect((await decide(pair, { decision: 'merge', keep: id })).status).toBe(400);
    expect((await decide(pair, { decision: 'merge', keep: article })).status).toBe(200);
    expect(await getWork(id)).toMatchObject({ replaced_by: article, deleted_at: expect.any(String) });
    // The ORCID record still lists it without a DOI.
    await storeWork();
    expect(await getWork(id)).toMatchObject({ replaced_by: article, deleted_at: expect.any(String) });
    expect((await decide(pair, { decision: 'undo' })).body.status).toBe('open');
    expect(await getWork(id)).toMatchObject({ replaced_by: null, deleted_at: null });
    await storeWork();
    expect(await openPair()).toBe(pair);
  });

  test('of somebody else is not proposed', async () => {
    await fetchPublication(article, { orcids: [lovelace] });
    await storeWork();
    expect((await listDuplicates()).body.total).toBe(0);
  });

  test('is found when the publication is linked to its researcher', async () => {
    await storeWork();
    await fetchPublication(article);
    expect((await listDuplicates()).body.total).toBe(0);
    await fetchPublication(article, { orcids: [carberry] });
    expect((await listDuplicates()).body.total).toBe(1);
  });
});

test('finding the pairs of a publication scans nothing and costs at most 20 read units, however many share its title', async () => {
  const many = Array.from({ length: 60 }, (_, n) => `10.5555/many.${String(n).padStart(3, '0')}`);
  for (const doi of many) await fetchPublication(doi, { fields: { authors: [] } });
  const commands: string[] = [];
  let units = 0;
  let isStored = false;
  jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
    const answer = (await send(command)) as { Items?: object[] };
    if (isStored && command.constructor.name === 'QueryCommand') {
      units += Math.max(1, Math.ceil(Buffer.byteLength(JSON.stringify(answer.Items ?? [])) / 4096));
      commands.push(command.constructor.name);
    }
    isStored ||= command.constructor.name === 'TransactWriteCommand';
    return answer;
  }) as never);
  await fetchPublication('10.5555/one', {
    fields: {
      title: { en: teapots().title as string, pt: `Vazamento ${'muito '.repeat(60)}` },
      authors: [],
    },
  });
  jest.restoreAllMocks();
  expect(commands.length).toBeGreaterThan(1);
  // One of the calls looks for relations.
  expect(commands.length).toBeLessThanOrEqual(5);
  expect(units).toBeLessThanOrEqual(20);
  expect((await listDuplicates(`?record=${encodeURIComponent('10.5555/one')}`)).body.total).toBeLessThanOrEqual(8);
});
