import { afterEach, expect, test } from '@jest/globals';
import { answerTo } from './answers.ts';
import { TestWindow } from './browser.ts';

const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};

let window: TestWindow | undefined;
afterEach(() => window?.close());

test('the search box has what was typed before its code was there', async () => {
  const page = new TestWindow('/account', ({ path }) => ({
    body: path === '/api/session' ? session : (answerTo(path, true) ?? {}),
  }));
  window = page;
  await page.find('the page', () => page.all('main h1')[0]);
  page.press('/');
  // React shows what changed, as between two keys of a person.
  await page.find('the box on its way', () => page.all('.frame-search[aria-expanded=true]')[0]);
  for (const key of ['p', 'o', 'x', 'Backspace', 't']) page.press(key);
  expect(page.all('[role=combobox]')).toEqual([]);
  const field = await page.find('the field', () => page.all('[role=combobox]')[0] as unknown as { value: string });
  await page.find('what was typed', () => field.value === 'pot');
});

const none = { people: [], publications: [], projects: [], works: [] };
const totals = { total_people: 0, total_publications: 0, total_projects: 0, total_works: 0 };

test('Enter opens what is found for the whole text, not for the beginning that was searched before', async () => {
  const page = new TestWindow('/account', ({ path, query }) => {
    if (path === '/api/session') return { body: session };
    if (path !== '/api/search') return { body: answerTo(path, true) ?? {} };
    const q = query.get('q') ?? '';
    const publication = { id: `10.5555/${q}`, title: `About ${q}`, authors: [], container_title: null };
    const publications = [{ ...publication, publication_year: 2020, visible: true }];
    return { body: { ...none, ...totals, q, publications, total_publications: 1 } };
  });
  window = page;
  await page.find('the page', () => page.all('main h1')[0]);
  page.press('/');
  await page.search('pot');
  await page.has('About pot');
  await page.search('pottery', true);
  await page.find('the record', () => page.address === '/publication/10.5555/pottery');
});

test('an identifier that is to be imported is added to the entries that are there', async () => {
  const page = new TestWindow('/import?kind=publications', ({ path }) => ({
    body: path === '/api/session' ? session : (answerTo(path, true) ?? {}),
  }));
  window = page;
  await page.type('DOIs', '10.5555/typed');
  page.go('/account');
  await page.find('another page', () => page.all('main .settings')[0]);
  page.go('/import?kind=publications&ids=10.5555%2Fasked');
  const area = () => page.all('textarea')[0] as unknown as { value: string } | undefined;
  await page.find('both', () => area()?.value === '10.5555/typed\n10.5555/asked');
  // While the check of the entries is shown, another link says where its identifier is.
  await page.click('Check');
  await page.has('10.5555/asked');
  page.go('/import?kind=publications&ids=10.5555%2Flater');
  await page.has('10.5555/later is among the entries of the next import');
});
