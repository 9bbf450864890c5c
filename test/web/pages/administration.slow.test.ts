import { afterEach, describe, expect, test } from '@jest/globals';
import { syntheticPerson } from '../../../local/data/synthetic.ts';
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
  const roles = (page: TestWindow) => page.all('[role=menuitemradio]');
  const openRoles = async (page: TestWindow) => {
    await page.click('Member: role of ada@example.org');
    await page.find('the roles', () => roles(page).length === 2);
  };
  const give = async (page: TestWindow, role: string) => {
    await openRoles(page);
    await page.click(role, '[role=menuitemradio]');
  };

  test('keep their role while somebody goes through the roles with the arrow keys, until Enter', async () => {
    const page = open('/members', ({ method }) => (method === 'PATCH' ? { body: member } : list()));
    await openRoles(page);
    (roles(page)[0] as unknown as { focus(): void }).focus();
    page.pressAtFocus('ArrowDown');
    await page.find('the focus at the other role', () => page.focused?.textContent === 'Administrator');
    page.pressAtFocus('Escape');
    await page.find('the focus at the button', () => page.focused?.getAttribute('aria-haspopup') === 'true');
    expect(page.focused?.getAttribute('aria-label')).toBe('Member: role of ada@example.org');
    expect(changes(page)).toEqual([]);
    await openRoles(page);
    (roles(page)[0] as unknown as { focus(): void }).focus();
    page.pressAtFocus('ArrowDown');
    await page.find('the focus at the other role', () => page.focused?.textContent === 'Administrator');
    page.pressAtFocus('Enter');
    await page.find('the change', () => changes(page).length === 1);
    expect(changes(page)).toEqual([['PATCH', path, { role: 'workspace_admin' }]]);
  });

  test('are not changed by choosing the role that they have', async () => {
    const page = open('/members', () => list());
    await give(page, 'Member');
    await page.find('no menu', () => roles(page).length === 0);
    expect(changes(page)).toEqual([]);
  });

  test('get another role; an undo that fails is told, and can be tried again', async () => {
    let role = 'workspace_member';
    let isBroken = false;
    const page = open('/members', ({ method, body }) => {
      if (method === 'PATCH' && isBroken) return error(409, 'conflict');
      if (method === 'PATCH') role = (body as { role: string }).role;
      return method === 'PATCH' ? { body: { ...member, role } } : list(role);
    });
    await give(page, 'Administrator');
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
    await give(page, 'Administrator');
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
    await page.has('ada@example.org is no longer a member');
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

  test('an invitation that was begun is there again after another page, until it is cancelled or sent', async () => {
    const page = open('/members', ({ method }) =>
      method === 'POST' ? { status: 201, body: { invitation: { email: 'ada@example.org' } } } : list(),
    );
    const typed = () => (page.all('[role=dialog] input[type=email]')[0] as unknown as { value: string })?.value;
    const begin = async (expected: string) => {
      await page.click('Invite a person');
      await page.find(`the dialog with ${expected || 'nothing'}`, () => typed() === expected);
    };
    const leave = async () => {
      page.go('/installations');
      await page.find('no dialog', () => page.all('[role=dialog]').length === 0);
      page.go('/members');
    };
    await begin('');
    await page.type('E-mail address', 'ada@example.org');
    await leave();
    await begin('ada@example.org');
    await page.click('Cancel');
    await begin('');
    await page.type('E-mail address', 'ada@example.org');
    await leave();
    await begin('ada@example.org');
    await page.submit('Invite a person');
    await page.find('no dialog', () => page.all('[role=dialog]').length === 0);
    await begin('');
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
    page.go('/members');
    await page.find('no dialog', () => page.all('[role=dialog]').length === 0);
    page.go('/api-keys');
    await page.click('Edit Harvester …abcd');
    await page.find('what was typed', () =>
      page.all('[role=dialog] input').some((each) => (each as unknown as { value: string }).value === '123'),
    );
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
    await page.has(`The new key for ${name}`);
  }
  expect(page.all('.secret code').map(({ textContent }) => textContent)).toEqual(['secret 2', 'secret 1']);
  await page.click('I have stored it');
  await page.find('one less', () => page.all('.secret code').length === 1);
  expect(page.text).toContain('secret 1');
});

describe('a secret that is not stored yet', () => {
  const [known] = (answerTo('/api/site-tools/api-keys', true) as { keys: { [name: string]: Json }[] }).keys;
  const stored = {
    ...known,
    client_name: 'Harvester',
    last4: 'abcd',
    active: true,
    revoked_at: null,
    expires_at: null,
  };
  const keys: Answer = { body: { keys: [{ ...stored, rotated_to: null }] } as Json };
  const openKeys = () => {
    const answer = Promise.withResolvers<Answer>();
    const page = open('/api-keys', ({ method, path }) => {
      if (method === 'POST' && path.endsWith('/rotate')) return answer.promise;
      return path === '/api/site-tools/api-keys' ? keys : undefined;
    });
    const made = { status: 201, body: { key: { ...stored, key_hash: 'new' }, secret: 'the secret' } as Json };
    return { page, succeed: () => answer.resolve(made), fail: () => answer.resolve(error(500, 'internal_error')) };
  };
  const secrets = (page: TestWindow) => page.all('.secret code').map(({ textContent }) => textContent);
  const rotation = 'Rotate Harvester …abcd';

  test('holds who leaves while it is being made, and lets them go on once it is stored', async () => {
    const { page, succeed } = openKeys();
    await page.button(rotation);
    expect(page.asksBeforeClosing).toBe(false);
    await page.click(rotation);
    page.go('/members?page=2');
    await page.has('The secret is being made');
    expect(page.asksBeforeClosing).toBe(true);
    succeed();
    await page.find('the secret', () => secrets(page).length === 1);
    await page.has('Store the secret first');
    expect([page.address, secrets(page)]).toEqual(['/api-keys', ['the secret']]);
    await page.click('I have stored it');
    await page.find('the other page', () => page.address.startsWith('/members'));
    expect(page.asksBeforeClosing).toBe(false);
  });

  test('holds nobody when making it has failed, and the page says so', async () => {
    const { page, fail } = openKeys();
    await page.click(rotation);
    page.go('/members');
    await page.has('The secret is being made');
    fail();
    await page.has('The API says internal_error');
    await page.find('no notice', () => !page.text.includes('The secret is being made'));
    expect(page.address).toBe('/api-keys');
    page.go('/members');
    await page.find('the other page', () => page.address === '/members');
  });

  test('is left behind by who wants to', async () => {
    const { page, succeed } = openKeys();
    await page.click(rotation);
    succeed();
    await page.find('the secret', () => secrets(page).length === 1);
    page.go('/members');
    await page.click('Leave without it');
    await page.find('the other page', () => page.address === '/members');
    page.go('/api-keys');
    await page.button(rotation);
    expect(secrets(page)).toEqual([]);
  });

  test('holds who leaves the page of an installation, too', async () => {
    const { installation } = answerTo('/api/installations/installation-1', true) as { installation: object };
    const answer = Promise.withResolvers<Answer>();
    const page = open('/installations/installation-1', ({ method, path }) => {
      if (method === 'POST') return answer.promise;
      const now = { ...installation, id: 'installation-1', display_name: 'Our site', status: 'active' };
      return path === '/api/installations/installation-1' ? { body: { installation: now } as Json } : undefined;
    });
    await page.click('Issue a credential');
    page.go('/members');
    await page.has('The secret is being made');
    answer.resolve({ status: 201, body: { secret: 'the secret' } });
    await page.find('the secret', () => secrets(page).length === 1);
    await page.click('I have stored it');
    await page.find('the other page', () => page.address === '/members');
  });
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
    record({ id: '5', action: 'publication.rederived', resource_id: '10.5555/kilns' }),
    record({ id: '4', action: 'job.failed', resource_id: '1beb533d-f859-4317-b054-09bc7d90718c' }),
  ];
  const [key] = (answerTo('/api/site-tools/api-keys', true) as { keys: object[] }).keys;
  const page = open('/activity/audit', ({ path }) => {
    if (path === '/api/site-tools/audit') {
      const names = { '0000-0002-1825-0097': 'Josiah Carberry', '10.5555/kilns': 'Kilns' };
      return { body: { records, page: 1, per_page: 50, total: records.length, pages: 1, names } as never };
    }
    if (path === '/api/site-tools/api-keys') {
      return { body: { keys: [{ ...key, key_hash: hash, client_name: 'Harvester' }] } as never };
    }
    return undefined;
  });
  await page.has('Key of Harvester');
  await page.has('Josiah Carberry');
  const links = page.all('.resource a').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Harvester', '/api-keys'],
    ['Josiah Carberry', '/people/0000-0002-1825-0097'],
    ['Kilns', '/publication/10.5555/kilns'],
    ['Ingestion 1beb533d…', '/ingestion/1beb533d-f859-4317-b054-09bc7d90718c'],
  ]);
  expect(page.text).toContain('The site of others');
  expect(page.sent.filter(({ path }) => /^\/api\/(people|projects|installations)/.test(path))).toEqual([]);
  await page.click('Show only The site of others');
  await page.find('the filtered trail', () =>
    page.sent.some(
      ({ path, query }) => path === '/api/site-tools/audit' && query.get('resource_id')?.startsWith('08f'),
    ),
  );
});

const names = { '0000-0002-1825-0097': { en: 'Josiah Carberry' } };

test('an import names the people of the registry, and those whom it has brought in', async () => {
  const [known, fresh] = ['0000-0002-1825-0097', '0000-0001-5109-3700'];
  let isDone = false;
  const job = (orcid_id: string) => ({
    ...(answerTo('/api/ingest/jobs', true) as { jobs: object[] }).jobs[0],
    ...{ job_id: `job of ${orcid_id}`, orcid_id, status: isDone ? 'succeeded' : 'queued' },
  });
  const page = open(`/import?ids=${known}%0A${fresh}`, ({ method, path }) => {
    if (path === '/api/ingest/status') {
      const news = isDone && { [fresh]: 'Ada Lovelace' };
      const statuses = [known, fresh].map(job);
      isDone = true;
      return { body: { statuses, names: { ...names, ...news } } as never };
    }
    if (method !== 'POST' || path !== '/api/import/orcid') return undefined;
    return { status: 202, body: { queued: 2, jobs: [], skipped: [], erased: [], names } };
  });
  await page.has('2 rows');
  await page.click('Check');
  await page.click('Import 2 researchers');
  await page.find('both names', () => page.all('.import-rows th a').length === 2);
  expect(page.all('.import-rows th a').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Josiah Carberry', `/people/${known}`],
    ['Ada Lovelace', `/people/${fresh}`],
  ]);
  expect(page.text).toContain(known);
});

test('a table of 250 iDs: 247 are sent by three requests, and three are explained', async () => {
  const iDs = Array.from({ length: 247 }, (_, index) => syntheticPerson(index).orcid);
  const wrong = ['0000-0002-1825-0098', 'Carberry, Josiah', iDs[0] as string];
  const table = ['name,orcid', ...[...iDs, ...wrong].map((id, index) => `Person ${index},"${id}"`)].join('\r\n');
  const page = open('/import', ({ method, path }) =>
    method === 'POST' && path === '/api/import/orcid'
      ? { status: 202, body: { queued: 0, jobs: [], skipped: [], erased: [] } }
      : undefined,
  );
  await page.type('ORCID iDs', table);
  await page.has('250 rows');
  await page.click('Check');
  await page.choose('Show', 'problems');
  await page.find('the three', () => page.all('.import-rows tbody tr').length === 3);
  for (const reason of ['check digit', 'No identifier', 'line 2']) expect(page.text).toContain(reason);
  await page.click('Import 247 researchers');
  await page.has('New import');
  const sizes = changes(page).map(([, , body]) => (body as { orcid_ids: string[] }).orcid_ids.length);
  expect(sizes).toEqual([100, 100, 47]);
});

test('stuck jobs are listed by the names of people, with links to them and to their jobs', async () => {
  const stuck = (job_id: string, orcid_id: string) => ({
    ...{ job_id, orcid_id, status: 'queued', age_seconds: 1200, cleared: false },
  });
  const jobs = [stuck('job-1', '0000-0002-1825-0097'), stuck('job-2', '0000-0001-5109-3700')];
  const totals = { found: 2, cleared: 2 };
  const page = open('/site-tools', ({ method }) =>
    method === 'POST' ? { body: { dryRun: true, complete: true, totals, shards: [], jobs, names } } : undefined,
  );
  await page.click('Dry run', 'section[aria-label="Clear stuck jobs"] button');
  const list = 'section[aria-label="Clear stuck jobs"] .tool-jobs';
  await page.find('the jobs', () => page.all(`${list} li`).length === 2);
  expect(page.all(`${list} a`).map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Josiah Carberry', '/people/0000-0002-1825-0097'],
    ['queued, for 20 minutes', '/ingestion/job-1'],
    ['queued, for 20 minutes', '/ingestion/job-2'],
  ]);
});

test('the page for a forgotten password needs no session', async () => {
  const page = open('/reset-password', () => undefined);
  await page.type('E-mail address', 'ada@example.org');
  await page.click('Send the e-mail');
  await page.has('Check your mailbox');
  expect(page.sent.map(({ path }) => path)).not.toContain('/api/session');
});

describe('what failed is listed by names, with links, and by the id alone without a name', () => {
  const [person, publication, unknown] = ['0000-0002-1825-0097', '10.5555/kilns', '10.5555/gone'];
  const work = '1beb533d-f859-4317-b054-09bc7d90718c';
  const titles = { [person]: 'Josiah Carberry', [publication]: 'Kilns', [`work:${work}`]: 'Clay', [work]: 'Clay' };
  const links = (page: TestWindow, list: string) =>
    page.all(`${list} a`).map((link) => [link.textContent, link.getAttribute('href')]);

  test('by the refresh', async () => {
    const failure = (kind: string, id: string) => ({
      ...{ kind, id, source: 'crossref', attempts: 1, attempted_at: 1, due_at: 2, reason: 'Crossref answered 500' },
    });
    const failing = [
      failure('person', person),
      failure('publication', publication),
      failure('publication', unknown),
      failure('source', 'crossref'),
    ];
    const plan = { night: null, sources: [], estimated_end: null, failing, failing_total: 4, names: titles };
    const page = open('/site-tools', ({ path }) =>
      path === '/api/site-tools/refresh' ? { body: plan as Json } : undefined,
    );
    const list = 'section[aria-label="The next refresh"] .tool-jobs';
    await page.find('the failures', () => page.all(`${list} li`).length === 4);
    expect(links(page, list)).toEqual([
      ['Josiah Carberry', `/people/${person}`],
      ['Kilns', `/publication/${publication}`],
    ]);
    expect(page.all(`${list} code`).map(({ textContent }) => textContent)).toEqual([unknown]);
    expect(page.all(`${list} li`)[0]?.textContent).toContain(person);
    expect(page.sent.filter(({ path }) => /^\/api\/(people|publications|works)\//.test(path))).toEqual([]);
  });

  test('by a tool, also where its answer is an error', async () => {
    const failed = [publication, `work:${work}`, unknown].map((id) => ({
      shard: 1,
      id,
      reason: 'broken',
      attempts: 1,
    }));
    const result = { complete: false, totals: { examined: 3, changed: 0 }, failed, failed_total: 3, names: titles };
    const report = { shard: 1, ok: false, count: 0, left: 3, error: 'See `failed`' };
    const details = { ...result, dryRun: true, fields: {}, shards: [report] };
    const page = open('/site-tools', ({ method, path }) =>
      method === 'POST' && path === '/api/site-tools/rederive'
        ? { status: 500, body: { error: 'failed', code: 'internal_error', details, request_id: 'r' } as Json }
        : undefined,
    );
    await page.click('Dry run', 'section[aria-label="Derive publications again"] button');
    const table = 'section[aria-label="Derive publications again"] tbody';
    await page.find('what failed', () => page.all(`${table} a`).length > 0);
    expect(links(page, table)).toEqual([
      ['Kilns', `/publication/${publication}`],
      ['Clay', `/works/${work}`],
    ]);
    expect(page.all(`${table} code`).map(({ textContent }) => textContent)).toEqual([unknown]);
  });
});

test('a repair of one publication names the people whose links change', async () => {
  const [known, unknown] = ['0000-0002-1825-0097', '0000-0001-5109-3700'];
  const links = (author_position: number | null) => ({
    author_match_state: 'complete',
    researchers: [known, unknown].map((orcid) => ({ orcid, author_position, editor_position: null, candidates: [] })),
  });
  const answer = { doi: '10.5555/kilns', dryRun: true, before: links(null), after: links(0), changed: true, names };
  const page = open('/site-tools', ({ method, path }) =>
    method === 'POST' && path === '/api/site-tools/repair-author-links' ? { body: answer as Json } : undefined,
  );
  await page.type('DOI', '10.5555/kilns');
  await page.click('Dry run', 'section[aria-label="Repair author links of one publication"] button');
  const heads = '.change-table th[scope=row]';
  await page.find('both changes', () => page.all(heads).length === 2);
  expect(page.all(heads).map(({ textContent }) => textContent)).toEqual([`Josiah Carberry ${known}`, unknown]);
  expect(page.all(`${heads} a`).map((link) => link.getAttribute('href'))).toEqual([`/people/${known}`]);
});
