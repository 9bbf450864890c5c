import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { relateRemaining } from '#src/duplicates/relations/relate.ts';
import { InstallationScope } from '#src/identity/domain/installation.ts';
import { backfill } from '#src/operations/backfill/backfill.ts';
import { parts } from '#src/operations/backfill/parts.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import type { Item } from '#src/table/table.ts';
import * as deadResearcherWorker from '../../lambdas/background/ingestion/fail-dead-researchers.ts';
import * as deadWorkWorker from '../../lambdas/background/ingestion/fail-dead-works.ts';
import * as researcherWorker from '../../lambdas/background/ingestion/ingest-researcher.ts';
import * as workWorker from '../../lambdas/background/ingestion/ingest-work.ts';
import { job as relateJob } from '../../lambdas/background/relate-publications.ts';
import { loadRoutes } from '../../lib/load-declarations.ts';
import { sampleDir } from '../../local/options.ts';
import { type Replay, startReplay } from '../../local/sources/replay.ts';
import { freshTable } from '../support/engine.ts';
import { call, sessionOf, type Target, type TestRequest } from '../support/event.ts';
import { interceptLog } from '../support/log.ts';
import {
  type DeployedRoute,
  type PreviousRelease,
  previousVersion,
  startPreviousRelease,
} from '../support/previous-release.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { outsideRole, underRole } from '../support/roles.ts';
import { asOperator, startTestServices, type TestServices } from '../support/services.ts';
import { loadBucket, loadTable, storedUrls, wholeVersions } from '../support/stored-data.ts';
import { isOutdated } from '../support/stored-kinds.ts';
import { allItems } from '../support/table.ts';
import { expectWholeData } from '../support/whole-data.ts';

/** The rule of docs/stored-shapes.md: this release and the previous one read each other's data. */

const hourMs = 3_600_000;
// Each function of the previous release starts at its first call.
jest.setTimeout(300_000);
const [josiah, isolde] = ['0000-0002-1825-0097', '0009-9999-0000-0019'];
const article = '10.5555/jcp.2021.9';
const readResearcher = underRole(researcherWorker.job, researcherWorker.handler);
const storeWork = underRole(workWorker.job, workWorker.handler);
const failResearcher = underRole(deadResearcherWorker.job, deadResearcherWorker.handler);
const failWork = underRole(deadWorkWorker.job, deadWorkWorker.handler);
const relate = underRole(relateJob, relateRemaining);
const routes = await loadRoutes();

let services: TestServices;
let queues: TestQueues;
let s3: FauxqsServer;
let replay: Replay;
let previous: PreviousRelease;

beforeAll(async () => {
  interceptLog();
  [services, queues, replay, s3] = await Promise.all([
    startTestServices(),
    startQueues(),
    startReplay({ dir: sampleDir }),
    startFauxqs({ port: 0, logger: false }),
  ]);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${s3.port}`,
    BUCKET_NAME: 'registry-test',
    RESET_ALLOWED_EMAILS: sessionOf('superadmin').email,
    OPENALEX_REQUESTS_PER_DAY: '0',
    SOURCES_CONTACT_EMAIL: '',
  });
  s3.createBucket('registry-test');
  for (const [source, url] of Object.entries(replay.urls)) {
    process.env[`${source.toUpperCase()}_URL`] = url;
    process.env[`${source.toUpperCase()}_REQUESTS_PER_SECOND`] = '0';
  }
});
afterAll(async () => {
  await Promise.all([services?.close(), queues?.stop(), replay?.close(), s3?.stop()]);
});

/** An empty table and bucket with nothing in memory, and the previous release using them. */
async function begin(): Promise<void> {
  jest.resetModules();
  s3.emptyBucket('registry-test');
  queues.purge();
  await freshTable();
  previous = startPreviousRelease();
}

/** The context that an authorizer of either release gives a caller who may do everything. */
function callerOf({ api, path }: { api: string; path: string }, items: readonly Item[]): Partial<TestRequest> {
  if (path.startsWith('/api/cli/')) return { headers: asOperator };
  if (api === 'dashboard') return { authorizer: sessionOf('superadmin') };
  const common = { perMinute: '1000000', expiresAt: '' };
  if (api === 'consumer' && !path.startsWith('/v1/people')) {
    const scopes = 'ingest membership.update';
    return { authorizer: { ...common, keyHash: 'test-key', clientName: 'Test', scopes } };
  }
  const isActive = ({ pk, sk, status }: Item) =>
    String(pk).startsWith('INSTALLATION#') && sk === 'RECORD' && status === 'active';
  return {
    authorizer: {
      ...common,
      credentialHash: 'test-credential',
      installationId: String(items.find(isActive)?.id),
      workspace: 'primary_entity',
      operational: 'true',
      origins: 'https://plugin.example',
      scopes: InstallationScope.options.join(' '),
    },
  };
}

/** Sends a request to a route of the previous release. */
const askPrevious = (route: DeployedRoute, request: TestRequest, items: readonly Item[] = []) =>
  previous.call(route, { ...callerOf(route, items), ...request });

function previousRoute(method: string, path: string): DeployedRoute {
  const found = previous.routes.find((route) => route.method === method && route.path === path);
  if (!found) throw new Error(`${previousVersion} has no ${method} ${path}`);
  return found;
}

/** Sends a request to a route of this release. */
async function ask(method: string, path: string, request: TestRequest) {
  const found = routes.find(({ declaration }) => declaration.method === method && declaration.path === path);
  if (!found) throw new Error(`There is no ${method} ${path}`);
  const target = (await import(`../../${found.file}`)) as Target;
  return call(target, { ...callerOf(found.declaration, []), ...request });
}

/** The errors of the previous release when it reads all items over GET. */
async function failuresOfPrevious(items: readonly Item[]) {
  const failures: string[] = [];
  const answered = new Set<string>();
  // Pages, documents and the ways to sign in read nothing that is stored.
  const reading = previous.routes.filter(({ method, path }) => method === 'GET' && !/docs|openapi|auth\//.test(path));
  // Most of the time goes into starting the function of each route.
  await inParallel(reading, 4, async (route) => {
    const urls = storedUrls(route, items, previous.documents);
    const [first = ''] = urls;
    // Each record once, and one with every parameter.
    for (const url of urls.filter((each) => !each.includes('?') || each.startsWith(first))) {
      const { status, body } = await askPrevious(route, { url }, items);
      if (status < 400) answered.add(route.path);
      // Pages lead on, and say what is gone.
      if (![200, 301, 302, 400, 404, 410].includes(status)) failures.push(`${status} ${url} ${JSON.stringify(body)}`);
    }
  });
  return { failures, unanswered: reading.map(({ path }) => path).filter((path) => !answered.has(path)) };
}

type IngestionQueue = 'researchers' | 'works';
type Worker = Parameters<TestQueues['deliver']>[1];
const previousWorker =
  (file: string): Worker =>
  (event) =>
    previous.invoke(file, event) as ReturnType<Worker>;

/** Delivers all messages, each batch to the next of these workers in turn, until none are left. */
async function drain(workers: Record<IngestionQueue, readonly Worker[]>): Promise<void> {
  for (let n = 0; ; n++) {
    const worker = (queue: IngestionQueue) => workers[queue][n % workers[queue].length] as Worker;
    const delivered = [
      await queues.deliver('researchers', worker('researchers')),
      await queues.deliver('works', worker('works')),
    ];
    if (delivered.every((count) => count === 0)) return;
  }
}
const ofPrevious = {
  researchers: [previousWorker('ingest-researcher')],
  works: [previousWorker('ingest-work')],
} as const;
const ofThis = { researchers: [readResearcher], works: [storeWork] } as const;

const rewriteOnce = (atMs: number) => backfill(parts, { now: new Date(atMs), deadlineMs: Date.now() + hourMs });
/** Rewrites all items, at a time when items are due that earlier rounds could not write. */
async function rewriteAll(fromMs = Date.now()): Promise<void> {
  for (const atMs of [fromMs, fromMs + 2 * hourMs]) await rewriteOnce(atMs);
}
const outdated = async () => (await allItems()).filter(isOutdated).map(({ pk, sk }) => `${pk} ${sk}`);

describe(`what this release has written and rewritten, read by ${previousVersion}`, () => {
  const newest = wholeVersions.at(-1) ?? '';
  let items: Item[];
  beforeAll(async () => {
    await begin();
    await Promise.all([loadTable(newest), loadBucket(newest)]);
    await outsideRole(async () => {
      await rewriteAll();
      // Crossref deposits funders with only an identifier.
      const before = await getPublication(article);
      if (!before) throw new Error(`no ${article}`);
      const funder = { name: null, doi: '10.13039/501100000780', ror: null, awards: ['A1'], award_details: [] };
      const original = { ...before.original, funders: [funder] };
      await savePublication({ ...before, original, version: before.version + 1 }, before, []);
      items = await allItems();
    });
  });
  afterAll(() => previous.stop());

  test('every route that reads answers', async () => {
    const { failures, unanswered } = await failuresOfPrevious(items);
    expect(failures).toEqual([]);
    // No data set has webhooks or bulk edits.
    const without = ['/integrations/v1/verify', '/integrations/v1/webhooks/{id}/deliveries', '/api/bulk-edits/{id}'];
    expect(unanswered).toEqual(without.filter((path) => previous.routes.some((route) => route.path === path)));
    expect(previous.errors).toEqual([]);
  });

  test('every worker takes the messages, and every job runs', async () => {
    const asked = { orcid_ids: [josiah, isolde] };
    expect((await ask('POST', '/api/ingest', { url: '/api/ingest', body: asked })).status).toBe(202);
    await drain(ofPrevious);
    for (const job of ['resume-jobs', 'compact-lists', 'sync-api-keys']) await previous.invoke(job, {});
    expect(previous.errors).toEqual([]);
    const { body } = await ask('GET', '/api/ingest/jobs', { url: '/api/ingest/jobs' });
    const ended = body.jobs.filter(({ orcid_id }: { orcid_id: string }) => asked.orcid_ids.includes(orcid_id));
    expect(ended.map(({ status }: { status: string }) => status)).toContain('completed');
  });
});

describe(`both releases on one table, which ${previousVersion} has begun`, () => {
  beforeAll(begin);
  afterAll(() => previous.stop());

  /** Requests of both releases that read everything, also by iD and DOI. */
  const reads: [path: string, url: string][] = [
    ['/v1/publications', '/v1/publications?per_page=100'],
    ['/v1/doi/{doi+}', `/v1/doi/${article}`],
    ['/v1/people', '/v1/people'],
    ['/v1/people/{orcid}', `/v1/people/${josiah}`],
    ['/v1/people/{orcid}/publications', `/v1/people/${josiah}/publications`],
    ['/integrations/v1/works', '/integrations/v1/works'],
    ['/integrations/v1/changes', '/integrations/v1/changes?list=people'],
    ['/integrations/v1/changes', '/integrations/v1/changes?list=publications'],
    ['/api/activity', '/api/activity'],
  ];
  async function readBoth(rounds: number): Promise<string[]> {
    const unexpected: string[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const [path, url] of reads) {
        const answers = [await askPrevious(previousRoute('GET', path), { url }), await ask('GET', path, { url })];
        for (const [index, { status }] of answers.entries())
          if (status !== 200) unexpected.push(`${index === 0 ? previousVersion : 'this release'}: ${status} ${url}`);
      }
    }
    return unexpected;
  }
  const ingest = (orcid_ids: string[]) => ({ url: '/api/ingest', body: { orcid_ids } });
  const membership = (orcid: string, starts_at: number) => ({
    url: `/api/partners/people/${orcid}/membership`,
    body: { entity_id: 'primary_entity', status: 'primary_entity', starts_at },
  });
  const memberships = '/api/partners/people/{orcid}/membership';

  test('serve, ingest, edit and rewrite at the same time: no request fails and nothing is lost', async () => {
    expect((await askPrevious(previousRoute('POST', '/api/ingest'), ingest([josiah, isolde]))).status).toBe(202);
    await drain(ofPrevious);
    expect((await askPrevious(previousRoute('POST', memberships), membership(isolde, 1_000))).status).toBe(200);
    const [, list] = await Promise.all([
      ask('GET', '/v1/people', { url: '/v1/people' }),
      ask('GET', '/v1/publications', { url: '/v1/publications?per_page=100' }),
    ]);
    const before = list.body.publications.map(({ doi }: { doi: string }) => doi);
    expect(before).toContain(article);

    const title = 'A title that a curator has set';
    const [, requested, again, edited, joined, unexpected] = await Promise.all([
      // The second round starts an hour later, when no function of the previous release writes any more.
      rewriteOnce(Date.now()),
      ask('POST', '/api/ingest', ingest([isolde])),
      askPrevious(previousRoute('POST', '/api/ingest'), ingest([josiah])),
      ask('PATCH', '/api/publications/{id+}', {
        url: `/api/publications/${article}`,
        body: [{ op: 'replace', path: '/title', value: title }],
      }),
      askPrevious(previousRoute('POST', memberships), membership(isolde, 2_000)),
      readBoth(2),
      drain({
        researchers: [readResearcher, ...ofPrevious.researchers],
        works: [...ofPrevious.works, storeWork],
      }),
    ]);
    expect([requested, again, edited, joined].map(({ status }) => status)).toEqual([202, 202, 200, 200]);
    expect(unexpected).toEqual([]);

    // The workers of the previous release are gone, its APIs follow, and the second round begins.
    await drain(ofThis);
    const categories = { url: `/api/people/${josiah}`, body: { category_ids: ['potters'] } };
    expect((await ask('PATCH', '/api/people/{orcid}', categories)).status).toBe(200);
    await relate(new Date(Date.now() + hourMs), Number.MAX_SAFE_INTEGER);
    await outsideRole(() => rewriteAll(Date.now() + 24 * hourMs));
    expect(await outdated()).toEqual([]);
    await expectWholeData();
    expect(await readBoth(1)).toEqual([]);
    expect(previous.errors).toEqual([]);

    const [after, detail, person, jobs, periods] = [
      await ask('GET', '/v1/publications', { url: '/v1/publications?per_page=100' }),
      await ask('GET', '/v1/doi/{doi+}', { url: `/v1/doi/${article}` }),
      await ask('GET', '/api/people/{orcid}', { url: `/api/people/${josiah}` }),
      await ask('GET', '/api/ingest/jobs', { url: '/api/ingest/jobs' }),
      await ask('GET', '/api/people/{orcid}', { url: `/api/people/${isolde}` }),
    ];
    const dois = after.body.publications.map(({ doi }: { doi: string }) => doi);
    expect(before.filter((doi: string) => !dois.includes(doi))).toEqual([]);
    expect(detail.body.data.title).toBe(title);
    expect(person.body.category_ids).toEqual(['potters']);
    expect(new Set(jobs.body.jobs.map(({ status }: { status: string }) => status))).toEqual(new Set(['completed']));
    expect(JSON.stringify(periods.body)).toContain('"starts_at":2000');
  });

  test('the dead letters of each release end the jobs at the other', async () => {
    const previousAsk = (request: TestRequest) => askPrevious(previousRoute('POST', '/api/ingest'), request);
    const thisAsk = (request: TestRequest) => ask('POST', '/api/ingest', request);
    const dead = (kind: 'researchers' | 'works') => previousWorker(`fail-dead-${kind}`);
    /** Requests josiah, whose works fail, and isolde, whose record fails. Returns how their newest jobs end. */
    async function fail(request: typeof previousAsk, read: Worker, failing: Record<IngestionQueue, Worker>) {
      const known = new Set((await jobsOf(josiah, isolde)).map(({ job_id }) => job_id));
      const first = await request({ url: '/api/ingest', body: { orcid_ids: [josiah] } });
      expect(first).toMatchObject({ status: 202, body: { queued: 1 } });
      expect(await queues.deliver('researchers', read)).toBe(1);
      expect(await queues.deliver('works', failing.works)).toBeGreaterThan(0);
      expect((await request({ url: '/api/ingest', body: { orcid_ids: [isolde] } })).status).toBe(202);
      expect(await queues.deliver('researchers', failing.researchers)).toBe(1);
      const ended = (await jobsOf(josiah, isolde)).filter(({ job_id }) => !known.has(job_id));
      return Object.fromEntries(ended.map(({ orcid_id, status }) => [orcid_id, status]));
    }
    async function jobsOf(...orcids: string[]): Promise<{ job_id: string; orcid_id: string; status: string }[]> {
      const { body } = await ask('GET', '/api/ingest/jobs', { url: '/api/ingest/jobs' });
      return body.jobs.filter(({ orcid_id }: { orcid_id: string }) => orcids.includes(orcid_id));
    }
    // Works without a DOI are stored with the record.
    const failed = { [josiah]: 'partial_failure', [isolde]: 'failed' };
    expect(await fail(thisAsk, readResearcher, { researchers: dead('researchers'), works: dead('works') })).toEqual(
      failed,
    );
    const ofThisRelease = { researchers: failResearcher, works: failWork };
    expect(await fail(previousAsk, previousWorker('ingest-researcher'), ofThisRelease)).toEqual(failed);
    expect(previous.errors).toEqual([]);
  });
});
