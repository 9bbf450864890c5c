import { afterEach, describe, expect, test } from '@jest/globals';
import { reportTemplates } from '#src/records/reports/templates.ts';
import { answerTo, type Json } from './answers.ts';
import { type Answer, type Sent, TestWindow } from './browser.ts';

const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};

const id = 'a'.repeat(32);
const runId = (at: number) => `${id}-${String(at).padStart(13, '0')}-00000000`;

const definition = {
  name: 'Annual list',
  filter: { group_id: 'kilns', visibility: 'all', exclude_subtype: 'editorial' },
  period: { years: 'absolute', from: 2023, to: 2024 },
  outputs: 'both',
  sections: ['list', 'counts'],
  group_by: ['year', 'open_access'],
  counting: 'whole',
  year_of: 'first',
  style: 'apa',
  locale: 'en',
  bold: 'own',
  columns: [],
} satisfies Json;

const report = {
  id,
  definition,
  shared: true,
  has_left: false,
  is_own: true,
  created_by: 'curator@example.org',
  created_at: 1,
  updated_at: 1,
  running: null,
  last_run: null,
  version: 3,
} satisfies Json;

const counted = (whole: number, query: { [name: string]: Json }) => ({
  whole,
  in_several: 0,
  fractional: null,
  fractional_unknown: null,
  query: { visibility: 'all', include: 'works', ...query },
});

const counts = {
  group_by: ['year', 'open_access'],
  list: '/api/publications',
  counts: [
    { keys: [2023, 'gold'], ...counted(2, { counted_year: '2023', open_access_status: 'gold' }) },
    { keys: [2024, null], ...counted(5, { counted_year: '2024', open_access_status: 'unknown' }) },
  ],
  sums: [
    { by: 'year', key: 2023, ...counted(2, { counted_year: '2023' }) },
    { by: 'year', key: 2024, ...counted(5, { counted_year: '2024' }) },
    { by: 'open_access', key: 'gold', ...counted(2, { open_access_status: 'gold' }) },
    { by: 'open_access', key: null, ...counted(5, { open_access_status: 'unknown' }) },
  ],
  overall: counted(7, {}),
  labels: {},
} satisfies Json;

const preview = {
  ...counts,
  total: 7,
  items: [
    {
      kind: 'publication',
      id: '10.5555/a',
      citation: 'Potter, J. (2024). Kilns. https://doi.org/10.5555/a שלום',
      runs: [
        { text: 'Potter, J.', bold: true },
        { text: ' (2024). ' },
        { text: 'Kilns', italic: true },
        { text: '. ' },
        { text: 'https://doi.org/10.5555/a', link: 'https://doi.org/10.5555/a' },
        { text: ' ' },
        { text: 'שלום', right_to_left: true },
      ],
    },
  ],
} satisfies Json;

const summary = (at: number, more: { [name: string]: Json } = {}) => ({
  id: runId(at),
  report_id: id,
  state: 'finished',
  name: 'Annual list',
  requested_at: at,
  requested_by: 'curator@example.org',
  as_of: at,
  finished_at: at,
  total: 7,
  done: 7,
  missing: 0,
  previous_run: null,
  frozen: false,
  expires_at: null,
  erased: 0,
  message: null,
  ...more,
});

let window: TestWindow | undefined;
afterEach(() => window?.close());

/** Opens a page. `api` answers first, then the reports here, then the document of the API. */
function open(address: string, api: (sent: Sent) => Answer | undefined = () => undefined): TestWindow {
  window = new TestWindow(address, (sent): Answer => {
    if (sent.path === '/api/session') return { body: session };
    const answer = api(sent);
    if (answer) return answer;
    if (sent.path === '/api/reports/preview') return { body: preview };
    if (sent.path === '/api/reports') return { body: { reports: [report] } };
    if (sent.path === `/api/reports/${id}`) return { body: report };
    if (sent.path === `/api/reports/${id}/runs`) return { body: { runs: [] } };
    return { body: answerTo(sent.path, true) ?? {} };
  });
  return window;
}

const sentTo = (page: TestWindow, method: string, path: string) =>
  page.sent.filter((sent) => sent.method === method && sent.path === path);
const linkOf = (page: TestWindow, text: string, selector = 'main a') =>
  page
    .all(selector)
    .find(({ textContent }) => textContent === text)
    ?.getAttribute('href');

test('every number leads to the list that the API names for it', async () => {
  const page = open(`/reports/${id}`);
  await page.find('the numbers', () => page.all('.report-table').length > 0);
  const cells = page.all('.report-table')[0]?.querySelectorAll('tbody tr') ?? [];
  const address = (row: number) =>
    new URL(cells[row]?.querySelector('a')?.getAttribute('href') ?? '', 'https://x').searchParams;
  expect([...cells].map(({ textContent }) => textContent)).toEqual(['2023Gold20', '2024Unknown50']);
  expect(Object.fromEntries(address(1))).toEqual({
    ...{ visibility: 'all', include: 'works', counted_year: '2024', open_access_status: 'unknown' },
    ...{ sort: 'publication_date', dir: 'desc' },
  });
  expect(page.all('.report-chart rect.report-bar')).toHaveLength(2);
  const citation = page.all('.report-citations li bdi')[0];
  expect(citation?.textContent).toBe('Potter, J. (2024). Kilns. https://doi.org/10.5555/a שלום');
  const inForm = (name: string) => citation?.querySelector(name)?.textContent;
  expect([inForm('strong'), inForm('em'), inForm('bdi[dir=rtl]')]).toEqual(['Potter, J.', 'Kilns', 'שלום']);
  expect(citation?.querySelector('a')?.getAttribute('href')).toBe('https://doi.org/10.5555/a');
});

test('the list of a number says what it is of, and each filter can be taken away', async () => {
  const page = open('/publications?include=works&counted_year=2024&open_access_status=unknown&and_group_id=kilns');
  await page.has('Counts in2024');
  await page.has('Also of the group: ');
  expect(sentTo(page, 'GET', '/api/publications').map(({ query }) => query.get('counted_year'))).toContain('2024');
  await page.click('Remove the filter Also of the group');
  await page.find('the filter to be gone', () => !page.address.includes('and_group_id'));
});

describe('a new report', () => {
  test('has the filters and years of the list that it was made of', async () => {
    const page = open(
      '/reports/new?group_id=kilns&publication_year_from=2020&publication_year_to=2024&is_retracted=false',
    );
    const asked = await page.find('a preview', () => sentTo(page, 'POST', '/api/reports/preview').at(-1));
    expect(asked.body).toMatchObject({
      definition: {
        filter: { group_id: 'kilns', is_retracted: 'false' },
        period: { years: 'absolute', from: 2020, to: 2024 },
        outputs: 'publications',
      },
    });
    await page.has('Give the report a name.');
    await page.type('Name', 'Kilns since 2020');
    await page.submit('Save');
    const [saved] = await page.find('the report to be saved', () => {
      const sent = sentTo(page, 'POST', '/api/reports');
      return sent.length > 0 && sent;
    });
    expect(saved?.body).toMatchObject({ definition: { name: 'Kilns since 2020' }, shared: false });
  });

  test.each(reportTemplates)('of the template %s is previewed', async (template) => {
    const page = open(`/reports/new?template=${template}`);
    const asked = await page.find('a preview', () => sentTo(page, 'POST', '/api/reports/preview').at(-1));
    const { definition: sent } = asked.body as { definition: { group_by: string[] } };
    expect(Object.keys(sent).sort()).toEqual(Object.keys(definition).sort());
    expect(page.all('[role=alert]')).toEqual([]);
  });

  test('keeps what is typed when the page is left', async () => {
    const page = open('/reports/new');
    await page.type('Name', 'Half a report');
    page.go('/reports');
    await page.has('Templates');
    page.go('/reports/new');
    await page.find('the name', () =>
      page.all('input').some((field) => (field as unknown as { value: string }).value === 'Half a report'),
    );
  });
});

test('only numbers of the definition change the preview, and the list or the numbers must stay', async () => {
  const page = open(`/reports/${id}`);
  await page.has('Potter');
  const before = sentTo(page, 'POST', '/api/reports/preview').length;
  await page.choose('Then by', '');
  const asked = await page.find('another preview', () => {
    const sent = sentTo(page, 'POST', '/api/reports/preview');
    return sent.length > before && sent.at(-1);
  });
  expect(asked.body).toMatchObject({ definition: { group_by: ['year'] } });
});

test('a filter that no control shows stays when another is changed', async () => {
  const patches: Json[] = [];
  const page = open(`/reports/${id}`, (sent) => {
    if (sent.method !== 'PATCH') return undefined;
    patches.push(sent.body);
    return { body: { ...report, version: 4 } };
  });
  await page.click('Remove the filter Visibility');
  await page.submit('Save');
  await page.has('The report was saved');
  expect(patches).toMatchObject([
    { definition: { ...definition, filter: { group_id: 'kilns', exclude_subtype: 'editorial' } }, shared: true },
  ]);
});

test('a field that somebody else has changed meanwhile is asked about, and others are kept', async () => {
  let now: typeof report = report;
  const page = open(`/reports/${id}`, (sent) => {
    if (sent.path !== `/api/reports/${id}`) return undefined;
    if (sent.method !== 'PATCH') return { body: now };
    now = { ...report, version: 4, definition: { ...definition, style: 'harvard', locale: 'de' } };
    return { status: 412, body: { error: 'changed', code: 'precondition_failed' } };
  });
  await page.choose('Citation style', 'vancouver');
  await page.submit('Save');
  await page.has('harvard');
  await page.click('Keep mine');
  await page.submit('Save');
  const sent = await page.find('the second try', () => sentTo(page, 'PATCH', `/api/reports/${id}`)[1]);
  expect(sent.body).toMatchObject({ definition: { style: 'vancouver', locale: 'de' } });
});

test('a report of somebody else can be tried and copied, not changed', async () => {
  const page = open(`/reports/${id}`, ({ path, method }) =>
    path === `/api/reports/${id}` && method === 'GET' ? { body: { ...report, is_own: false } } : undefined,
  );
  await page.has('This is a report of');
  expect(page.all('main button').map(({ textContent }) => textContent)).not.toContain('Delete');
  await page.submit('Save as my own');
  await page.find('the copy', () => sentTo(page, 'POST', '/api/reports')[0]);
});

test('a run shows how far it is until it is finished, also to who comes back', async () => {
  let state = 'running';
  const page = open(`/reports/${id}/runs/${runId(1)}`, ({ path }) =>
    path === `/api/report-runs/${runId(1)}`
      ? {
          body: {
            ...summary(1, { state, done: 3 }),
            definition,
            query: {},
            counts: state === 'running' ? null : counts,
          },
        }
      : undefined,
  );
  await page.has('3 of 7');
  await page.has('You can leave this page');
  state = 'finished';
  await page.find('the numbers', () => page.all('.report-table').length > 0);
});

test('the differences to the run before are what the API says, field by field', async () => {
  const [first, second] = [summary(1), summary(2, { previous_run: runId(1), erased: 1 })];
  const page = open(`/reports/${id}/runs/${runId(2)}`, ({ path, query }) => {
    if (path === `/api/reports/${id}/runs`) return { body: { runs: [second, first] } };
    if (path === `/api/report-runs/${runId(2)}`) return { body: { ...second, definition, query: {}, counts } };
    if (!path.endsWith('/changes')) return undefined;
    const output = (name: string) => ({ kind: 'publication', id: `10.5555/${name}`, title: name });
    const fields = [{ field: 'title', before: 'Kilns', after: 'Kilns and fire' }];
    return {
      body: {
        since: query.get('since'),
        new: [output('Glazes')],
        gone: [output('Shards')],
        changed: [{ ...output('Kilns and fire'), fields }],
        totals: { new: 1, gone: 1, changed: 1 },
      },
    };
  });
  await page.has('1 new');
  await page.has('1 gone');
  await page.has('1 changed');
  expect(page.all('.change-table tbody tr').map(({ textContent }) => textContent)).toEqual([
    'TitleKilnsKilns and fire',
  ]);
  expect(linkOf(page, 'Shards')).toBe('/publication/10.5555/Shards');
  await page.has('A person who was in this run has been erased');
});

test('a run is frozen only after its report is named', async () => {
  const page = open(`/reports/${id}/runs/${runId(1)}`, ({ path, method }) => {
    if (path === `/api/report-runs/${runId(1)}`) return { body: { ...summary(1), definition, query: {}, counts } };
    return method === 'POST' && path.endsWith('/freeze') ? { body: summary(1, { frozen: true }) } : undefined;
  });
  await page.click('Freeze');
  await page.submit('Freeze');
  await page.type('To confirm, type: Annual list', 'Annual list');
  await page.submit('Freeze');
  await page.has('The run is frozen');
  expect(sentTo(page, 'POST', `/api/report-runs/${runId(1)}/freeze`)).toHaveLength(1);
});

test('an administrator takes over the report of somebody who has left', async () => {
  let now = { ...report, is_own: false, shared: false, has_left: true };
  const patches: Json[] = [];
  const page = open('/reports', (sent) => {
    if (sent.path === '/api/reports') return { body: { reports: [now] } };
    if (sent.path !== `/api/reports/${id}`) return undefined;
    if (sent.method === 'PATCH') {
      patches.push(sent.body);
      now = { ...now, is_own: true, has_left: false };
    }
    return { body: now };
  });
  await page.has('Of people who have left');
  page.go(`/reports/${id}`);
  await page.has('has left the workspace');
  await page.click('Take over');
  await page.has('The report is yours now');
  expect(patches).toEqual([{ take_over: true }]);
  await page.find('the button to be gone', () => !page.text.includes('has left the workspace'));
});

test('the list shows own and shared reports, and templates', async () => {
  const other = { ...report, id: 'b'.repeat(32), is_own: false, definition: { ...definition, name: 'Of others' } };
  const page = open('/reports', ({ path }) =>
    path === '/api/reports' ? { body: { reports: [report, other] } } : undefined,
  );
  await page.has('My reports');
  expect(linkOf(page, 'Annual list', 'table a')).toBe(`/reports/${id}`);
  expect(linkOf(page, 'Of others')).toBe(`/reports/${other.id}`);
  expect(linkOf(page, 'Open-access monitor')).toBe('/reports/new?template=open_access');
});
