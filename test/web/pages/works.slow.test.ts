import { afterEach, describe, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { type Answer, type Sent, TestWindow } from './browser.ts';

const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};
type Fields = { [name: string]: Json };

let window: TestWindow | undefined;
afterEach(() => window?.close());

/** Opens a page. `own` answers first; everything else is answered from the document of the API. */
function open(address: string, own: (sent: Sent) => Answer | undefined): TestWindow {
  window = new TestWindow(address, (sent) => {
    if (sent.path === '/api/session') return { body: session };
    return own(sent) ?? { body: answerTo(sent.path, false) ?? {} };
  });
  return window;
}

const work = (fields: Fields = {}): Fields => ({
  ...(answerTo('/api/works/work-1', false) as Fields),
  id: 'work-1',
  merged: {
    title: 'Kilns of the north',
    work_type: 'report',
    publication_date: '2020',
    publication_year: 2020,
    data: { publisher: 'Brown University', authors: [{ name: 'Josiah Carberry' }] },
  },
  visible: true,
  ...fields,
});
const carberry = { orcid: '0000-0002-1825-0097', name: 'Josiah Carberry' };
const writes = (page: TestWindow) =>
  page.sent
    .filter(({ method, path }) => method !== 'GET' && path !== '/api/faults')
    .map(({ query: _, ...sent }) => sent);

describe('a work', () => {
  const opened = (fields: Fields = {}, answer: (sent: Sent) => Answer | undefined = () => undefined) =>
    open('/works/work-1', (sent) => {
      const own = answer(sent);
      if (own) return own;
      if (sent.method !== 'GET')
        return {
          body: { ok: true, visible: true, edit_count: 1, changed_ids: ['work-1'], not_found: [], refused: [] },
        };
      return sent.path === '/api/works/work-1' ? { body: work(fields) } : undefined;
    });

  test('is edited: only the changed field is written', async () => {
    const page = opened();
    await page.click('Edit');
    await page.type('Publisher', 'Kiln Press');
    await page.click('Save');
    await page.has('The work is saved');
    expect(writes(page)).toEqual([
      {
        method: 'PATCH',
        path: '/api/works/work-1',
        body: [{ op: 'add', path: '/data/publisher', value: 'Kiln Press' }],
      },
    ]);
  });

  test('cannot lose its title, and a wrong date is refused beside its field', async () => {
    const page = opened();
    await page.click('Edit');
    await page.type('Publication date', '20l9');
    await page.has('This is not a date.');
    await page.has('To be corrected: Publication date');
    expect((await page.button('Save')).getAttribute('aria-disabled')).toBe('true');
  });

  test('that somebody else has changed shows both values, and writes nothing', async () => {
    let version = 0;
    const page = opened({}, ({ method, path }) => {
      if (method === 'PATCH') {
        version = 1;
        return { status: 412, body: { error: 'Changed since', code: 'precondition_failed' } };
      }
      if (path !== '/api/works/work-1' || version === 0) return undefined;
      return { body: work({ merged: { ...(work().merged as Fields), data: { publisher: 'Theirs' } } }) };
    });
    await page.click('Edit');
    await page.type('Publisher', 'Mine');
    await page.click('Save');
    await page.has('Theirs');
    await page.button('Keep mine');
    expect(writes(page)).toHaveLength(1);
  });

  test.each([
    ['Hide', { ids: ['work-1'], action: 'hide' }, { ids: ['work-1'], action: 'show' }],
    ['Delete', { ids: ['work-1'], action: 'delete' }, { ids: ['work-1'], action: 'restore' }],
  ])('%s takes effect at once, and is undone', async (action, done, undone) => {
    const page = opened();
    await page.click(action);
    await page.click('Undo');
    await page.find('the second write', () => writes(page).length === 2);
    expect(writes(page).map(({ path, body }) => [path, body])).toEqual([
      ['/api/works/bulk', done],
      ['/api/works/bulk', undone],
    ]);
  });

  test('a refusal is told, and nothing says that it is done', async () => {
    const page = opened({}, ({ path }) =>
      path === '/api/works/bulk'
        ? {
            body: {
              success: false,
              changed_ids: [],
              not_found: [],
              refused: [{ id: 'work-1', message: 'It is merged' }],
            },
          }
        : undefined,
    );
    await page.click('Hide');
    await page.has('It is merged');
    expect(page.text).not.toContain('Hidden:');
  });

  test('without the permission, the refusal is told', async () => {
    const page = opened({}, ({ method }) =>
      method === 'GET' ? undefined : { status: 403, body: { error: 'No', code: 'forbidden' } },
    );
    await page.click('Hide');
    await page.find('the refusal', () => page.all('.toast.bad').length);
  });

  test('a person is linked by the picker and unlinked', async () => {
    const page = opened({ researchers: [carberry] }, ({ path }) =>
      path === '/api/people'
        ? {
            body: {
              ...(answerTo('/api/people', true) as Fields),
              people: [carberry, { orcid: '0009-0000-0000-0008', name: 'Ada Lovelace' }],
              total: 2,
            },
          }
        : undefined,
    );
    await page.click('Link a person');
    await page.has('Ada Lovelace');
    await page.click('Ada Lovelace0009-0000-0000-0008');
    await page.has('The person is linked');
    await page.click('Unlink Josiah Carberry');
    await page.find('the second write', () => writes(page).length === 2);
    expect(writes(page).map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/api/works/work-1/researchers', { orcid: '0009-0000-0000-0008' }],
      ['DELETE', '/api/works/work-1/researchers/0000-0002-1825-0097', null],
    ]);
  });

  test('a DOI is attached by its address, and detached by the undo', async () => {
    const page = opened();
    await page.click('Attach a DOI or merge');
    await page.type('DOI of a publication in the registry', 'https://doi.org/10.5555/POTS');
    await page.click('Attach the DOI');
    await page.click('Undo');
    await page.find('the second write', () => writes(page).length === 2);
    expect(writes(page).map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/api/works/work-1/merge', { into: '10.5555/pots' }],
      ['DELETE', '/api/works/work-1/merge', null],
    ]);
  });

  test('that becomes part of a hidden publication is said to be nowhere public', async () => {
    const into = { id: '10.5555/pots', visible: false };
    const page = open('/works/work-1', ({ method, path }) => {
      if (method === 'POST') return { body: { ok: true, visible: true, edit_count: 0, into } };
      return path === '/api/works/work-1' ? { body: work() } : undefined;
    });
    await page.click('Attach a DOI or merge');
    await page.type('DOI of a publication in the registry', '10.5555/pots');
    await page.click('Attach the DOI');
    await page.has('which is hidden: neither of the two is public now');
  });

  test('a DOI that cannot be attached says so beside the field, which keeps it', async () => {
    const issues = [{ path: 'into', message: 'must be the DOI of a publication in the registry' }];
    const refused = {
      error: 'The body is not valid',
      code: 'invalid_body',
      details: { issues },
      request_id: 'refused',
    };
    const page = open('/works/work-1', ({ method, path }) => {
      if (method === 'POST') return { status: 400, body: refused };
      return path === '/api/works/work-1' ? { body: work() } : undefined;
    });
    await page.click('Attach a DOI or merge');
    await page.type('DOI of a publication in the registry', '10.5555/unknown');
    await page.click('Attach the DOI');
    await page.find('the reason', () => page.all('[role=dialog] .field-issue')[0]?.textContent === issues[0]?.message);
    expect((page.all('[role=dialog] form input')[0] as unknown as { value: string }).value).toBe('10.5555/unknown');
  });

  test('that has become a publication leads to it, and can be taken out again', async () => {
    const page = opened({ deleted_at: '2026-03-01T12:00:00.000Z', replaced_by: '10.5555/pots' });
    await page.has('This work has become the publication');
    expect(page.all('main a').map((link) => link.getAttribute('href'))).toContain('/publication/10.5555/pots');
    await page.button('Detach the DOI');
    expect(page.all('main button').map(({ textContent }) => textContent)).not.toContain('Edit');
  });

  test('of an ORCID record says which fields are edited, and returns one to the record', async () => {
    const source = { identifiers: [{ type: 'isbn', value: '9783161484100', url: null, relationship: 'self' }] };
    const page = opened({ source, edited: { data: { publisher: { value: 'Brown University', source_value: null } } } });
    await page.has('9783161484100');
    await page.click('Publisher: back to the ORCID record');
    await page.has('The edit is reverted');
    expect(writes(page)).toEqual([
      { method: 'PATCH', path: '/api/works/work-1', body: [{ op: 'remove', path: '/data/publisher' }] },
    ]);
  });
});

describe('the list', () => {
  const item = (id: string, fields: Fields = {}): Fields => ({
    ...((answerTo('/api/works', true) as { works: Fields[] }).works[0] as Fields),
    id,
    title: `Work ${id}`,
    publication_date: '2020-03',
    deleted_at: null,
    merged_into: null,
    visible: true,
    ...fields,
  });
  const list = (works: Fields[]) => ({
    body: { ...(answerTo('/api/works', true) as Fields), works, total: works.length, page: 1, pages: 1, per_page: 50 },
  });

  test('asks for what the address says, and links each work', async () => {
    const page = open('/works?q=kiln&origin=curator&publication_year_from=2019&status=all', ({ path }) =>
      path === '/api/works'
        ? list([item('a'), item('b', { merged_into: 'a', deleted_at: '2026-03-01T12:00:00.000Z' })])
        : undefined,
    );
    await page.has('Work a');
    const asked = page.sent.find(({ path }) => path === '/api/works')?.query;
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      q: 'kiln',
      origin: 'curator',
      publication_year_from: '2019',
      status: 'all',
    });
    expect(page.all('main tbody a').map((link) => link.getAttribute('href'))).toEqual(['/works/a', '/works/b']);
    // A merged work is separated on its page, not restored.
    expect(page.all('[aria-label=Restore]')).toEqual([]);
  });

  test('shows a date that is none as the source has written it', async () => {
    const dates = ['2020-03', 'Spring 2020', '2020-02-31', '2020-13', ''];
    const page = open('/works', ({ path }) =>
      path === '/api/works' ? list(dates.map((publication_date, n) => item(`w${n}`, { publication_date }))) : undefined,
    );
    await page.has('Work w4');
    for (const text of ['Mar 2020', ...dates.slice(1)]) expect(page.text).toContain(text);
  });

  test('hides the selected works at once, and its undo shows those that were hidden', async () => {
    const page = open('/works', ({ path, method }) => {
      if (method === 'POST') return { body: { success: true, changed_ids: ['a'], not_found: [], refused: [] } };
      return path === '/api/works' ? list([item('a'), item('b', { visible: false })]) : undefined;
    });
    await page.has('Work a');
    for (const box of page.all('tbody input[type=checkbox]')) (box as unknown as { click(): void }).click();
    await page.has('2 selected');
    const bar = await page.find('the bar', () => page.all('.action-bar button')[0]);
    (bar as unknown as { click(): void }).click();
    await page.click('Undo');
    await page.find('the second write', () => writes(page).length === 2);
    expect(writes(page).map(({ body }) => body)).toEqual([
      { ids: ['a'], action: 'hide' },
      { ids: ['a'], action: 'show' },
    ]);
  });

  test.each([
    ['/works', 'There are no works without a DOI yet'],
    ['/works?q=nothing', 'Nothing matches'],
  ])('without works, %s says why', async (address, text) => {
    const page = open(address, ({ path }) => (path === '/api/works' ? list([]) : undefined));
    await page.has(text);
  });
});

test('a work is added by hand, with its people', async () => {
  const page = open('/new-work', ({ path }) =>
    path.startsWith('/api/works') ? { status: 201, body: work() } : undefined,
  );
  await page.type('Text', 'Kilns of the north');
  await page.has('To be corrected: Type');
  await page.choose('Type', 'report');
  await page.type('Publication date', '2020-03');
  await page.click('Save');
  await page.find('the page of the work', () =>
    page.all('main h1').some(({ textContent }) => textContent === 'Kilns of the north'),
  );
  expect(writes(page)).toEqual([
    {
      method: 'POST',
      path: '/api/works',
      body: {
        title: 'Kilns of the north',
        work_type: 'report',
        publication_date: '2020-03',
        data: {},
        researcher_orcids: [],
      },
    },
  ]);
});

test('what is typed into the filters of works is applied when the panel is left', async () => {
  const page = open('/works', () => undefined);
  await page.click('Filters');
  await page.type('Identifier', 'HANDLE/1');
  await page.click('Filters');
  await page.find('the filter', () => page.address.includes('identifier=HANDLE'));
});

test('works of nobody are a list, too, whose filter is no person that is asked for', async () => {
  const page = open('/works?orcid_id=unknown', () => undefined);
  await page.has('Unknown');
  const lists = page.sent.filter(({ path }) => path === '/api/works').map(({ query }) => query.get('orcid_id'));
  expect(lists).toContain('unknown');
  expect(page.sent.filter(({ path }) => path.startsWith('/api/people/'))).toEqual([]);
});
