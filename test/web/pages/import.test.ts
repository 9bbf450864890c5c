import { afterEach, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { TestWindow } from './browser.ts';

const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};

let window: TestWindow | undefined;
afterEach(() => window?.close());

const admin = { ...session, memberships: [{ workspace_id: 'library', role: 'workspace_admin' }] };

function open(kind = 'publications', signedIn = session, answers: Record<string, Json> = {}) {
  const sent: string[] = [];
  window = new TestWindow(`/import?kind=${kind}`, ({ method, path }) => {
    if (method !== 'GET') sent.push(path);
    if (answers[path]) return { body: answers[path] };
    return { body: path === '/api/session' ? signedIn : (answerTo(path, true) ?? {}) };
  });
  return { page: window, sent };
}

test('a table with other columns says before anything is sent that only its DOIs are read', async () => {
  const { page, sent } = open();
  const note = 'Only the column “doi” is read.';
  await page.type('DOIs', '10.5555/a');
  expect(page.text).not.toContain(note);
  await page.type('DOIs', 'doi,title\n10.5555/a,A better title');
  await page.has(note);
  await page.click('Check');
  await page.has('Import 1 publication');
  expect(page.text).toContain(note);
  expect(sent).toEqual([]);
});

test('a wrong iD is told once, and nothing can be checked until it is corrected', async () => {
  const { page } = open();
  await page.type('DOIs', '10.5555/a');
  await page.type('Link to these researchers (optional)', '0000-0002-1825-0098');
  const times = () => page.text.split('0000-0002-1825-0098').length - 1;
  await page.find('the problem', () => page.all('[role="alert"]')[0]);
  expect(times()).toBe(1);
  expect((await page.button('Check')).getAttribute('aria-disabled')).toBe('true');
});

test('a file without its columns is told which ones it needs, also after it was checked', async () => {
  const { page } = open('memberships', admin);
  await page.type('Members as CSV', 'ORCID;Institute\n0000-0002-1825-0097;Glass');
  const needed = 'The first line must name the columns, among them orcid, group.';
  await page.has(needed);
  await page.click('Check');
  expect(page.text).toContain(needed);
  await page.type('Members as CSV', 'orcid,group');
  await page.click('Check');
  await page.has('Enter a header and at least one row.');
});

test('a row that would be refused says why in the words of the page, or else in those of the API', async () => {
  const row = { outcome: 'failed', about: 'Glass' };
  const rows = [
    { ...row, line: 2, message: 'The API has no such group', code: 'group_unknown' },
    { ...row, line: 3, message: 'A reason of a later release', code: 'another' },
  ];
  const answers = { '/api/groups/import': { import_id: 'one', rows, left: 0 } };
  const { page } = open('memberships', admin, answers);
  await page.type('Members as CSV', 'staff_id,group\np-1,Glass\np-2,Glass');
  await page.click('Check');
  await page.has('There is no group Glass.');
  await page.has('A reason of a later release');
  expect(page.text).not.toContain('The API has no such group');
});
