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
