import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { unpackRelease } from '../../../scripts/release/archive.ts';
import { previousFile } from '../../support/previous-release.ts';
import { answerTo, document, type Json } from './answers.ts';
import { type Answer, type Sent, TestWindow } from './browser.ts';
import { Answers, asAfter, asBefore, type Document, withoutNullable } from './other-release.ts';

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

const left = { nullable: new Set<string>(), sinceBefore: new Set<string>() };
const answers = new Answers(document);
const answersBefore = new Answers(documentBefore());

/** The document of the previous release. */
function documentBefore(): Document {
  const folder = mkdtempSync(join(tmpdir(), 'previous-'));
  try {
    unpackRelease(previousFile('release.tar.zst'), folder);
    return JSON.parse(readFileSync(join(folder, 'openapi/dashboard-api.json'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const withoutNew = (body: Json, path: string) => withoutNullable(answers, answers.at(path) ?? {}, body, left.nullable);

/** Undefined if the route is new. */
function ofReleaseBefore(body: Json, path: string): Json | undefined {
  const [schema, schemaBefore] = [answers.at(path), answersBefore.at(path)];
  if (schemaBefore === undefined) return undefined;
  return asBefore([answers, schema ?? {}], [answersBefore, schemaBefore], body, left.sinceBefore);
}

/** The answers of the document as another release would have them. */
const changed =
  (change: (body: Json, path: string) => Json | undefined) =>
  (sent: Sent): Answer => {
    const answer = ofDocument(true)(sent);
    // Paths that are only asked with POST have no answer here.
    if (answer.status === 404) return answer;
    const other = change(answer.body as Json, sent.path);
    return other === undefined ? { status: 404, body: { error: 'No such route', code: 'not_found' } } : { body: other };
  };

const refused = (status: number, code: string) => (): Answer => ({
  status,
  body: { error: 'As the test wants it', code, request_id: 'request-of-the-test' } satisfies Json,
});

const headings = (page: TestWindow) => page.all('main h1').map(({ textContent }) => textContent);
const alerts = (page: TestWindow) => page.all('main [role=alert]').map(({ textContent }) => textContent);
const isBusy = (page: TestWindow) => page.all('[aria-busy=true], .skeleton-row').length > 0;

const pages = [
  '/',
  '/publications',
  '/publication/10.5555/jcp.2020.115',
  '/works',
  '/works/work-1',
  '/people',
  '/people/0000-0002-1825-0097',
  '/groups',
  '/groups/faculty',
  '/intakes',
  '/intakes/intake-1',
  '/projects',
  '/projects/atlas',
  '/publications?include=works',
  '/reports',
  '/reports/new',
  '/reports/0a',
  '/reports/0a/runs/0a-1',
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
    ['all fields and one of each list', ofDocument(true)],
    ['nothing that may be absent', ofDocument(false)],
    ['fields absent that may be null, as new ones are', changed(withoutNew)],
    ['the fields and routes of the release before', changed(ofReleaseBefore)],
    ['fields and values of a newer release', changed((body) => asAfter(document, body))],
  ])('shows answers with %s', async (_, api) => {
    const page = open(address, api);
    await page.find('the heading', () => headings(page).length);
    await page.find('the end of loading', () => !isBusy(page));
    const faults = page.sent.filter(({ path }) => path === '/api/faults').map(({ body }) => body);
    // A page whose route the release before has not says so.
    const others = alerts(page).filter((text) => !text?.includes('No such route'));
    expect({ alerts: others, faults }).toEqual({ alerts: [], faults: [] });
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

test('the other releases differ', () => {
  expect(left.nullable.size).toBeGreaterThan(20);
  expect(left.sinceBefore.size).toBeGreaterThan(0);
});

test('a key is not taken for replaced because an older API does not say', async () => {
  const [key] = (answerTo('/api/site-tools/api-keys', true) as { keys: object[] }).keys;
  const { rotated_to: _, ...older } = { ...key, active: true, revoked_at: null, expires_at: null } as {
    rotated_to?: Json;
  };
  const page = open('/api-keys', (sent) =>
    sent.path === '/api/site-tools/api-keys' ? { body: { keys: [older] } as never } : ofDocument(true)(sent),
  );
  await page.find('the key', () => page.all('[aria-label^=Rotate]')[0]);
  expect(page.text).not.toContain('Replaced');
});
