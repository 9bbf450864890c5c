import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { changePublication } from '#src/curation/change-publication.ts';
import { patchPublication } from '#src/curation/edit-publication.ts';
import { changeGroup, existingGroup } from '#src/curation/groups/groups.ts';
import { forgetPersonInIntake } from '#src/curation/intakes/forget-person.ts';
import { changeWork, mergeWorkInto } from '#src/curation/works.ts';
import { editedLists } from '#src/records/intakes/edited-lists.ts';
import { allIntakeRows } from '#src/records/intakes/store/rows.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { getProject } from '#src/records/projects/store/projects.ts';
import { shownPublication } from '#src/records/publications/publication.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { getWork } from '#src/records/publications/store/works.ts';
import { workDocument } from '#src/records/works/work-content.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { captureLog } from '../../../support/log.ts';
import { startQueues, type TestQueues } from '../../../support/queues.ts';
import {
  changedFile,
  curator,
  exported,
  exportedFile,
  rowsOf,
  shownRows,
  step,
  storeAPerson,
  storeAProject,
  storeCurator,
  storeGroup,
  storePublication,
  storeWork,
  takeIn,
} from './edits-fixture.ts';
import { intakeClient, member } from './intake-requests.ts';

captureLog();
let queues: TestQueues;

beforeEach(async () => {
  await freshTable();
  queues ??= await startQueues();
  await storeCurator();
});
afterAll(() => queues.stop());

const noPrecondition = { precondition: () => {}, steward: undefined };
const titleOf = async (doi: string) => {
  const record = await getPublication(doi);
  return record && shownPublication(record).title;
};
const retitle = (doi: string, title: string) =>
  patchPublication(doi, [{ op: 'replace', path: '/title', value: title }], curator, noPrecondition);

/** A record of each list, how its row is changed, and what it says then. */
const cases: Record<
  (typeof editedLists)[number],
  {
    store: () => Promise<string>;
    change: Record<string, string>;
    read: (id: string) => Promise<unknown>;
    before: unknown;
    after: unknown;
  }
> = {
  publications: {
    store: () => storePublication('10.1/pots', { publisher: 'Clay Press', subjects: ['Kilns'] }),
    change: { title: '[en] Pots\n[de] Töpfe', publisher: '', subjects: 'Kilns; "Glazes; old ones"', visible: 'no' },
    read: async (id) => {
      const record = await getPublication(id);
      const { title, data } = shownPublication(record as never);
      return [title, data.publisher, data.subjects, record?.visible];
    },
    before: ['Kilns of 10.1/pots', 'Clay Press', ['Kilns'], true],
    after: [{ en: 'Pots', de: 'Töpfe' }, null, ['Kilns', 'Glazes; old ones'], false],
  },
  works: {
    store: () =>
      storeWork('Kilns', {
        publisher: 'Clay Press',
        authors: [{ name: 'Ann Kiln', given: 'Ann', family: 'Kiln', affiliations: ['Kilns Ltd.'] }],
      }),
    change: { title: 'Pots', publication_date: '2020-11-06', authors: 'Kilns, Ann; Glaze, Jo' },
    read: async (id) => {
      const work = await getWork(id);
      const { title, publication_date, data } = workDocument(work as never);
      return [
        title,
        publication_date,
        (data.authors as { name: string; affiliations: string[] }[]).map(({ name, affiliations }) => [
          name,
          ...affiliations,
        ]),
      ];
    },
    before: ['Kilns', '2020-11-05', [['Ann Kiln', 'Kilns Ltd.']]],
    after: ['Pots', '2020-11-06', [['Ann Kilns'], ['Jo Glaze']]],
  },
  people: {
    store: () => storeAPerson(carberry),
    change: { name: 'Ann B. Kiln', biography: '', people_type: 'staff', category_ids: 'potters; glazers' },
    read: async (id) => {
      const person = await getPerson(id);
      return [person?.name, person?.biography, person?.people_type, person?.category_ids];
    },
    before: ['Ann Kiln', 'Fires clay.', null, []],
    after: ['Ann B. Kiln', null, 'staff', ['glazers', 'potters']],
  },
  projects: {
    store: () => storeAProject('2020-1'),
    change: { title: '[en] Pots\n[de] Töpfe', total_funding_amount: '12.50', start_date: '2020' },
    read: async (id) => {
      const project = await getProject(id);
      return [project?.title, project?.total_funding_amount, project?.start_date];
    },
    before: [{ en: 'Kilns', de: 'Öfen' }, null, null],
    after: [{ en: 'Pots', de: 'Töpfe' }, 12.5, '2020'],
  },
  groups: {
    store: async () => {
      await storeGroup('faculty');
      await storeGroup('centre');
      return storeGroup('2020-1-2', ['faculty']);
    },
    change: {
      name: '[de] Institut',
      parents: 'faculty 2020-01-01..2021-12-31; centre 2022-01-01..',
      ends_at: '2030-12-31',
    },
    read: async (id) => {
      const { name, parents, ends_at } = await existingGroup(id);
      return [name, parents, ends_at];
    },
    before: ['Group 2020-1-2', [{ id: 'faculty', starts_at: '2020-01-01', ends_at: null }], null],
    after: [
      { de: 'Institut' },
      [
        { id: 'faculty', starts_at: '2020-01-01', ends_at: '2021-12-31' },
        { id: 'centre', starts_at: '2022-01-01', ends_at: null },
      ],
      '2030-12-31',
    ],
  },
};

describe.each(editedLists)('%s', (list) => {
  const { store, change, read, before, after } = cases[list];

  test('out as XLSX, changed, in, applied once, and taken back', async () => {
    const id = await store();
    expect(await read(id)).toEqual(before);
    const file = await exportedFile(list, [id]);
    const untouched = await takeIn(file);
    expect(await rowsOf(untouched)).toMatchObject([{ id, class: 'unchanged', cells: [] }]);
    const intake = await takeIn(changedFile(file, list, () => change));
    const [row] = await rowsOf(intake);
    expect(row).toMatchObject({ id, class: 'edit', outcome: 'waiting' });
    expect(row?.cells.map(({ field }) => field).sort()).toEqual(Object.keys(change).sort());
    await step(intake, 'apply');
    expect(await rowsOf(intake)).toMatchObject([{ outcome: 'edited', message: null }]);
    expect(await read(id)).toEqual(after);
    // The export of then comes back as it is.
    const again = await takeIn(await exportedFile(list, [id]));
    expect(await rowsOf(again)).toMatchObject([{ class: 'unchanged' }]);
    await step(intake, 'undo');
    expect(await rowsOf(intake)).toMatchObject([{ outcome: 'undone' }]);
    expect(await read(id)).toEqual(before);
  });

  test('CSV that comes back as it is has no differences', async () => {
    const id = await store();
    const intake = await takeIn(await exportedFile(list, [id], 'csv-edit'));
    expect(await rowsOf(intake)).toMatchObject([{ id, class: 'unchanged', cells: [] }]);
  });
});

test('200 titles, one of them changed meanwhile by somebody else: 199 are applied, one is shown', async () => {
  const dois = Array.from({ length: 200 }, (_, at) => `10.1/${at}`);
  for (const doi of dois) await storePublication(doi);
  const file = await exportedFile('publications', dois);
  await retitle('10.1/7', 'Somebody else’s');
  const intake = await takeIn(changedFile(file, 'publications', (row) => ({ title: `${row.title}, revised` })));
  expect((await intakeClient().get(intake)).body).toMatchObject({ counts: { edit: 199, conflict: 1 }, undecided: 1 });
  await step(intake, 'apply');
  expect((await intakeClient().get(intake)).body.outcomes).toEqual({ edited: 199, waiting: 1 });
  expect(await titleOf('10.1/7')).toBe('Somebody else’s');
  expect(await titleOf('10.1/8')).toBe('Kilns of 10.1/8, revised');
  const [conflict] = (await intakeClient().listRows(intake, '?class=conflict')).body.rows;
  expect(conflict.cells).toEqual([
    {
      field: 'title',
      from: 'Kilns of 10.1/7',
      now: 'Somebody else’s',
      to: 'Kilns of 10.1/7, revised',
      state: 'conflict',
    },
  ]);
  // Decided for the file.
  await intakeClient().decide(intake, { indexes: [conflict.index], decision: 'apply' });
  await step(intake, 'apply');
  expect(await titleOf('10.1/7')).toBe('Kilns of 10.1/7, revised');
  // Of three that others have touched since, an undo says which.
  await retitle('10.1/1', 'Later');
  await changePublication('10.1/2', () => ({ deleted: true }), curator);
  await step(intake, 'undo');
  const { undone, outcomes } = (await intakeClient().get(intake)).body;
  expect(outcomes).toEqual({ undone: 198, left: 2 });
  expect(undone.left_rows.map(({ id, reason }: { id: string; reason: string }) => [id, reason])).toEqual([
    ['10.1/1', 'edited'],
    ['10.1/2', 'deleted'],
  ]);
  expect([await titleOf('10.1/1'), await titleOf('10.1/3'), await titleOf('10.1/7')]).toEqual([
    'Later',
    'Kilns of 10.1/3',
    'Somebody else’s',
  ]);
}, 240_000);

test('CSV knows the version only: after a change of the record, each cell that differs is a conflict', async () => {
  const id = await storeWork('Kilns', { publisher: 'Clay Press' });
  const file = Buffer.from(await exportedFile('works', [id], 'csv-edit')).toString();
  const edited = Buffer.from(file.replace('"Kilns"', '"Pots"'));
  const before = await takeIn(edited);
  expect(await rowsOf(before)).toMatchObject([
    { class: 'edit', cells: [{ field: 'title', now: 'Kilns', to: 'Pots' }] },
  ]);
  await changeWork(id, () => ({ values: new Map([['/data/publisher', 'Others']]) }), curator);
  const after = await takeIn(edited);
  expect(await rowsOf(after)).toMatchObject([
    {
      class: 'conflict',
      cells: [
        { field: 'title', from: null, now: 'Kilns', to: 'Pots', state: 'conflict' },
        { field: 'publisher', from: null, now: 'Others', to: 'Clay Press', state: 'conflict' },
      ],
    },
  ]);
});

test('what is changed between check and apply is not overwritten', async () => {
  const doi = await storePublication('10.1/pots');
  const file = changedFile(await exportedFile('publications', [doi]), 'publications', () => ({
    title: 'Mine',
    volume: '5',
  }));
  const intake = await takeIn(file);
  await retitle(doi, 'Theirs');
  await step(intake, 'apply');
  expect(await rowsOf(intake)).toMatchObject([
    {
      outcome: 'failed',
      message: 'Somebody has changed title since the check: take the file in again',
      code: 'cell_changed',
      about: 'title',
    },
  ]);
  expect(await titleOf(doi)).toBe('Theirs');
  expect((await getPublication(doi))?.edit_count).toBe(1);
});

test('a row with one value that its record does not take is refused whole, with the field', async () => {
  const [doi, good] = [await storePublication('10.1/bad'), await storePublication('10.1/good')];
  const file = changedFile(await exportedFile('publications', [doi, good]), 'publications', (_, at) => ({
    title: 'New',
    ...(at === 0 && { publication_date: '2020-13-45', language: 'Klingonese?' }),
  }));
  const intake = await takeIn(file);
  const [bad] = await rowsOf(intake);
  expect(bad?.class).toBe('damaged');
  expect(bad?.cells.map(({ field, state, reason }) => [field, state, reason])).toEqual([
    ['title', 'edit', undefined],
    ['publication_date', 'damaged', expect.stringMatching(/^invalid: must be a date/)],
    ['language', 'damaged', expect.stringMatching(/^invalid: must be a language/)],
  ]);
  await intakeClient().decide(intake, { class: 'damaged', decision: 'apply' });
  await step(intake, 'apply');
  expect(await rowsOf(intake)).toMatchObject([
    { outcome: 'failed', message: expect.stringMatching(/publication_date must be a date/) },
    { outcome: 'edited' },
  ]);
  expect([await titleOf(doi), await titleOf(good)]).toEqual(['Kilns of 10.1/bad', 'New']);
});

test('cells that a program has damaged keep what is stored; the others of their row are written if somebody says so', async () => {
  const doi = await storePublication('10.1/pots', { isbn: ['9783161484100'], publication_date: '2020-11-05' });
  const file = changedFile(await exportedFile('publications', [doi]), 'publications', () => ({
    isbn: '9.78316E+12',
    publication_date: '44140',
    title: 'New',
    cited_by_count: '5000',
  }));
  const intake = await takeIn(file);
  const [row] = await rowsOf(intake);
  expect(row).toMatchObject({ class: 'damaged', decision: 'skip' });
  expect(row?.cells.map(({ field, reason }) => [field, reason])).toEqual([
    ['title', undefined],
    ['publication_date', 'date'],
    ['isbn', 'precision'],
    ['cited_by_count', 'read-only'],
  ]);
  await intakeClient().decide(intake, { class: 'damaged', decision: 'apply' });
  await step(intake, 'apply');
  const { title, publication_date, data } = shownPublication((await getPublication(doi)) as never);
  expect([title, publication_date, data.isbn]).toEqual(['New', '2020-11-05', ['9783161484100']]);
});

test('rows that are gone, unknown or there twice', async () => {
  const ids = [await storeWork('Kilns'), await storeWork('Pots'), await storeWork('Glazes')] as const;
  const file = await exportedFile('works', ids);
  await changeWork(ids[0], () => ({ deleted: true }), curator);
  await mergeWorkInto(ids[1], ids[2], curator);
  const [, , third = {}] = shownRows(file, 'works');
  const edited = changedFile(file, 'works', (row, at) =>
    at === 2 ? { ...third, id: 'work:00000000000000000000000000000000' } : { title: `${row.title}!` },
  );
  // Nothing that a client sends as an id ends a check.
  const odd = ['x'.repeat(2_000), '-', ids[2], ids[2]].map((id, line) => ({
    line,
    id,
    version: null,
    cells: [],
    faults: [],
  }));
  const client = intakeClient();
  const sent = await client.create({ kind: 'edits', list: 'works', name: 'odd.xlsx', total: odd.length });
  await client.rows(sent.body.id, 0, odd);
  await step(sent.body.id, 'check');
  expect((await rowsOf(sent.body.id)).map((row) => row.class)).toEqual([
    'unknown',
    'unknown',
    'unchanged',
    'unchanged',
  ]);
  const intake = await takeIn(edited);
  expect(await rowsOf(intake)).toMatchObject([
    { class: 'gone' },
    { class: 'gone' },
    { class: 'unknown', cells: [{ field: 'id', reason: 'id-unknown' }] },
  ]);
  await step(intake, 'apply');
  expect((await rowsOf(intake)).map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped', 'skipped']);
});

test('groups: only administrators, and no circle', async () => {
  await storeGroup('faculty');
  await storeGroup('institute', ['faculty']);
  const file = changedFile(await exportedFile('groups', ['faculty', 'institute']), 'groups', (row) => ({
    ...(row.id === 'group:faculty' ? { parents: 'institute' } : { kind: 'institute' }),
  }));
  await expect(takeIn(file, member())).rejects.toThrow('Only administrators change groups');
  const intake = await takeIn(file);
  expect((await intakeClient().step(intake, 'apply')).status).toBe(403);
  await step(intake, 'apply');
  expect(await rowsOf(intake)).toMatchObject([
    { id: 'faculty', outcome: 'failed', message: expect.stringMatching(/in a circle/) },
    { id: 'institute', outcome: 'edited' },
  ]);
  await changeGroup('institute', { kind: 'centre' }, { ...curator, requestId: 'test' }, () => {});
  await step(intake, 'undo');
  expect(await rowsOf(intake)).toMatchObject([{ outcome: 'failed' }, { outcome: 'left', message: 'edited' }]);
});

test('of an erased person nothing is left in a spreadsheet of people, and nothing is taken back', async () => {
  const orcid = await storeAPerson(carberry);
  const file = changedFile(await exportedFile('people', [orcid]), 'people', () => ({ name: 'Ann B. Kiln' }));
  const intake = await takeIn(file);
  await step(intake, 'apply');
  await forgetPersonInIntake(intake, { orcid, pseudonym: 'somebody' }, { dryRun: false });
  const stored = [];
  for await (const row of allIntakeRows(intake)) stored.push(row);
  expect(JSON.stringify(stored)).not.toMatch(/Kiln|0000-0002-1825-0097/);
  await step(intake, 'undo');
  expect(await rowsOf(intake)).toMatchObject([{ outcome: 'left', message: 'gone' }]);
});

test('the export: parts with a link, each record once, unknown ones left out', async () => {
  const ids = [await storeWork('Kilns'), await storeWork('Pots', { abstract: '=1+1' })] as const;
  const { headers, body } = await exported('works', [ids[1], 'nothing', ids[0], ids[1]], 'csv-edit', '&offset=1');
  expect(body.split('\r\n')).toHaveLength(3);
  expect(body).toContain(`"work:${ids[0]}"`);
  expect(headers).toMatchObject({ 'x-export-truncated': 'false', 'content-type': 'text/csv; charset=utf-8' });
  expect((await exported('works', [ids[1]], 'csv-edit')).body).toContain('"\'=1+1"');
  const long = await Promise.all(
    ['a', 'b', 'c'].map((each) => storePublication(`10.1/${each}`, { abstract: each.repeat(30_000) })),
  );
  const first = await exported('publications', long, 'xlsx-edit');
  expect(first.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="publications-edit.xlsx"',
  });
});
