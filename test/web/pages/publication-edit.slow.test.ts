import { afterEach, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { TestWindow } from './browser.ts';

const id = '10.5555/jcp.2020.115';
const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};

let window: TestWindow | undefined;
afterEach(() => window?.close());

type Data = { [name: string]: Json };

/** Opens a publication, of which `stored` are some values. A write is refused once somebody else has written. */
function open(stored: Data, promoted: Data = {}) {
  const state = { data: { ...stored }, promoted, version: 1, held: undefined as Promise<void> | undefined };
  const page = new TestWindow(`/publication/${id}`, async ({ method, path, body }, headers) => {
    if (path === '/api/session') return { body: session };
    if (decodeURIComponent(path) !== `/api/publications/${id}`) return { body: answerTo(path, true) ?? {} };
    const filled = answerTo(path, true) as { merged: { data: Data }; original: { data: Data } };
    if (method === 'PATCH') {
      await state.held;
      if (headers.get('If-Match') !== `"${state.version}"`) {
        return { status: 412, body: { error: 'Changed meanwhile', code: 'precondition_failed', request_id: 'late' } };
      }
      for (const { op, path: at, value } of body as { op: string; path: string; value: Json }[]) {
        if (op === 'test') continue;
        if (at.startsWith('/data/')) state.data[at.replace('/data/', '')] = value;
        else state.promoted[at.slice(1)] = value;
      }
      state.version += 1;
    }
    const merged = { ...filled.merged, ...state.promoted, data: { ...filled.merged.data, ...state.data } };
    const publication = { ...filled, id, merged, edit_count: state.version, deleted_at: null, visible: true };
    return { body: publication as never, headers: { ETag: `"${state.version}"` } };
  });
  window = page;
  return { page, state };
}

const write = async (page: TestWindow, field: string, text: string) => {
  await page.click(`Edit: ${field}`);
  await page.type(field, text);
  await page.has('1 field not saved');
};

test('two edits of different fields are both kept', async () => {
  const { page, state } = open({ volume: '4', issue: '1' });
  await write(page, 'Issue', '4b');
  Object.assign(state, { data: { ...state.data, volume: '41' }, version: 2 });
  await page.submit('Save');
  await page.has('1 field saved');
  expect(state.data).toEqual({ volume: '41', issue: '4b' });
  // Where the edit started, because its editor is gone.
  await page.find('the focus', () => page.focused?.getAttribute('aria-label') === 'Edit: Issue');
});

test('of two edits of the same field both values are shown, and one is chosen', async () => {
  const { page, state } = open({ pages: '1' });
  await write(page, 'Pages', '1-11');
  Object.assign(state, { data: { pages: '1–10' }, version: 2 });
  await page.submit('Save');
  await page.has('1–10');
  expect(state.data).toEqual({ pages: '1–10' });
  await page.click('Keep mine');
  await page.submit('Save');
  await page.has('1 field saved');
  expect(state.data).toEqual({ pages: '1-11' });
});

test('a year that is none and a second text of one language are refused beside the field', async () => {
  const { page, state } = open({}, { publication_year: 2020, publication_type: 'article', title: 'Pots' });
  await write(page, 'Year', '20l9');
  await page.has('Enter a year from 1000 to 3000.');
  await page.type('Year', '2019');
  await page.click('Edit: Title');
  await page.click('Add a language');
  await page.type('Text', 'AI: a survey');
  await page.type('Text', 'KI: ein Überblick', 1);
  for (const nth of [0, 1]) await page.type('Language', 'en', nth);
  await page.has('Each language needs a tag of its own');
  expect((await page.button('Save')).getAttribute('aria-disabled')).toBe('true');
  await page.type('Language', 'de', 1);
  await page.click('Edit: Type');
  await page.choose('Type', 'report');
  await page.submit('Save');
  await page.has('3 fields saved');
  expect(state.promoted).toMatchObject({
    publication_year: 2019,
    publication_type: 'report',
    title: { en: 'AI: a survey', de: 'KI: ein Überblick' },
  });
});

test('an edit that goes on while it is saved stays, and is saved next', async () => {
  const { page, state } = open({ publisher: 'None' });
  await write(page, 'Publisher', 'One');
  const held = Promise.withResolvers<void>();
  state.held = held.promise;
  await page.submit('Save');
  await page.find('the request', () => page.sent.some(({ method }) => method === 'PATCH'));
  await page.type('Publisher', 'One and more');
  held.resolve();
  await page.has('1 field saved');
  expect(page.all('main [role=alert]')).toEqual([]);
  await page.has('1 field not saved');
  await page.submit('Save');
  await page.find('the second value', () => state.data.publisher === 'One and more');
});

test('an edit that is discarded can be brought back', async () => {
  const { page } = open({ publisher: 'None' });
  await write(page, 'Publisher', 'Written for an hour');
  await page.click('Discard');
  await page.has('1 edit discarded');
  page.press('z');
  await page.has('1 field not saved');
});
