import { afterEach, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { type Answer, type Sent, TestWindow } from './browser.ts';

interface HTMLElementOfTest {
  textContent: string;
  click(): void;
  getAttribute(name: string): string | null;
}
type Fields = { [name: string]: Json };
const session = {
  email: 'admin@example.org',
  is_superadmin: true,
  memberships: [{ workspace_id: 'library', role: 'workspace_admin' }],
  expires_at: null,
};
const failure: Answer = {
  status: 500,
  body: { error: 'It has failed', code: 'internal_error', request_id: 'request-of-the-test' },
};

let window: TestWindow | undefined;
afterEach(() => window?.close());

/** Opens a page. `own` answers before the document of the API. */
function open(
  address: string,
  own: (sent: Sent) => Answer | Promise<Answer> | undefined,
  language?: string,
): TestWindow {
  const api = async (sent: Sent) => {
    if (sent.path === '/api/session') return { body: session };
    return (await own(sent)) ?? { body: answerTo(sent.path, true) ?? {} };
  };
  window = new TestWindow(address, api, language);
  return window;
}

const isAt = (page: TestWindow, heading: string) =>
  page.find(heading, () => page.all('main h1')[0]?.textContent === heading);

test('a conflict is told in the language of the reader, and what the API says in its own', async () => {
  const conflict: Answer = { status: 409, body: { error: 'Somebody was faster', code: 'conflict', details: null } };
  const page = open('/projects', ({ method }) => (method === 'PATCH' ? conflict : undefined), 'de');
  const before = await page.find('the row', () => page.all('tbody tr')[0]?.textContent);
  const hide = page.all('tbody tr button')[0] as unknown as HTMLElementOfTest;
  hide.click();
  await page.find('the message', () => page.all('.toast.bad').length);
  expect(page.all('.toast.bad .toast-text')[0]?.textContent).toBe(
    'Das passt nicht mehr zum aktuellen Stand. Somebody was faster',
  );
  expect(page.all('.toast.bad [lang="en"]')[0]?.textContent).toBe('. Somebody was faster');
  expect(page.all('tbody tr')[0]?.textContent).toBe(before);
});

test('what fails when its page was left is told, and what was typed is still there', async () => {
  const answer = Promise.withResolvers<Answer>();
  const page = open('/projects/atlas', ({ method }) => (method === 'PATCH' ? answer.promise : undefined));
  await page.type('Text', 'Left too early', 1);
  await page.submit('Save');
  await page.find('the request', () => page.sent.some(({ method }) => method === 'PATCH'));
  page.go('/projects');
  await isAt(page, 'Projects');
  answer.resolve(failure);
  await page.has('Something failed in the registry');
  page.go('/projects/atlas');
  await page.find('what was typed', () =>
    page.all('main input').some((field) => (field as unknown as { value: string }).value === 'Left too early'),
  );
});

test('a deletion of a publication that fails says why, with the id of the request', async () => {
  const page = open('/publication/10.5555/pots', ({ path, method }) => {
    if (path === '/api/publications/bulk') return failure;
    const isIt = method === 'GET' && decodeURIComponent(path) === '/api/publications/10.5555/pots';
    return isIt ? { body: { ...(answerTo(path, true) as Fields), deleted_at: null } } : undefined;
  });
  await page.click('Delete');
  await page.has('request-of-the-test');
});

test('a fault of a script leaves the other pages, and is reported with an id', async () => {
  const page = open('/members', ({ path }) => {
    if (path === '/api/faults') return { status: 202, body: { request_id: 'fault-of-the-test' } };
    return path === '/api/workspace/members' ? { body: { members: 7 } } : undefined;
  });
  await page.has('a fault of the dashboard');
  await page.has('fault-of-the-test');
  page.go('/review');
  await isAt(page, 'Review');
});

test('the overview says that there is nothing to count only when it has the numbers', async () => {
  const asked = Promise.withResolvers<Answer>();
  const page = open('/', ({ path }) => (path === '/api/publications' ? asked.promise : undefined));
  await page.has('Most frequent journals');
  expect(page.text).not.toContain('Nothing to count yet.');
  asked.resolve({ body: { ...(answerTo('/api/publications', false) as Fields), facets: {} } });
  await page.has('Nothing to count yet.');
});

test('a step of the rollout that skips a stage warns', async () => {
  const page = open('/rollout', () => undefined);
  const stage = await page.find('the stage', () =>
    page.all('.ladder button').find(({ textContent }) => textContent.startsWith('50')),
  );
  (stage as unknown as { click(): void }).click();
  await page.has('skips the next planned stage');
});

test('the phrase of a reset can only be typed below whom it touches, and a wrong one does not enable the run', async () => {
  const asked = Promise.withResolvers<void>();
  const page = open('/site-tools', async ({ path, method }) => {
    if (path !== '/api/site-tools/reset-data') return undefined as never;
    await asked.promise;
    if (method === 'GET') return { body: answerTo(path, true) ?? {} };
    return { status: 400, body: { error: 'The phrase is wrong', code: 'invalid_body', request_id: 'phrase' } };
  });
  await page.has('Reset the data');
  expect(page.text).not.toContain('Confirmation phrase');
  asked.resolve();
  await page.has('The data belongs to all workspaces');
  await page.type('Confirmation phrase', 'reset');
  const buttons = () =>
    page.all('[aria-label="Reset the data"] button').map((each) => each as unknown as HTMLElementOfTest);
  const named = (name: string) => page.find(name, () => buttons().find(({ textContent }) => textContent === name));
  (await named('Dry run')).click();
  await page.find('the refusal', () => page.all('[aria-label="Reset the data"] [role=alert]').length);
  expect((await named('Run')).getAttribute('aria-disabled')).toBe('true');
});
