import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { attachAlias } from '#src/curation/aliases/attach.ts';
import { changePublication } from '#src/curation/change-publication.ts';
import { setGroupsByHand } from '#src/curation/groups/outputs.ts';
import { changeWork, mergeWorkInto } from '#src/curation/works.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { getWork } from '#src/records/publications/store/works.ts';
import { workDocument } from '#src/records/works/work-content.ts';
import { begin } from '../bulk-edits/bulk-edits-fixture.ts';
import { erase } from '../erasure/erasure-fixture.ts';
import { entry } from '../routes/dashboard/intakes/intake-requests.ts';
import { type Scripted, type SourceServer, startSource } from '../sources/source-server.ts';
import { anAuthor, carberry } from '../support/builders.ts';
import { captureLog } from '../support/log.ts';
import { manyOrcids, storePerson } from '../support/people.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { events } from '../support/table.ts';
import { client, outcomesOf, rowsOf, runJob, step, takeIn } from './intake-fixture.ts';
import { curator, lists, storeGroupNamed, storePublication, storeWorkByHand } from './registry-fixture.ts';

const lines = captureLog();
const [hopper = ''] = manyOrcids(1);
const hers = anAuthor('Josiah Carberry', carberry);
let queues: TestQueues;
let source: SourceServer;
let pages: Record<string, Scripted>;

beforeAll(async () => {
  queues = await startQueues();
  source = await startSource();
});
afterAll(async () => {
  source.close();
  await queues.stop();
});
beforeEach(async () => {
  await begin();
  pages = {};
  source.serve(pages);
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(hopper, 'Grace', 'Hopper');
  await storeGroupNamed('kilns', 'Institute of Kilns');
  await storeGroupNamed('all', 'All of this file');
});

function crossref(doi: string, title: string) {
  const message = {
    DOI: doi,
    type: 'journal-article',
    title: [title],
    author: [{ given: 'Josiah', family: 'Carberry' }],
  };
  pages[`/crossref/works/${encodeURIComponent(doi)}`] = { json: { 'message-type': 'work', message } };
}

/** One entry of each kind that is stored. */
const file = () => [
  entry(1, { title: 'A new report of clay', data: { authors: [hers] }, departments: ['Institute of Kilns'] }),
  entry(2, { doi: '10.5555/new', title: 'A new article', work_type: 'journal-article', data: { authors: [hers] } }),
  entry(3, {
    doi: '10.5555/known',
    work_type: 'journal-article',
    data: { authors: [hers], volume: '7' },
    departments: ['kilns'],
  }),
  entry(4, { doi: '10.5555/unknown', title: 'Nobody knows it', work_type: 'journal-article' }),
  entry(5, { title: 'With a fault' }, { faults: [{ code: 'key-twice' }] }),
];

async function applied(more: object = {}): Promise<string> {
  await storePublication('10.5555/known', { title: 'A known one', volume: '3' });
  crossref('10.5555/new', 'A new article');
  const id = await takeIn(file(), { options: { group_id: 'all' }, ...more });
  await client.decide(id, { class: 'known', decision: 'edit', fields: ['volume'] });
  await step(id, 'apply');
  return id;
}

describe('a file', () => {
  test('asks for its DOIs by lists, and alone for what these lack', async () => {
    const dois = Array.from({ length: 30 }, (_, n) => `10.5555/list.${n}`);
    const works = dois.slice(1).map((doi) => ({ DOI: doi, type: 'journal-article', title: [`Of ${doi}`] }));
    pages['/crossref/works'] = { json: { 'message-type': 'work-list', message: { items: works } } };
    crossref(dois[0] ?? '', 'Not in the list');
    const id = await takeIn(dois.map((doi, n) => entry(n, { doi, title: `Of ${doi}`, work_type: 'journal-article' })));
    await step(id, 'apply');
    expect(new Set(await outcomesOf(id))).toEqual(new Set(['fetched']));
    const asked = source.requests.filter(({ path }) => path.startsWith('/crossref'));
    expect(asked.map(({ path }) => path)).toEqual([
      '/crossref/works',
      `/crossref/works/${encodeURIComponent(dois[0] ?? '')}`,
    ]);
    expect((await client.get(id)).body.estimate_s).toBe(0);
  });

  test('is applied: works, links, edits and groups, and DOIs from their sources', async () => {
    const before = await lists();
    const id = await applied();
    expect((await client.get(id)).body).toMatchObject({
      state: 'applied',
      outcomes: { created: 1, fetched: 1, edited: 1, failed: 1, waiting: 1 },
      undecided: 1,
    });
    expect((await lists()).publications).toEqual([
      { id: '10.5555/known', title: 'A known one', orcids: [carberry], groups: ['kilns'] },
      { id: '10.5555/new', title: 'A new article', orcids: [carberry], groups: ['all'] },
    ]);
    expect((await lists()).works).toMatchObject([{ orcids: [carberry], groups: ['all', 'kilns'] }]);
    expect(await getPublication('10.5555/known')).toMatchObject({ edits: { data: { volume: '7' } } });
    expect((await events()).map(({ event_type }) => event_type)).toEqual(['intake.applied']);
    const refused = {
      message: expect.stringContaining('not registered'),
      code: 'doi_unknown',
      about: '10.5555/unknown',
    };
    expect((await rowsOf(id))[3]).toMatchObject(refused);
    const { status, body } = await client.report(id);
    expect([status, String(body).split('\r\n').length]).toEqual([200, 7]);
    expect(await step(id, 'undo')).toMatchObject({ state: 'undone', undone: { restored: 3, left: 0 } });
    const after = await lists();
    expect([after.works, after.publications.map(({ id: doi, orcids, groups }) => [doi, orcids, groups])]).toEqual([
      before.works,
      [['10.5555/known', [], []]],
    ]);
    expect((await getPublication('10.5555/known'))?.edits).toEqual({});
  });

  describe('a row whose DOI no agency knows', () => {
    const doi = '10.5555/unknown';
    const title = 'Firing temperatures of river clay in early modern kilns';
    const entryWith = (data: object) =>
      entry(4, {
        doi,
        title,
        work_type: 'journal-article',
        publication_date: '2019',
        data: { authors: [hers], url: 'https://publisher.example/4', ...data },
      });
    const unknown = entryWith({});
    const counted = async (id: string) => {
      const { outcomes, to_apply, to_fetch, undecided, estimate_s } = (await client.get(id)).body;
      expect([to_fetch, estimate_s]).toEqual([0, to_apply]);
      return { outcomes, to_apply, undecided };
    };
    const failed = async (): Promise<string> => {
      const id = await takeIn([unknown]);
      expect(await step(id, 'apply')).toMatchObject({ state: 'applied', outcomes: { failed: 1 } });
      return id;
    };

    test('is stored as a work that links to it, if that is decided, is known in the next file, and is undone', async () => {
      const id = await failed();
      expect(await client.decide(id, { indexes: [0], decision: 'work' })).toMatchObject({ body: { decided: 1 } });
      expect(await counted(id)).toEqual({ outcomes: { waiting: 1 }, to_apply: 1, undecided: 0 });
      const waiting = { outcome: 'waiting', decision: 'work', message: null, code: null, about: null };
      expect((await rowsOf(id))[0]).toMatchObject(waiting);
      const asked = source.requests.length;
      await step(id, 'apply');
      expect(source.requests.length).toBe(asked);
      expect(await counted(id)).toEqual({ outcomes: { created: 1 }, to_apply: 0, undecided: 0 });
      const [row] = await rowsOf(id);
      const work = await getWork(String(row?.output?.id));
      expect(work && workDocument(work)).toMatchObject({ title, data: { url: `https://doi.org/${doi}` } });
      expect((await lists()).works).toMatchObject([{ orcids: [carberry] }]);
      for (const data of [{}, { pages: '11-29' }]) {
        const next = await takeIn([entryWith(data)]);
        expect((await rowsOf(next))[0]).toMatchObject({ class: 'known', target: { kind: 'work', id: work?.id } });
        expect(await step(next, 'apply')).toMatchObject({ outcomes: { skipped: 1 } });
      }
      expect(await step(id, 'undo')).toMatchObject({ undone: { restored: 1, left: 0 } });
      expect((await lists()).works).toEqual([]);
    });

    test('is fetched if it is to be tried again and an agency has it by now', async () => {
      const id = await failed();
      crossref(doi, 'Now it is known');
      expect(await client.decide(id, { lines: [4], decision: 'apply' })).toMatchObject({ body: { decided: 1 } });
      await step(id, 'apply');
      expect(await counted(id)).toEqual({ outcomes: { fetched: 1 }, to_apply: 0, undecided: 0 });
    });

    test('stays failed, or fails again, until that is decided; and a decision can be another one', async () => {
      const id = await failed();
      expect(await client.decide(id, { indexes: [0], decision: null })).toMatchObject({ body: { decided: 0 } });
      expect(await step(id, 'apply')).toMatchObject({ outcomes: { failed: 1 } });
      for (const decision of ['work', 'work', 'apply']) await client.decide(id, { indexes: [0], decision });
      expect(await step(id, 'apply')).toMatchObject({ outcomes: { failed: 1 } });
      for (const decision of ['work', 'skip']) await client.decide(id, { indexes: [0], decision });
      expect(await step(id, 'apply')).toMatchObject({ outcomes: { skipped: 1 } });
      expect(await client.decide(id, { indexes: [0], decision: 'work' })).toMatchObject({ body: { decided: 0 } });
    });

    test('is the only one that can be a work in place of a publication', async () => {
      const id = await takeIn([unknown, entry(5, { title: 'No DOI' })]);
      const whole = { class: 'new_doi', decision: 'work' };
      const sent = [{ indexes: [0], decision: 'work' }, whole, { indexes: [1], decision: 'work' }];
      for (const body of sent) {
        const { status, body: refused } = await client.decide(id, body);
        expect([status, refused.details.issues[0].path]).toEqual([400, 'decision']);
      }
      pages[`/crossref/works/${encodeURIComponent(doi)}`] = { json: { 'message-type': 'work', message: { DOI: doi } } };
      await client.decide(id, { indexes: [1], decision: 'skip' });
      await step(id, 'apply');
      expect(await client.decide(id, whole)).toMatchObject({ status: 400 });
    });
  });

  test('makes no second work of the same entry, also with the other option of linking, and not before people were there', async () => {
    const works = async () => (await lists()).works.length;
    const before = await works();
    const [stranger = ''] = manyOrcids(2).slice(1);
    // Too little in common with anything to be likely the same.
    const report = entry(1, {
      title: 'Report',
      data: { authors: [anAuthor('Grace Hopper'), anAuthor('A B', stranger)] },
    });
    const first = await takeIn([report]);
    await step(first, 'apply');
    expect(await works()).toBe(before + 1);
    const addedId = (await rowsOf(first))[0]?.output?.id;
    await storePerson(stranger, 'A', 'B');
    for (const link_names of [false, true]) {
      const id = await takeIn([report], { options: { link_names } });
      await client.decide(id, { indexes: [0], decision: 'apply' });
      await step(id, 'apply');
      expect([await works(), (await rowsOf(id))[0]?.output]).toEqual([before + 1, { kind: 'work', id: addedId }]);
    }
    expect((await lists()).works).toMatchObject([{ orcids: [stranger, hopper] }]);
    // Nor when another record stands for the first.
    const into = await storeWorkByHand({ title: 'The report that stands for it' });
    await mergeWorkInto(String(addedId), into, curator);
    const id = await takeIn([report], { options: { link_names: true } });
    await client.decide(id, { indexes: [0], decision: 'apply' });
    await step(id, 'apply');
    expect((await rowsOf(id))[0]).toMatchObject({ outcome: 'unchanged', output: { kind: 'work', id: into } });
    expect((await lists()).works).toMatchObject([{ id: into, orcids: [stranger, hopper] }]);
  });

  test('links those named only if that was asked for, and waits for a decision about likely duplicates', async () => {
    const title = 'A work about kilns in river cities';
    const authors = [anAuthor('Grace Hopper')];
    const workId = await storeWorkByHand({ title, publication_date: '2015', data: { authors } });
    const rows = [entry(1, { title, publication_date: '2015', data: { authors, pages: '9' } })];
    const id = await takeIn(rows, { options: { link_names: true } });
    expect(await step(id, 'apply')).toMatchObject({ state: 'applied', undecided: 1, outcomes: { waiting: 1 } });
    for (const [body, path] of [
      [{ lines: [1, 7] }, 'lines.1'],
      [{ lines: [1], indexes: [0] }, 'lines'],
      [{}, 'indexes'],
    ] as const) {
      const refused = await client.decide(id, { ...body, decision: 'same' });
      expect(refused).toMatchObject({ status: 400, body: { details: { issues: [{ path }] } } });
    }
    expect((await client.decide(id, { lines: [1], decision: 'same' })).body).toEqual({ decided: 1 });
    expect(await step(id, 'apply')).toMatchObject({ undecided: 0, outcomes: { linked: 1 } });
    expect(await getWork(workId)).toMatchObject({ linked_orcids: [hopper], edit_count: 0 });
    await step(id, 'undo');
    expect(await getWork(workId)).toMatchObject({ linked_orcids: [] });
    const other = await takeIn(rows);
    await client.decide(other, { class: 'duplicate', decision: 'apply' });
    await step(other, 'apply');
    expect((await lists()).works).toHaveLength(2);
    await step(other, 'undo');
    expect((await lists()).works).toHaveLength(1);
  });

  test('with a faulty entry that is stored all the same, and new DOIs that are not fetched', async () => {
    const id = await takeIn(file(), { options: { fetch: false } });
    await client.decide(id, { class: 'faulty', decision: 'apply' });
    expect(await step(id, 'apply')).toMatchObject({ outcomes: { created: 2, waiting: 3 }, to_fetch: 0, to_apply: 0 });
  });

  test('asks a source that does not answer again later, and then says that it failed', async () => {
    pages[`/crossref/works/${encodeURIComponent('10.5555/new')}`] = { status: 500, json: {} };
    const id = await takeIn([entry(1, { doi: '10.5555/new', work_type: 'journal-article' })]);
    await client.step(id, 'apply');
    expect(await runJob(id)).toBeGreaterThan(1_000);
    expect((await client.get(id)).body).toMatchObject({ state: 'applying', outcomes: { fetching: 1 } });
  });

  test('says in the log where an answer of a source was wrong', async () => {
    pages[`/crossref/works/${encodeURIComponent('10.5555/new')}`] = {
      json: { 'message-type': 'work', message: { title: 5 } },
    };
    const id = await takeIn([entry(7, { doi: '10.5555/new', title: 'A new article', work_type: 'journal-article' })]);
    await step(id, 'apply');
    expect(await rowsOf(id)).toMatchObject([{ outcome: 'failed', code: 'source_silent' }]);
    expect(lines.filter(({ message }) => message === 'A row of an intake was refused')).toEqual([
      {
        level: 'warn',
        message: 'A row of an intake was refused',
        intake: id,
        line: 7,
        reason: 'Crossref returned an invalid work',
        cause: expect.objectContaining({
          name: 'SourceAnswerMalformed',
          cause: expect.objectContaining({ name: 'ZodError' }),
        }),
      },
    ]);
  });

  test('is stopped, and goes on', async () => {
    const id = await takeIn(Array.from({ length: 30 }, (_, n) => entry(n)));
    await client.step(id, 'apply');
    expect((await client.step(id, 'stop')).body.state).toBe('stopped');
    expect(await runJob(id)).toBeUndefined();
    expect((await lists()).works).toEqual([]);
    expect(await step(id, 'apply')).toMatchObject({ outcomes: { created: 30 } });
  });
});

describe('an undo leaves what was touched since, and says why', () => {
  const workOf = async (id: string) => (await rowsOf(id))[0]?.output?.id ?? '';
  type Touch = (id: string) => Promise<unknown>;
  const touches: [reason: string, row: number, touch: Touch][] = [
    [
      'edited',
      0,
      async (id) => changeWork(await workOf(id), () => ({ values: new Map([['/title', 'Mine']]) }), curator),
    ],
    ['hidden', 0, async (id) => changeWork(await workOf(id), () => ({ visible: false }), curator)],
    ['deleted', 0, async (id) => changeWork(await workOf(id), () => ({ deleted: true }), curator)],
    ['links', 0, async (id) => changeWork(await workOf(id), () => ({ link: hopper }), curator)],
    ['doi', 0, async (id) => mergeWorkInto(await workOf(id), '10.5555/known', curator)],
    [
      'merged',
      0,
      async (id) => mergeWorkInto(await storeWorkByHand({ title: 'A new report of clay' }), await workOf(id), curator),
    ],
    [
      'groups',
      0,
      async (id) =>
        setGroupsByHand(
          { kind: 'work', id: await workOf(id) },
          { added: ['all'], excluded: [] },
          { ...curator, requestId: 'request', steward: undefined },
        ),
    ],
    ['edited', 1, () => changePublication('10.5555/new', () => ({ values: new Map([['/title', 'Mine']]) }), curator)],
    ['doi', 1, () => attachAlias('10.5555/attached', '10.5555/new', curator)],
    [
      'edited',
      2,
      () => changePublication('10.5555/known', () => ({ values: new Map([['/data/volume', '8']]) }), curator),
    ],
    ['deleted', 2, () => changePublication('10.5555/known', () => ({ deleted: true }), curator)],
  ];
  test.each(touches)('%s, row %i', async (reason, at, touch) => {
    const id = await applied();
    await touch(id);
    const { undone, state } = await step(id, 'undo');
    expect([state, undone.left, undone.left_rows[0]]).toEqual([
      'undone',
      1,
      { line: at + 1, kind: at === 0 ? 'work' : 'publication', id: expect.any(String), reason },
    ]);
    expect((await outcomesOf(id))[at]).toBe(reason);
  });

  test('but not what an erasure has taken away', async () => {
    const id = await applied();
    await erase({ orcid: carberry, at: new Date() });
    expect(JSON.stringify(await rowsOf(id))).not.toContain(carberry);
    expect(await step(id, 'undo')).toMatchObject({ undone: { restored: 3, left: 0 } });
    expect((await lists()).works).toEqual([]);
  });
});
