import { afterEach, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { type Sent, TestWindow } from './browser.ts';

const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};

let window: TestWindow | undefined;
afterEach(() => window?.close());

const intake = {
  id: 'one',
  kind: 'publications',
  list: null,
  name: 'kilns.bib',
  actor: 'user:curator@example.org',
  created_at: 1,
  updated_at: 1,
  expires_at: 2,
  state: 'checked',
  total: 5,
  received: 5,
  checked: 5,
  options: { link_names: false, group_id: null, fetch: true },
  reading: null,
  counts: { new_doi: 2, duplicate: 2, known: 1 },
  outcomes: { waiting: 5 },
  undecided: 2,
  to_fetch: 2,
  to_apply: 3,
  estimate_s: 90,
  undone: null,
  failure: null,
};

const row = {
  index: 0,
  line: 3,
  key: 'k1',
  original: '@article{k1}',
  row: { doi: null, title: 'Kilns', work_type: 'journal-article', publication_date: '2020', data: {}, departments: [] },
  faults: [],
  notes: [],
  class: 'duplicate',
  target: { kind: 'work', id: 'work-1', title: 'Kilns of the valley' },
  likeness: 91,
  twice_of: null,
  people: [],
  groups: [],
  offers: [] as Json[],
  decision: null as Json,
  fields: null,
  outcome: 'waiting',
  output: null,
  message: null,
};

/** The page of an intake, whose rows are those of a class. */
function open(
  its: object,
  rows: readonly object[],
  answers: Record<string, (sent: Sent) => Json> = {},
  language = 'en',
) {
  const page = new TestWindow(
    '/intakes/one',
    (sent) => {
      const own = answers[`${sent.method} ${sent.path}`];
      if (own) return { body: own(sent) };
      if (sent.path === '/api/session') return { body: session };
      if (sent.path === '/api/intakes/one') return { body: its as Json };
      if (sent.path === '/api/intakes/one/rows' && sent.method === 'GET') {
        const wanted = sent.query.get('class');
        const shown = rows.filter((each) => (each as { class: string }).class === wanted);
        return { body: { rows: shown, next_cursor: null } as Json };
      }
      return { body: answerTo(sent.path, true) ?? {} };
    },
    language,
  );
  window = page;
  const decided = () => page.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  return { page, decided };
}

test('what needs a decision comes first; one by one, for selected rows, and for all of a class', async () => {
  const { page, decided } = open(intake, [row, { ...row, index: 1, line: 9 }]);
  await page.has('Kilns of the valley');
  expect(page.text).toContain('2 rows wait for a decision. The others can be stored now.');
  expect(page.text).toContain('2 are fetched from the sources, which takes about 2 min.');
  expect(page.text).toContain('91% alike');
  const select = await page.find('the decision', () => page.all('td select')[0]);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(select), 'value')?.set?.call(select, 'same');
  select.dispatchEvent(
    new (select.ownerDocument.defaultView as never as { Event: typeof Event }).Event('change', {
      bubbles: true,
    }) as never,
  );
  await page.find('the first decision', () => decided().length === 1);
  await page.click('It is another: keep both');
  await page.find('the second decision', () => decided().length === 2);
  expect(decided()).toEqual([
    { indexes: [0], decision: 'same' },
    { class: 'duplicate', decision: 'apply' },
  ]);
});

test('fields of a known record are taken from the file only one by one, and off by default', async () => {
  const known = { ...row, class: 'known', decision: 'skip', offers: [{ field: 'pages', stored: '1-2', file: '1-20' }] };
  const { page, decided } = open({ ...intake, counts: { known: 1 } }, [known]);
  await page.has('The file says one field otherwise');
  const box = await page.find('the box', () => page.all('input[aria-label^="Take Pages"]')[0]);
  expect((box as never as { checked: boolean }).checked).toBe(false);
  (box as never as { click(): void }).click();
  await page.find('the decision', () => decided().length);
  expect(decided()).toEqual([{ indexes: [0], decision: 'edit', fields: ['pages'] }]);
});

test('applies, and says what an undo has left and why', async () => {
  const { page } = open({ ...intake, state: 'checked' }, [row]);
  await page.click('Apply to 3 rows');
  await page.find('the step', () => page.sent.some(({ path }) => path === '/api/intakes/one/apply'));
  await window?.close();
  const undone = { restored: 2, left: 1, left_rows: [{ line: 3, kind: 'work', id: 'work-1', reason: 'edited' }] };
  const { page: other } = open({ ...intake, state: 'undone', undone }, [row]);
  await other.has('2 rows were taken back.');
  expect(other.text).toContain('line 3: work-1, it was edited since');
  expect(other.all('a[href="/works/work-1"]')).toHaveLength(1);
});

test('yes and no of an edited list are in the language of the page', async () => {
  const cells = [{ field: 'visible', from: 'yes', now: 'yes', to: 'no', state: 'edit' }];
  const edit = { ...row, id: '10.5555/a', title: 'Kilns', version: 'v1', class: 'edit', cells, edit: null };
  const { page } = open({ ...intake, kind: 'edits', list: 'publications', counts: { edit: 1 } }, [edit], {}, 'de');
  await page.has('Sichtbar');
  expect(page.all('.edited-cell')[0]?.textContent).toMatch(/Ja.*Ja.*Nein$/);
});

test('keeps what became of a row apart from the link to its record', async () => {
  const stored = { ...row, outcome: 'created', output: { kind: 'work', id: 'work-2' } };
  const { page } = open({ ...intake, state: 'applied' }, [stored]);
  await page.has('Stored Open');
});

test('says why a row has failed in the language of the page, if it has a code, or else as the API does', async () => {
  const failed = { ...row, outcome: 'failed', message: 'In English' };
  const rows = [
    { ...failed, code: 'doi_unknown', about: '10.5555/a' },
    { ...failed, index: 1, code: null, about: null, message: 'Without a code' },
  ];
  const { page } = open(intake, rows, {}, 'de');
  await page.has('10.5555/a ist weder bei Crossref noch bei DataCite registriert.');
  expect(page.text).toContain('Without a code');
  expect(page.text).not.toContain('In English');
});

test('rows that have failed are tried again or added as works, one by one or all', async () => {
  const failed = {
    ...row,
    class: 'new_doi',
    decision: 'apply',
    outcome: 'failed',
    message: 'Failed',
    about: '10.5555/a',
  };
  const rows = [
    { ...failed, code: 'doi_unknown' },
    { ...failed, index: 7, code: 'source_silent' },
  ];
  const counts = { new_doi: 3 };
  let outcomes: Record<string, number> = { failed: 2, fetched: 1 };
  const { page, decided } = open(intake, rows, {
    'GET /api/intakes/one': () => ({ ...intake, state: 'applied', counts, outcomes }),
    'PATCH /api/intakes/one/rows': () => ({ decided: 1 }),
  });
  await page.has('is registered neither with Crossref nor with DataCite');
  const named = (text: string) => page.all('button').filter(({ textContent }) => textContent === text);
  expect([named('Try again').length, named('Add as a work with a link to the DOI').length]).toEqual([2, 1]);
  await page.click('Add as a work with a link to the DOI');
  await page.find('the first decision', () => decided().length === 1);
  const select = await page.find('the outcomes', () => page.all('select')[0]);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(select), 'value')?.set?.call(select, 'failed');
  select.dispatchEvent(
    new (select.ownerDocument.defaultView as never as { Event: typeof Event }).Event('change', {
      bubbles: true,
    }) as never,
  );
  await page.has('For all of these that have failed:');
  outcomes = { waiting: 2, fetched: 1 };
  await page.click('Add as a work with a link to the DOI');
  await page.has('Decided for one: Add as a work with a link to the DOI');
  // The outcome that is looked at stays chosen, although no row has it any more.
  await page.has('Failed (0)');
  expect(decided()).toEqual([
    { indexes: [0], decision: 'work' },
    { indexes: [0, 7], decision: 'work' },
  ]);
});

test('an edited list shows each cell as exported, now and in the file, with conflicts first', async () => {
  const cells = [
    { field: 'volume', from: '1', now: '1', to: '2', state: 'edit' },
    { field: 'title', from: 'Kilns', now: 'Kilns!', to: 'Ovens', state: 'conflict' },
    { field: 'isbn', from: '9780306406157', now: '9780306406157', to: '9.78E+12', state: 'damaged', reason: 'number' },
  ];
  const edit = {
    index: 0,
    line: 2,
    id: '10.5555/a',
    title: 'Kilns',
    version: 'v1',
    class: 'conflict',
    cells,
    decision: null,
    fields: null,
    outcome: 'waiting',
    edit: null,
    message: null,
  };
  const { page } = open({ ...intake, kind: 'edits', list: 'publications', counts: { conflict: 1 } }, [edit]);
  await page.has('Ovens');
  const shown = page.all('.edited-cell').map(({ textContent }) => textContent);
  expect(shown).toEqual([
    'Title ConflictAs exportedKilnsNowKilns!In the fileOvens',
    expect.stringMatching(/^ISBN Damaged it was made a number.*Now978030640615.*In the file9.78E\+12$/),
    'Volume ChangedAs exported1Now1In the file2',
  ]);
});
