import { afterEach, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { TestWindow } from './browser.ts';

type Fields = { [name: string]: Json };

const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};
/** Publications of 15 years, one a year, and of no year. */
const years = Array.from({ length: 15 }, (_, index) => ({ value: 2010 + index, count: 1 }));
const total = 20;
const facets = {
  publication_year: [{ value: null, count: 5 }, ...years],
  publication_type: ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    .map((value) => ({ value, count: 2 }))
    .concat({ value: 'h', count: 6 }),
  open_access_status: [
    { value: 'gold', count: 12 },
    { value: null, count: 8 },
  ],
  journal: [
    { value: '0264-3561', title: 'Kilns', count: 4 },
    { value: null, count: 16 },
  ],
  missing: [],
} as unknown as Json;

let window: TestWindow | undefined;
afterEach(() => window?.close());

test('the bars of the overview are as many publications as there are, and the earlier years are one of them', async () => {
  window = new TestWindow('/', ({ path }) => {
    if (path === '/api/session') return { body: session };
    if (path !== '/api/publications') return { body: answerTo(path, true) ?? {} };
    return { body: { ...(answerTo(path, false) as Fields), total, facets } };
  });
  const page = window;
  await page.has('Kilns');
  const barsOf = (title: string) => {
    const card = page.all('section.card').find((each) => each.querySelector('h2')?.textContent === title);
    return [...(card?.querySelectorAll('li') ?? [])].map((bar) => ({
      name: bar.querySelector('.bar-name, .column-name')?.textContent,
      count: Number.parseInt(bar.querySelector('.bar-count, .column-count')?.textContent ?? '', 10),
      link: bar.querySelector('a')?.getAttribute('href') ?? null,
    }));
  };
  for (const title of ['By year', 'By type', 'By open access', 'Most frequent journals']) {
    expect([title, barsOf(title).reduce((sum, { count }) => sum + count, 0)]).toEqual([title, total]);
  }
  const byYear = barsOf('By year');
  expect([byYear[0]?.name, byYear[0]?.count]).toEqual(['to 2013', 4]);
  expect(byYear[0]?.link).toContain('publication_year_to=2013');
  expect(byYear.slice(-2)).toEqual([
    { name: '2024', count: 1, link: expect.stringContaining('publication_year=2024') },
    { name: 'Unknown', count: 5, link: null },
  ]);
  expect(barsOf('By type').at(-1)).toEqual({ name: 'Others', count: 10, link: null });
  expect(barsOf('Most frequent journals')).toEqual([
    { name: 'Kilns', count: 4, link: expect.stringContaining('journal=0264-3561') },
    { name: 'Without a journal', count: 16, link: null },
  ]);
});

test('the number of works is the length of the list that it leads to', async () => {
  window = new TestWindow('/', ({ path }) => {
    if (path === '/api/session') return { body: session };
    const body = (answerTo(path, path !== '/api/works') ?? {}) as Fields;
    return { body: path === '/api/works' ? { ...body, total: 4321 } : body };
  });
  await window.has('4,321');
  const [figure] = window.all('dl.numbers a').filter(({ textContent }) => textContent === '4,321');
  expect(figure?.getAttribute('href')).toBe('/works');
});

test('the overview says which sources are not asked, until when and why', async () => {
  const reason = 'OpenAlex has no requests left in its quota and is asked again after 2026-12-01 00:00 UTC';
  const paused_sources = [{ source: 'openalex', lists_only: false, until: Date.parse('2026-12-01'), reason }];
  window = new TestWindow('/', ({ path }) => {
    if (path === '/api/session') return { body: session };
    const body = (answerTo(path, path !== '/api/ingest/jobs') ?? {}) as Fields;
    return { body: path === '/api/ingest/jobs' ? { ...body, paused_sources } : body };
  });
  await window.has(reason);
});
