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
function open(stored: Data) {
  const state = { data: { ...stored }, version: 1 };
  const page = new TestWindow(`/publication/${id}`, ({ method, path, body }, headers) => {
    if (path === '/api/session') return { body: session };
    if (decodeURIComponent(path) !== `/api/publications/${id}`) return { body: answerTo(path, true) ?? {} };
    const filled = answerTo(path, true) as { merged: { data: Data }; original: { data: Data } };
    if (method === 'PATCH') {
      if (headers.get('If-Match') !== `"${state.version}"`) {
        return { status: 412, body: { error: 'Changed meanwhile', code: 'precondition_failed', request_id: 'late' } };
      }
      for (const { op, path: at, value } of body as { op: string; path: string; value: Json }[]) {
        if (op !== 'test') state.data[at.replace('/data/', '')] = value;
      }
      state.version += 1;
    }
    const merged = { ...filled.merged, data: { ...filled.merged.data, ...state.data } };
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
