import { afterEach, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { TestWindow } from './browser.ts';

const orcid = '0000-0002-1825-0097';
const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};

let window: TestWindow | undefined;
afterEach(() => window?.close());

test('of two edits of one field of a person both values are shown, and an undo takes back no other one', async () => {
  const state = { biography: 'Glass-blower' };
  const page = new TestWindow(`/people/${orcid}`, ({ method, path, body }) => {
    if (path === '/api/session') return { body: session };
    const isPerson = path === `/api/researchers/${orcid}` || path === `/api/people/${orcid}`;
    if (isPerson && method === 'PATCH') state.biography = String((body as { biography: string }).biography);
    const filled = (answerTo(path, true) ?? {}) as { [name: string]: Json };
    if (!isPerson) return { body: filled };
    return { body: { ...filled, ...state, orcid, name: 'Ada Lovelace' } };
  });
  window = page;
  await page.click('Edit');
  await page.type('Biography', 'Glazier');
  state.biography = 'Potter';
  await page.submit('Save');
  await page.click('Keep mine');
  expect(state.biography).toBe('Potter');
  await page.submit('Save');
  await page.has('The profile was saved');
  expect(state.biography).toBe('Glazier');
  state.biography = 'Weaver';
  await page.click('Undo');
  await page.has('Not undone');
  expect(state.biography).toBe('Weaver');
});

test('a retracted publication is marked on the page of a person, and one without a question says why there is none', async () => {
  const page = new TestWindow(`/people/${orcid}`, ({ path }) => {
    if (path === '/api/session') return { body: session };
    const filled = (answerTo(path, true) ?? {}) as { [name: string]: Json };
    if (path !== '/api/publications') return { body: filled };
    const [publication] = filled.publications as { [name: string]: Json }[];
    const shown = { ...publication, visible: true, match_state: 'needs_attention' };
    const publications = [
      { ...shown, id: '10.5555/a', is_retracted: true, match_question: 'open' },
      { ...shown, id: '10.5555/b', match_question: 'authors_unknown' },
    ];
    return { body: { ...filled, publications } };
  });
  window = page;
  await page.has('Retracted');
  const marks = () => page.all('tbody tr').map((row) => row.querySelector('.badges')?.textContent);
  expect(marks()[0]).toMatch(/Retracted.*Needs attention/);
  expect(marks()[1]).toContain('No authors');
  expect(marks()[1]).not.toContain('Needs attention');
});

test('the page of a person leads to a report of all their outputs', async () => {
  const page = new TestWindow(`/people/${orcid}`, ({ path }) =>
    path === '/api/session' ? { body: session } : { body: answerTo(path, true) ?? {} },
  );
  window = page;
  const link = await page.find('the link', () =>
    page.all('main a').find(({ textContent }) => textContent === 'Report'),
  );
  expect(link.getAttribute('href')).toContain('/reports/new?');
  expect(link.getAttribute('href')).toMatch(/include=works/);
});
