import { afterEach, describe, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { type Answer, type Api, type Sent, TestWindow } from './browser.ts';

const session = {
  email: 'admin@example.org',
  is_superadmin: true,
  memberships: [{ workspace_id: 'library', role: 'workspace_admin' }],
  expires_at: null,
};

let window: TestWindow | undefined;
afterEach(() => window?.close());

/** Opens a page, with `api` in place of some answers that are made from the document. */
function open(address: string, api: (sent: Sent) => Answer | Promise<Answer> | undefined): TestWindow {
  const answer: Api = (sent) => {
    if (sent.path === '/api/session') return { body: session };
    return api(sent) ?? { body: answerTo(sent.path, true) ?? {} };
  };
  window = new TestWindow(address, answer);
  return window;
}

const changes = (page: TestWindow) =>
  page.sent
    .filter(({ method, path }) => method !== 'GET' && path !== '/api/faults')
    .map(({ method, path, body }) => [method, decodeURIComponent(path), body]);

const error = (status: number, code: string, issues: Json[] = []): Answer => ({
  status,
  body: { error: `The API says ${code}`, code, details: { issues }, request_id: 'request-of-the-test' },
});

describe('members', () => {
  const member = { email: 'ada@example.org', role: 'workspace_member', created_at: 1 };
  const list = (role = 'workspace_member'): Answer => ({ body: { members: [{ ...member, role }], invitations: [] } });
  const path = '/api/workspace/members/ada@example.org';

  test('get another role; an undo that fails is told, and can be tried again', async () => {
    let role = 'workspace_member';
    let isBroken = false;
    const page = open('/members', ({ method, body }) => {
      if (method === 'PATCH' && isBroken) return error(409, 'conflict');
      if (method === 'PATCH') role = (body as { role: string }).role;
      return method === 'PATCH' ? { body: { ...member, role } } : list(role);
    });
    await page.choose('Role of ada@example.org', 'workspace_admin');
    await page.has('ada@example.org now has the role Administrator');
    isBroken = true;
    await page.click('Undo');
    await page.has('The API says conflict');
    isBroken = false;
    await page.click('Recent changes');
    await page.click('Undo: ada@example.org now has the role Administrator');
    await page.has('Undone: ada@example.org now has the role Administrator');
    expect(changes(page)).toEqual([
      ['PATCH', path, { role: 'workspace_admin' }],
      ['PATCH', path, { role: 'workspace_member' }],
      ['PATCH', path, { role: 'workspace_member' }],
    ]);
  });

  test('can be changed again once reading the list has failed, however long it is tried again', async () => {
    let isDone = false;
    let reads = 0;
    const page = open('/members', ({ method }) => {
      if (method === 'PATCH') {
        isDone = true;
        return { body: { ...member, role: 'workspace_admin' } };
      }
      // The second try is never answered.
      if (isDone) return reads++ === 0 ? error(503, 'unavailable') : new Promise<never>(() => {});
      return list();
    });
    await page.choose('Role of ada@example.org', 'workspace_admin');
    await page.has('ada@example.org now has the role Administrator');
    await page.find('a choice that is not busy', () => page.all('main [aria-busy=true]').length === 0);
  });

  test('leave after their address was typed; the button says so until then', async () => {
    const page = open('/members', ({ method }) => (method === 'DELETE' ? { body: {} } : list()));
    await page.click('Remove ada@example.org');
    const remove = await page.button('Remove');
    expect([remove.getAttribute('aria-disabled'), page.text.includes('Type the text first')]).toEqual(['true', true]);
    await page.type('To confirm, type: ada@example.org', 'ada@example.org');
    await page.find('the button', () => remove.getAttribute('aria-disabled') === null);
    await page.submit('Remove');
    await page.has('ada@example.org is no member any more');
    expect(changes(page)).toEqual([['DELETE', path, null]]);
  });

  test('an invitation that the API refuses says so beside its field, and leaves what was typed', async () => {
    const refusal = error(400, 'invalid_body', [{ path: 'email', message: 'No such domain' }]);
    const page = open('/members', ({ method }) => (method === 'POST' ? refusal : list()));
    await page.click('Invite a person');
    await page.type('E-mail address', 'ada@nowhere');
    await page.submit('Invite a person');
    await page.find('the issue', () => page.all('.field-issue')[0]?.textContent === 'No such domain');
    expect(changes(page)).toEqual([
      ['POST', '/api/workspace/invitations', { email: 'ada@nowhere', role: 'workspace_member' }],
    ]);
  });

  test('what fails after its page is gone is told all the same', async () => {
    const answer = Promise.withResolvers<Answer>();
    const page = open('/members', ({ method }) => (method === 'POST' ? answer.promise : list()));
    await page.click('Invite a person');
    await page.type('E-mail address', 'ada@example.org');
    await page.submit('Invite a person');
    await page.find('the request', () => changes(page).length);
    await page.click('Cancel');
    await page.find('no dialog', () => page.all('[role=dialog]').length === 0);
    answer.resolve(error(409, 'conflict'));
    await page.has('The API says conflict');
  });
});

describe('an API key', () => {
  const [key] = (answerTo('/api/site-tools/api-keys', true) as { keys: object[] }).keys;
  const stored = {
    ...key,
    ...{ key_hash: 'hash-1', client_name: 'Harvester', last4: 'abcd', scopes: ['ingest'], rate_limit_per_minute: 60 },
    ...{ active: true, revoked_at: null, expires_at: null, rotated_to: null },
  };
  const path = '/api/site-tools/api-keys/hash-1';

  test('is changed, with what differs alone, and changed back', async () => {
    let now = { ...stored };
    const page = open('/api-keys', ({ method, body }) => {
      if (method === 'PATCH') now = { ...now, ...(body as object) };
      return method === 'PATCH' ? { body: now } : { body: { keys: [now] } as never };
    });
    await page.click('Edit Harvester …abcd');
    await page.type('Requests per minute', '123');
    await page.submit('Save');
    await page.has('123 requests a minute');
    await page.click('Undo');
    await page.has('60 requests a minute');
    expect(changes(page)).toEqual([
      ['PATCH', path, { rate_limit_per_minute: 123 }],
      ['PATCH', path, { rate_limit_per_minute: 60 }],
    ]);
  });

  test('needs a permission, and is deleted only when it is off', async () => {
    let now = { ...stored };
    let isDeleted = false;
    const page = open('/api-keys', ({ method, body }) => {
      if (method === 'PATCH') now = { ...now, ...(body as object) };
      if (method === 'DELETE') isDeleted = true;
      return { body: { keys: isDeleted ? [] : [now] } as never };
    });
    await page.click('Edit Harvester …abcd');
    await page.find('the form', () => page.all('[role=dialog] form').length);
    for (const box of page.all('[role=dialog] input[type=checkbox]')) {
      if ((box as unknown as { checked: boolean }).checked) (box as unknown as { click(): void }).click();
    }
    await page.has('Choose what it may do');
    expect((await page.button('Save')).getAttribute('aria-disabled')).toBe('true');
    await page.click('Cancel');
    expect(page.all('[aria-label^="Delete"]')).toEqual([]);
    await page.click('Switch off Harvester …abcd');
    await page.click('Delete Harvester …abcd');
    await page.type('To confirm, type: Harvester', 'Harvester');
    await page.submit('Delete');
    await page.has('No API keys');
    expect(changes(page).map(([method]) => method)).toEqual(['PATCH', 'DELETE']);
  });
});

test('the secret of a new key stays until it is stored, also when another key is made', async () => {
  const [known] = (answerTo('/api/site-tools/api-keys', true) as { keys: { [name: string]: Json }[] }).keys;
  let made = 0;
  const page = open('/api-keys', ({ method, path }) => {
    if (method !== 'POST' || path !== '/api/site-tools/api-keys') return undefined;
    made += 1;
    const key = { ...known, key_hash: `hash ${made}`, client_name: `Client ${made}` } as Json;
    return { status: 201, body: { key, secret: `secret ${made}` } as Json };
  });
  for (const name of ['Client 1', 'Client 2']) {
    await page.click('New API key');
    await page.type('Client', name);
    await page.submit('New API key');
    await page.has(`The new key of ${name}`);
  }
  expect(page.all('.secret code').map(({ textContent }) => textContent)).toEqual(['secret 2', 'secret 1']);
  await page.click('I have stored it');
  await page.find('one less', () => page.all('.secret code').length === 1);
  expect(page.text).toContain('secret 1');
});

test('an installation gets another name, and Undo gives it back', async () => {
  const { installation } = answerTo('/api/installations/installation-1', true) as { installation: object };
  let now: { [name: string]: Json } = {
    ...installation,
    ...{ id: 'installation-1', display_name: 'Our site', status: 'active', scopes: ['publications.read'] },
  };
  const page = open('/installations/installation-1', ({ method, path, body }) => {
    if (path !== '/api/installations/installation-1') return undefined;
    if (method === 'PATCH') now = { ...now, ...(body as object) };
    return { body: { installation: now } };
  });
  await page.click('Edit');
  await page.type('Name', 'The site of the library');
  await page.submit('Save');
  await page.has('The site of the library is changed');
  await page.find('the title', () => page.all('h1')[0]?.textContent === 'The site of the library');
  await page.click('Undo');
  await page.find('the title before', () => page.all('h1')[0]?.textContent === 'Our site');
});

test('the audit trail names what it is about, leads there, and filters by it', async () => {
  const record = (over: object) => ({
    ...{ occurred_at: 1, actor_id: 'user:root@example.org', workspace_id: null, request_id: 'r' },
    ...{ before: null, after: null, ...over },
  });
  const hash = 'a'.repeat(64);
  const records = [
    record({ id: '1', action: 'api_key.updated', resource_id: hash, after: { active: false } }),
    record({
      ...{ id: '2', action: 'installation.updated', resource_id: '08fbe34f-6f81-4eb6-9c1b-953e3927fe8a' },
      ...{ workspace_id: 'elsewhere', after: { display_name: 'The site of others' } },
    }),
    record({ id: '3', action: 'person.updated', resource_id: '0000-0002-1825-0097', actor_id: `api_key:${hash}` }),
    record({ id: '4', action: 'job.failed', resource_id: '1beb533d-f859-4317-b054-09bc7d90718c' }),
  ];
  const [key] = (answerTo('/api/site-tools/api-keys', true) as { keys: object[] }).keys;
  const page = open('/activity/audit', ({ path }) => {
    if (path === '/api/site-tools/audit') {
      return { body: { records, page: 1, per_page: 50, total: records.length, pages: 1 } as never };
    }
    if (path === '/api/site-tools/api-keys') {
      return { body: { keys: [{ ...key, key_hash: hash, client_name: 'Harvester' }] } as never };
    }
    if (path === '/api/people/0000-0002-1825-0097') {
      return { body: { ...(answerTo(path, true) as object), name: { en: 'Josiah Carberry' } } as never };
    }
    return undefined;
  });
  await page.has('Key of Harvester');
  await page.has('Josiah Carberry');
  const links = page.all('.resource a').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Harvester', '/api-keys'],
    ['Josiah Carberry', '/people/0000-0002-1825-0097'],
    ['Ingestion 1beb533d…', '/ingestion/1beb533d-f859-4317-b054-09bc7d90718c'],
  ]);
  expect(page.text).toContain('The site of others');
  await page.click('Show only The site of others');
  await page.find('the filtered trail', () =>
    page.sent.some(
      ({ path, query }) => path === '/api/site-tools/audit' && query.get('resource_id')?.startsWith('08f'),
    ),
  );
});
