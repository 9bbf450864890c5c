import { afterEach, describe, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { type Answer, type Api, type Sent, TestWindow } from './browser.ts';

const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};
const all = Array.from({ length: 230 }, (_, n) => `10.5555/${n}`);
const rowOf = (id: string) => ({
  ...(answerTo('/api/publications', true) as { publications: [object] }).publications[0],
  ...{ id, title: `Title ${id}`, publication_date: '2020-03', visible: true, deleted_at: null },
});

let window: TestWindow | undefined;
afterEach(() => window?.close());

/** Opens the list of a registry with these publications, in which a search for "pots" finds the first 60. */
function open(over: (sent: Sent) => ReturnType<Api> = () => undefined, address = '/publications'): TestWindow {
  window = new TestWindow(address, (sent) => {
    const special = over(sent);
    if (special) return special;
    const found = sent.query.get('q') === 'pots' ? all.slice(0, 60) : all;
    switch (`${sent.method} ${sent.path}`) {
      case 'GET /api/session':
        return { body: session };
      case 'GET /api/publications': {
        const filled = answerTo(sent.path, true) as { [name: string]: Json };
        const first = 50 * (Number(sent.query.get('page')) - 1);
        const publications = found.slice(first, first + 50).map(rowOf);
        const pages = Math.ceil(found.length / 50);
        return { body: { ...filled, publications, page: first / 50 + 1, per_page: 50, total: found.length, pages } };
      }
      case 'GET /api/publications/ids': {
        const page = Number(sent.query.get('page'));
        const ids = found.slice(150 * (page - 1), 150 * page);
        return { body: { ids, page, per_page: 150, total: found.length, pages: Math.ceil(found.length / 150) } };
      }
      case 'POST /api/publications/bulk-edit': {
        const { ids } = sent.body as { ids: string[] };
        return { body: { results: ids.map((id) => ({ id, outcome: 'edited', edit_id: `edit of ${id}` })) } };
      }
      case 'POST /api/publications/bulk': {
        const { ids } = sent.body as { ids: string[] };
        return { body: { success: true, changed: ids.length, changed_ids: ids, not_found: [] } };
      }
      default:
        return { body: answerTo(sent.path, true) ?? {} };
    }
  });
  return window;
}

const sentTo = (page: TestWindow, path: string) =>
  page.sent.filter((sent) => sent.path === path).map(({ body, query }) => ({ body, query: Object.fromEntries(query) }));
const idsSent = (page: TestWindow, path: string) =>
  sentTo(page, path).map(({ body }) => (body as { ids: string[] }).ids);

async function selectAllShown(page: TestWindow) {
  await page.has('Title 10.5555/0');
  const box = await page.find('the box of all rows', () => page.all('thead input[type=checkbox]')[0]);
  (box as unknown as { click(): void }).click();
}

describe('the whole result', () => {
  test('is selected beyond the page, changed in parts, and undone', async () => {
    const page = open();
    await selectAllShown(page);
    await page.has('50 selected');
    await page.click('Select all 230 results');
    await page.has('All 230 results selected');
    await page.click('Hide');
    await page.has('230 publications hidden');
    expect(sentTo(page, '/api/publications/ids').map(({ query }) => query.page)).toEqual(['1', '2']);
    expect(sentTo(page, '/api/publications/ids')[0]?.query).toMatchObject({ status: 'active', versions: 'shown' });
    const parts = idsSent(page, '/api/publications/bulk-edit');
    expect([parts.map(({ length }) => length), parts.flat()]).toEqual([[100, 100, 30], all]);
    // Nothing stays selected that is not shown.
    expect(page.text).not.toContain('results selected');
    await page.click('Undo');
    await page.has('Undone for 230 publications');
    expect(idsSent(page, '/api/publications/bulk-edit').flat()).toEqual([...all, ...all]);
  });

  test('of a search is what that search finds, and is let go with another', async () => {
    const page = open(undefined, '/publications?q=pots');
    await selectAllShown(page);
    await page.click('Select all 60 results');
    await page.click('Delete');
    await page.has('60 publications deleted');
    expect(sentTo(page, '/api/publications/ids')[0]?.query).toMatchObject({ q: 'pots', search_in: 'everything' });
    expect(idsSent(page, '/api/publications/bulk').flat()).toEqual(all.slice(0, 60));
  });

  test('is stopped after what is being changed', async () => {
    const first = Promise.withResolvers<Answer>();
    const page = open(({ path, body }) => (path === '/api/publications/bulk' && body ? first.promise : undefined));
    await selectAllShown(page);
    await page.click('Select all 230 results');
    await page.click('Delete');
    await page.find('the first part', () => sentTo(page, '/api/publications/bulk').length);
    await page.click('Stop');
    const changed_ids = all.slice(0, 100);
    first.resolve({ body: { success: true, changed: 100, changed_ids, not_found: [] } });
    await page.has('100 publications deleted. Stopped after 100 of 230');
    expect(idsSent(page, '/api/publications/bulk')).toEqual([changed_ids]);
  });

  test('is not changed in part if its ids cannot be read', async () => {
    const page = open(({ path }) =>
      path === '/api/publications/ids'
        ? { status: 403, body: { error: 'No longer a member', code: 'forbidden', request_id: 'refused' } }
        : undefined,
    );
    await selectAllShown(page);
    await page.click('Select all 230 results');
    await page.click('Hide');
    await page.has('Your role in this workspace does not allow it');
    expect(sentTo(page, '/api/publications/bulk-edit')).toEqual([]);
    await page.has('All 230 results selected');
  });
});
