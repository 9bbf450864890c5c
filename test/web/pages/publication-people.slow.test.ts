import { afterEach, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { type Answer, type Sent, TestWindow } from './browser.ts';

const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};
type Fields = { [name: string]: Json };
const lovelace = { orcid: '0009-0000-0000-0008', name: 'Ada Lovelace' };
const address = '/publication/10.5555/pots';

let window: TestWindow | undefined;
afterEach(() => window?.close());

/** Opens the page of a publication. `own` answers before the document of the API. */
function open(fields: Fields, own: (sent: Sent) => Answer | undefined = () => undefined): TestWindow {
  const publication = {
    ...(answerTo('/api/publications/10.5555/pots', false) as Fields),
    id: '10.5555/pots',
    ...fields,
  };
  window = new TestWindow(address, (sent) => {
    if (sent.path === '/api/session') return { body: session };
    const answer = own(sent);
    if (answer) return answer;
    if (sent.method === 'GET' && decodeURIComponent(sent.path) === '/api/publications/10.5555/pots') {
      return { body: publication };
    }
    if (sent.path === '/api/people') {
      return { body: { ...(answerTo('/api/people', true) as Fields), people: [lovelace], total: 1 } };
    }
    return { body: answerTo(sent.path, false) ?? {} };
  });
  return window;
}

const writes = (page: TestWindow) =>
  page.sent
    .filter(({ method, path }) => method !== 'GET' && path !== '/api/faults')
    .map(({ method, path, query, body }) => [method, decodeURIComponent(path), query.toString(), body]);

test('a person is linked by the picker, and unlinked by its undo', async () => {
  const page = open({ deleted_at: null });
  await page.click('Link a person');
  await page.click('Ada Lovelace0009-0000-0000-0008');
  await page.click('Undo');
  await page.find('the second write', () => writes(page).length === 2);
  expect(writes(page)).toEqual([
    ['POST', '/api/publication-researchers/10.5555/pots', '', { orcid: lovelace.orcid }],
    ['DELETE', '/api/publication-researchers/10.5555/pots', `orcid=${lovelace.orcid}`, null],
  ]);
});

test('nobody is linked to a deleted publication', async () => {
  const page = open({ deleted_at: '2026-03-01T12:00:00.000Z' });
  await page.has('Researchers');
  expect(page.text).not.toContain('Link a person');
});

test('the own authors of the institution are named', async () => {
  const own = { position: 0, reasons: ['person'] };
  const page = open({
    own_authors: [
      { ...own, ...lovelace },
      { ...own, name: 'Josiah Carberry', orcid: null },
    ],
  });
  await page.has('Authors from the institution: Ada Lovelace, Josiah Carberry');
});

test('the journal is named as the registry knows it, and leads to its publications', async () => {
  const merged = { ...((answerTo('/api/publications/10.5555/pots', false) as Fields).merged as Fields) };
  const page = open({ merged: { ...merged, data: { journal: '1234-5679' } } }, ({ path, query }) =>
    path === '/api/publications' && query.get('journal') === '1234-5679'
      ? {
          body: {
            ...(answerTo('/api/publications', true) as Fields),
            publications: [],
            total: 3,
            facets: { journal: [{ value: '2345-6787', count: 3, title: 'Journal of Psychoceramics' }] },
          },
        }
      : undefined,
  );
  await page.has('Journal of Psychoceramics ISSN 2345-6787');
  const link = page.all('main a').find(({ textContent }) => textContent === '3 publications in the registry');
  expect(link?.getAttribute('href')).toBe('/publications?journal=2345-6787');
});

test('somebody is not this author, or no author at all, and that is taken back', async () => {
  const matches = '/api/publication-matches/10.5555/pots';
  const filled = answerTo(matches, true) as { researchers: Fields[]; not_authors: Fields[] };
  const [researcher = {}] = filled.researchers;
  const candidate = { ...(researcher.candidates as Fields[])[0], author_position: 0, editor_position: null };
  const person = { ...researcher, ...lovelace, is_open: true, decision: null, candidates: [candidate] };
  let isAuthor = true;
  const page = open({ deleted_at: null }, ({ method, path, body }) => {
    if (decodeURIComponent(path) !== matches) return undefined;
    if (method === 'POST') isAuthor = (body as Fields).decision !== 'not_an_author';
    const people = isAuthor
      ? { researchers: [person], not_authors: [] }
      : { researchers: [], not_authors: [{ ...filled.not_authors[0], ...lovelace }] };
    return { body: { ...filled, ...people } as never };
  });
  await page.click('Not this author');
  await page.find('the first write', () => writes(page).length === 1);
  await page.click('Not an author');
  await page.has('No authors, as curators have said');
  await page.click('Take the decision back');
  await page.find('the third write', () => writes(page).length === 3);
  expect(writes(page).map(([, , , body]) => (body as Fields).decision)).toEqual(['reject', 'not_an_author', 'undo']);
});
