import { afterEach, describe, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { type Answer, type Sent, TestWindow } from './browser.ts';

const session = {
  email: 'curator@example.org',
  is_superadmin: true,
  memberships: [{ workspace_id: 'library', role: 'workspace_admin' }],
  expires_at: null,
};

let window: TestWindow | undefined;
afterEach(() => window?.close());

/** Opens a page, whose requests but that for the session are answered by `api`. */
function open(address: string, api: (sent: Sent) => Answer | undefined): TestWindow {
  window = new TestWindow(address, (sent) => (sent.path === '/api/session' ? { body: session } : api(sent)));
  return window;
}

const ofDocument =
  (isFilled: boolean) =>
  ({ path }: Sent): Answer => {
    const body = answerTo(path, isFilled);
    return body === undefined ? { status: 404, body: { error: 'No such route', code: 'not_found' } } : { body };
  };
const refused = (status: number, code: string) => (): Answer => ({
  status,
  body: { error: 'As the test wants it', code, request_id: 'request-of-the-test' } satisfies Json,
});

const headings = (page: TestWindow) => page.all('main h1').map(({ textContent }) => textContent);
const alerts = (page: TestWindow) => page.all('main [role=alert]').map(({ textContent }) => textContent);
const isBusy = (page: TestWindow) => page.all('[aria-busy=true], .skeleton').length > 0;

const pages = [
  '/',
  '/publications',
  '/publication/10.5555/jcp.2020.115',
  '/works',
  '/works/work-1',
  '/people',
  '/people/0000-0002-1825-0097',
  '/projects',
  '/projects/atlas',
  '/ingestion',
  '/ingestion/job-1',
  '/review?queue=matches',
  '/review?queue=duplicates',
  '/review?queue=proposals',
  '/activity',
  '/activity/audit',
  '/installations',
  '/installations/installation-1',
  '/members',
  '/api-keys',
  '/rollout',
  '/site-tools',
  '/account',
];

describe.each(pages)('%s', (address) => {
  test.each([
    ['all fields and one of each list', true],
    ['nothing that may be absent', false],
  ])('shows answers with %s', async (_, isFilled) => {
    const page = open(address, ofDocument(isFilled));
    await page.find('the heading', () => headings(page).length);
    await page.find('the end of loading', () => !isBusy(page));
    const faults = page.sent.filter(({ path }) => path === '/api/faults').map(({ body }) => body);
    expect({ alerts: alerts(page), faults }).toEqual({ alerts: [], faults: [] });
  });

  test('has its heading while the API does not answer', async () => {
    const page = open(address, () => undefined);
    await page.find('the heading', () => headings(page).length);
    expect(alerts(page)).toEqual([]);
  });

  test('says who has the permission, without it', async () => {
    const page = open(address, refused(403, 'forbidden'));
    await page.has('You do not have permission');
  });

  test('tells a failure, with the id of the request', async () => {
    const page = open(address, refused(409, 'conflict'));
    await page.find('the failure', () => alerts(page).length);
    await page.has('This no longer fits the current state');
    await page.has('request-of-the-test');
  });
});
