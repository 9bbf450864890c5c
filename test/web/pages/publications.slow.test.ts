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
function open(
  over: (sent: Sent) => ReturnType<Api> = () => undefined,
  address = '/publications',
  stored = {},
): TestWindow {
  const answer = (sent: Sent) => {
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
      default: {
        const body = answerTo(sent.path, false);
        return body === undefined ? { status: 404, body: { error: 'None', code: 'not_found' } } : { body };
      }
    }
  };
  window = new TestWindow(address, answer, 'en', stored);
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
    await page.has('Your role does not allow it');
    expect(sentTo(page, '/api/publications/bulk-edit')).toEqual([]);
    await page.has('All 230 results selected');
  });
});

test('each opening of "Filter" begins with the filters, not with the one before', async () => {
  const page = open();
  await page.click('Filter');
  await page.click('Researcher');
  const expanded = () => page.all('.popover-panel [aria-expanded=true]').length;
  await page.find('the picker', expanded);
  await page.click('Filter');
  await page.find('the end', () => page.all('.popover-panel').length === 0);
  await page.click('Filter');
  await page.button('Researcher');
  expect(expanded()).toBe(0);
});

describe('a year that is typed into a filter', () => {
  const panel = '.popover-panel';
  const typeYear = async (year: string) => {
    const page = open();
    await page.click('Filter');
    await page.click('Years');
    await page.type('From year', year);
    return page;
  };
  const closed = (page: TestWindow) => page.find('no panel', () => page.all(panel).length === 0);
  const value = (page: TestWindow) =>
    (page.all(`${panel} input`)[0] as unknown as { value: string } | undefined)?.value;
  const reopened = async (page: TestWindow, expected: string) => {
    await page.click('Filter');
    await page.click('Years');
    await page.find(`the field with ${expected}`, () => value(page) === expected);
  };

  test('is applied when the panel is left', async () => {
    const page = await typeYear('2020');
    await page.click('Filter');
    await closed(page);
    await page.find('the year', () => page.address.endsWith('publication_year_from=2020'));
  });

  test('is applied when another filter is opened, and when it is sent, once', async () => {
    const page = await typeYear('2020');
    await page.click('Type');
    await page.find('the year', () => page.address.endsWith('publication_year_from=2020'));
    await page.click('Cited at least');
    await page.type('Cited at least', '5');
    await page.submit('Apply');
    await closed(page);
    await page.find('both', () => page.address.endsWith('publication_year_from=2020&min_cited_by=5'));
  });

  test('is forgotten with Escape', async () => {
    const page = await typeYear('2020');
    page.pressAtFocus('Escape');
    await closed(page);
    await reopened(page, '');
    expect(page.address).toBe('/publications');
  });

  test('waits for the next time if it is none', async () => {
    const page = await typeYear('202');
    await page.has('Enter a year, such as 2024.');
    await page.click('Filter');
    await closed(page);
    expect(page.address).toBe('/publications');
    await reopened(page, '202');
  });
});

test('what could not be deleted stays selected, and can be deleted at once when that works again', async () => {
  let isBroken = true;
  const failure = { status: 500, body: { error: 'It has failed', code: 'internal_error', request_id: 'failed' } };
  const page = open(({ path, method }) =>
    isBroken && method === 'POST' && path === '/api/publications/bulk' ? failure : undefined,
  );
  await page.has('Title 10.5555/1');
  for (const box of page.all('tbody input[type=checkbox]').slice(0, 2)) (box as unknown as { click(): void }).click();
  await page.click('Delete');
  await page.has('2 of 2 failed');
  await page.has('2 selected');
  isBroken = false;
  await page.click('Delete');
  await page.has('2 publications deleted');
  page.press('z');
  await page.has('Undone for 2 publications');
});

test('what leaves the list leaves the selection, so that Delete strikes nothing unseen; z takes a click back', async () => {
  let hidden: readonly string[] = [];
  const page = open(({ method, path, body }) => {
    if (method === 'GET' && path === '/api/publications') {
      const filled = answerTo(path, true) as { [name: string]: Json };
      const publications = all.slice(0, 9).filter((id) => !hidden.includes(id));
      return { body: { ...filled, publications: publications.map(rowOf), page: 1, total: 9, pages: 1 } };
    }
    if (path === '/api/publications/bulk-edit') hidden = hidden.length > 0 ? [] : (body as { ids: string[] }).ids;
    return undefined;
  }, '/publications?visibility=visible');
  await page.has('Title 10.5555/1');
  for (const n of [0, 1]) (page.all('tbody input[type=checkbox]')[n] as unknown as { click(): void }).click();
  await page.has('2 selected');
  await page.click('Hide', '.action-bar button');
  await page.has('2 publications hidden');
  await page.find('no selection', () => !page.text.includes('2 selected'));
  page.press('Delete');
  page.press('z');
  await page.has('Title 10.5555/1');
  expect(sentTo(page, '/api/publications/bulk')).toEqual([]);
});

test('several filters are chosen in one list, which stays open', async () => {
  const values = { publication_year: 2024, publication_type: 'journal-article' };
  const page = open(({ path, query }) => {
    const facet = query.get('facets') as keyof typeof values | null;
    if (path !== '/api/publications' || !facet) return undefined;
    const filled = answerTo(path, true) as { [name: string]: Json };
    return { body: { ...filled, publications: [], facets: { [facet]: [{ value: values[facet], count: 3 }] } } };
  }, '/publications?orcid_id=0000-0002-1825-0097');
  const check = async (label: string) => {
    const box = await page.find(`the box ${label}`, () =>
      page.all('.popover-panel label').find(({ textContent }) => textContent === label),
    );
    (box as unknown as { click(): void }).click();
  };
  await page.click('Filter');
  await page.click('Year');
  await check('2024');
  await page.find('the year', () => page.address.includes('publication_year=2024'));
  await page.click('Type');
  await check('Journal article');
  await page.find('both', () => page.address.includes('publication_type=journal-article'));
  expect(page.address).toBe(
    '/publications?orcid_id=0000-0002-1825-0097&publication_year=2024&publication_type=journal-article',
  );
});

describe('an undo that others have come before', () => {
  const [one, other] = all.slice(0, 2) as [string, string];
  const refusal = (status: number, code: string, details: Json): Answer => ({
    status,
    body: { error: 'Somebody was faster', code, details, request_id: 'faster' },
  });
  const select = async (page: TestWindow) => {
    await page.has(`Title ${other}`);
    for (const box of page.all('tbody input[type=checkbox]').slice(0, 2)) (box as unknown as { click(): void }).click();
    await page.has('2 selected');
  };

  test.each([
    [
      'edited the field again',
      refusal(409, 'conflict', { fields: ['publisher'] }),
      'the field was edited again since, and keeps that value',
    ],
    ['deleted it', refusal(400, 'invalid_body', {}), 'it is deleted; restore it first'],
  ])('of a bulk edit: somebody has %s', async (_, answer, reason) => {
    const page = open(({ method, path }) => {
      if (method !== 'POST' || !path.startsWith('/api/publication-edits/')) return undefined;
      return decodeURIComponent(path).endsWith(one) ? answer : { body: { edit_count: 2 } };
    });
    await select(page);
    await page.click('Edit');
    await page.choose('Field', 'publisher');
    await page.type('Value', 'Blue');
    await page.submit('Edit 2 publications');
    await page.has('2 publications edited');
    await page.click('Undo');
    await page.has(`1 of 2 failed: ${reason}. “Title ${one}”`);
    await page.has('Undone for 1 publication');
    const reverted = page.sent.filter(({ path }) => path.startsWith('/api/publication-edits/')).map(({ body }) => body);
    expect(reverted).toEqual([{ revert: `edit of ${one}` }, { revert: `edit of ${other}` }]);
  });

  test('of a deletion: what somebody else has deleted stays so', async () => {
    const page = open(({ path }) => {
      if (path !== '/api/publications/bulk') return undefined;
      return { body: { success: true, changed: 1, changed_ids: [one], not_found: [] } };
    });
    await select(page);
    await page.click('Delete');
    await page.has('1 publication deleted');
    await page.click('Undo');
    await page.has('Undone for 1 publication');
    expect(idsSent(page, '/api/publications/bulk')).toEqual([[one, other], [one]]);
  });
});

describe('saved views', () => {
  const saved = (over: object) => ({
    ...{ id: 'view-1', list: 'publications', name: 'Retracted', search: { is_retracted: true }, shared: false },
    ...{ is_own: true, created_by: session.email, updated_at: 1, version: 3, ...over },
  });
  const withViews =
    (views: Json[], taken: string[] = [], refused = '') =>
    ({ method, path, body }: Sent) => {
      if (!path.startsWith('/api/saved-views')) return undefined;
      if (method === 'GET') return { body: { saved_views: views } };
      const { name = '' } = (body ?? {}) as { name?: string };
      if (method === 'POST' && taken.includes(name)) {
        const details = { fields: ['name'] };
        return { status: 409, body: { error: 'There is one', code: 'conflict', details, request_id: 'taken' } };
      }
      if (method === 'POST' && name === refused) {
        const details = { issues: [{ path: 'search.orcid_id', message: 'has the iD of a person who was erased' }] };
        return { status: 400, body: { error: 'It is refused', code: 'invalid_body', details, request_id: 'refused' } };
      }
      return method === 'DELETE' ? { body: { deleted: true } } : { body: saved({ name }) };
    };
  const sentOnes = (page: TestWindow, method: string) =>
    page.sent.filter((sent) => sent.method === method && sent.path.startsWith('/api/saved-views'));

  test('are listed apart from shared ones, opened, shared in their version, and deleted with an undo', async () => {
    const page = open(withViews([saved({}), saved({ id: 'view-2', name: 'Of others', shared: true, is_own: false })]));
    await page.click('Views');
    await page.has('Shared with the workspace');
    expect(page.all('[aria-label*="Of others"]')).toEqual([]);
    await page.click('Share the view Retracted with the workspace');
    const [change] = await page.find('the change', () => sentOnes(page, 'PATCH').length > 0 && sentOnes(page, 'PATCH'));
    expect(change).toMatchObject({ path: '/api/saved-views/view-1', body: { shared: true } });
    await page.click('Remove the view Retracted');
    await page.has('The view Retracted was removed');
    await page.click('Undo');
    await page.find('the view again', () => sentOnes(page, 'POST').length);
    expect(sentOnes(page, 'POST')[0]?.body).toMatchObject({ name: 'Retracted', search: { is_retracted: true } });
    await page.click('Views');
    await page.click('Retracted');
    await page.find('the filtered list', () =>
      sentTo(page, '/api/publications').some(({ query }) => query.is_retracted === 'true'),
    );
  });

  test('that the browser has kept move to the registry, once, beside others with their name', async () => {
    const views = ['Pots', 'Kilns'].map((name) => ({ name, search: { q: name, page: undefined } }));
    const page = open(withViews([], ['Kilns']), '/publications', {
      'registry.preferences': JSON.stringify({ views: { publications: views } }),
    });
    await page.click('Views');
    await page.find('all views', () => sentOnes(page, 'POST').length === 3);
    const bodies = sentOnes(page, 'POST').map(({ body }) => body as { name: string; search: object });
    expect(bodies.map(({ name }) => name)).toEqual(['Pots', 'Kilns', 'Kilns 2']);
    expect(bodies[0]).toMatchObject({ search: { q: 'Pots' }, shared: false });
    await page.find('that none is left', () => page.stored('registry.preferences').includes('"publications":[]'));
  });

  test('that the browser has kept and the registry refuses keep no other from moving', async () => {
    const views = ['Erased', 'Pots'].map((name) => ({ name, search: { q: name } }));
    const page = open(withViews([], [], 'Erased'), '/publications', {
      'registry.preferences': JSON.stringify({ views: { publications: views } }),
    });
    await page.click('Views');
    await page.find('that one is left', () => !page.stored('registry.preferences').includes('Pots'));
    expect(page.stored('registry.preferences')).toContain('Erased');
  });
});

test.each([
  ['/publications', ['1']],
  ['/publications?page=2', ['2', '3']],
  ['/publications?page=5', ['5']],
])('%s: the next page is read beforehand once pages are turned, as far as there is one', async (address, pages) => {
  const page = open(undefined, address);
  await page.has(`of 230`);
  const read = () => sentTo(page, '/api/publications').map(({ query }) => query.page);
  await page.find('the requests', () => read().length >= pages.length);
  expect(read()).toEqual(pages);
});

test('the way back from a publication keeps the search and the page, and returns to its row', async () => {
  const page = open(undefined, '/publications?q=pots&page=2');
  const row = await page.find('the row', () => page.all('a[href="/publication/10.5555/55"]')[0]);
  (row as unknown as { click(): void }).click();
  const back = await page.find('the way back', () => page.all('a.back')[0]);
  expect(String(back.getAttribute('href'))).toContain('q=pots');
  (back as unknown as { click(): void }).click();
  await page.find('the row with the focus', () => page.focused?.getAttribute('href') === '/publication/10.5555/55');
  expect(page.address).toBe('/publications?q=pots&page=2');
});
