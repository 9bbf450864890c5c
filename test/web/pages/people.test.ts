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
