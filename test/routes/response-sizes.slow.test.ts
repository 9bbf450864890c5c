import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { addBulkEdit } from '#src/curation/bulk-edits/store/bulk-edits.ts';
import { createGroup } from '#src/curation/groups/groups.ts';
import { pairId, savePair } from '#src/duplicates/store/pairs.ts';
import type { AnyRoute } from '#src/http/route.ts';
import { newApiKey } from '#src/identity/domain/api-key.ts';
import { InstallationScope, type OriginRecord } from '#src/identity/domain/installation.ts';
import { createApiKey } from '#src/identity/store/api-keys.ts';
import { createMembership, createUser } from '#src/identity/store/users.ts';
import type { IngestionJob } from '#src/ingestion/domain/job.ts';
import { proposalId, propose } from '#src/ingestion/proposals/store/proposals.ts';
import { saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import { putJobRow } from '#src/ingestion/store/job-list.ts';
import { eventWrite } from '#src/logbook/activity.ts';
import { transactAudited } from '#src/logbook/audit.ts';
import { auditedFields } from '#src/logbook/domain/audit.ts';
import { newLink, type ResearcherLink } from '#src/matching/link.ts';
import { stateJournals } from '#src/records/journals/store/journals.ts';
import { type ComparedRecord, newPair } from '#src/records/likeness/pair.ts';
import { changePerson } from '#src/records/people/store/people.ts';
import { ProjectInput } from '#src/records/projects/input.ts';
import { abridge } from '#src/records/publications/edits.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { editWrite } from '#src/records/publications/store/edits.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { exportPerson } from '#src/responses/curated-people/export.ts';
import { continueRun } from '#src/responses/reports/run.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { keys, refs } from '#src/table/keys.ts';
import { type Item, transact } from '#src/table/table.ts';
import { WebhookEventType } from '#src/webhooks/domain/webhook.ts';
import { logDelivery } from '#src/webhooks/store/events.ts';
import { addWebhook } from '#src/webhooks/store/webhooks.ts';
import * as exportRoute from '../../lambdas/dashboard/people/export.ts';
import * as createRun from '../../lambdas/dashboard/report-runs/create.ts';
import * as createReport from '../../lambdas/dashboard/reports/create.ts';
import { loadRoutes } from '../../lib/load-declarations.ts';
import { grantsOf } from '../../lib/route-grants.ts';
import { aBibliography, anAuthor, anIncoming, aQuestion, aSummary } from '../support/builders.ts';
import { assertMatchesDocument } from '../support/document-match.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call, gatewayEvent, sessionOf, type Target } from '../support/event.ts';
import { storeInstallation } from '../support/installations.ts';
import { publicationIn } from '../support/journals.ts';
import { captureLog, interceptLog } from '../support/log.ts';
import { manyOrcids } from '../support/people.ts';
import { curator, storeProject } from '../support/projects.ts';
import { withGrants } from '../support/roles.ts';
import { asOperator, startTestServices, type TestServices } from '../support/services.ts';
import { storedUrls } from '../support/stored-data.ts';
import { putItems } from '../support/table.ts';
import { entry, intakeClient } from './dashboard/intakes/intake-requests.ts';

/** No response of any route is larger than 5 MB, as Lambda measures it, whatever is stored. */

const maxBytes = 5_000_000 + 10_000; // with its headers
const pageSize = 100;
/** Publications of a page with every large field: twice the limit of a response. The others have only large titles. */
const largeCount = 24;
/** Three times as many as a response shows. */
const authorCount = 3_000;
const now = new Date();
const many = <T>(length: number, of: (index: number) => T): T[] => Array.from({ length }, (_, index) => of(index));
/** Texts that are largest as JSON within JSON, and in UTF-8. */
const quotes = (length: number) => '"'.repeat(length);
const glyphs = (length: number) => '陶'.repeat(length);
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'fi', 'pl', 'cs', 'el', 'tr', 'ja', 'ko'];
const translated = (length: number) => Object.fromEntries(languages.map((tag) => [tag, `a${quotes(length - 1)}`]));

const [person = '', ...others] = manyOrcids(40);
const crowd = '10.5555/crowd';
const issn = '0264-3561';
/** A long DOI, more than twice as long in a URL. */
const doiOf = (n: number) => `10.5555/${glyphs(300)}${n}`;

const openLink = (orcid: string): ResearcherLink => ({
  ...newLink(orcid),
  candidates: many(5, (position) => ({
    author_position: position,
    editor_position: null,
    name: glyphs(200),
    score: 0.5,
    reasons: ['initials'],
  })),
});

const largest = aBibliography({
  title: translated(2_000),
  title_html: quotes(8_000),
  subtitle: quotes(2_000),
  alternative_titles: many(2, () => quotes(2_000)),
  authors: many(5, (n) => ({ ...anAuthor(`A${n} ${glyphs(400)}`), affiliations: many(5, () => quotes(500)) })),
  editors: many(5, () => ({ ...anAuthor(glyphs(400)), affiliations: many(2, () => quotes(300)) })),
  container_title: quotes(1_000),
  publisher: glyphs(1_000),
  publication_date: '2020-01-01',
  publication_year: 2020,
  publication_type: 'journal-article',
  issn: [issn],
  abstract: quotes(50_000),
  subjects: many(5, () => quotes(500)),
  funders: many(5, () => ({
    name: quotes(500),
    doi: null,
    ror: null,
    awards: many(10, () => quotes(200)),
    award_details: [],
  })),
});

/** The data of ORCID records about a publication that no agency knows. */
const listings = Object.fromEntries(
  others.slice(0, 10).map((orcid) => [
    orcid,
    many(20, (put_code) => ({
      put_code,
      listed_as: '',
      title: quotes(2_000),
      title_html: null,
      subtitle: glyphs(2_000),
      authors: many(200, (n) => ({ ...anAuthor(`N${n} Kiln`), affiliations: [quotes(200)] })),
      publication_date: '2020',
      publication_type: 'other',
      publication_subtype: null,
      container_title: glyphs(1_000),
      arxiv_id: null,
      pmid: null,
      pmcid: null,
      handle: null,
      eid: null,
      issn: [],
      url: null,
      translated_titles: {},
      listed_at: null,
    })),
  ]),
);

async function storePublications(): Promise<void> {
  const researchers = [person, ...others].sort().map(openLink);
  // All are in one journal, of which each says something else. One after the other, since they change the same item.
  for (let n = 0; n < pageSize; n++) {
    await stateJournals(publicationIn(doiOf(n).replace('5555', `5555${n}`), [issn], `${n} ${quotes(1_000)}`), now);
  }
  await inParallel(many(pageSize, Number), 4, async (n) => {
    const isLarge = n < largeCount;
    const original = isLarge ? largest : aBibliography({ title: largest.title, publication_date: '2020-01-01' });
    const incoming = anIncoming({ doi: doiOf(n), original, enriched: n === 0 ? largest : null });
    const edits: PublicationRecord['edits'] = isLarge ? { data: { publisher: quotes(20_000) } } : {};
    const links = isLarge ? researchers : researchers.map((link) => ({ ...link, candidates: [] }));
    const record = { ...applyIncoming(undefined, incoming, [], now), researchers: links, edits };
    expect(await savePublication(record, undefined, [])).toBe('saved');
  });
  const authors = many(authorCount, (n) => ({
    ...anAuthor(`A${n} Kiln${n}`),
    affiliations: [`Department ${n}, University of ${n % 777}`, glyphs(20)],
  }));
  const incoming = anIncoming({
    doi: crowd,
    original: { ...largest, authors },
    enriched: { ...largest, authors },
    orcidBibliographies: listings,
  });
  const record: PublicationRecord = {
    ...applyIncoming(undefined, incoming, [], now),
    researchers: researchers.map((link, n) => ({ ...link, candidates: [], author_position: authorCount - 1_000 + n })),
    edits: { data: { authors: authors.toReversed() } },
    edit_count: pageSize,
  };
  expect(await savePublication(record, undefined, [])).toBe('saved');
  const change = { field: '/data/note', edited_before: true, edited_after: true };
  for (let number = 1; number <= pageSize; number++) {
    const texts = { before: quotes(9_000), after: glyphs(9_000) };
    const lists = { before: authors, after: authors };
    const edit = {
      number,
      edited_at: 1,
      actor: null,
      reverts: null,
      changes: many(5, (n) => ({ ...change, ...(n === 0 && number % 50 === 0 ? lists : texts) })),
    };
    await transact([await editWrite(crowd, edit)]);
  }
}

async function storePeople(): Promise<void> {
  for (const orcid of [person, ...others]) {
    const named = { orcid, givenName: glyphs(500), familyName: glyphs(500), creditName: `a${quotes(499)}` };
    await saveOrcidPerson({ ...named, otherNames: many(20, () => quotes(200)), biography: quotes(5_000) }, now);
    const category_ids = many(20, (n) => `${glyphs(90)}${n}`);
    const photo_url = `https://example.org/${'p'.repeat(1_900)}`;
    await changePerson(orcid, { people_type: quotes(100), category_ids, photo_url }, curator(now));
  }
}

/** A publication and the next one, as possible duplicates. */
function pairOf(n: number): { id: string; members: [ComparedRecord, ComparedRecord] } {
  const one: ComparedRecord = { kind: 'publication', id: doiOf(n) };
  const other: ComparedRecord = { kind: 'publication', id: doiOf((n + 1) % pageSize) };
  return { id: pairId(one, other), members: [one, other] };
}

async function storeWorksAndProjects(): Promise<void> {
  for (let n = 0; n < pageSize; n++) {
    const url = `https://example.org/${'w'.repeat(2_000)}`;
    const preferred = aSummary({ title: translated(2_000), journalTitle: quotes(1_000), url });
    await saveWork(applyWork(undefined, { id: `work-${n}`, orcid: person, preferred, putCodes: [n] }, now), undefined);
    const fields = { programme: quotes(1_000), title: glyphs(1_000), abstract: glyphs(10_000) };
    const people = { member_orcids: [person, ...others], coordinator_orcids: others, data: { note: quotes(30_000) } };
    await storeProject(ProjectInput.parse({ id: `project-${n}`, ...fields, ...people }), now);
    const question = aQuestion({ kind: 'work', doi: doiOf(n), orcids: [person], title: translated(2_000) });
    const evidence = { ...question.evidence, seen: { note: quotes(20_000) } };
    await propose(proposalId('work', doiOf(n)), { ...question, evidence }, now);
    const { id, members } = pairOf(n);
    await savePair(newPair(id, members, { score: 90, reasons: ['same_authors'] }, now), undefined);
  }
}

const group = 'group-0';
async function storeGroup(): Promise<void> {
  const context = { actor: curator(now).actor, now, requestId: 'r' };
  await createGroup({ id: group, name: glyphs(200) }, context);
}

const asMember = sessionOf('workspace_member');

/** The largest entries that are taken: a response has a hundred of them. */
async function storeIntake(): Promise<void> {
  const client = intakeClient(asMember);
  const { body } = await client.create({ kind: 'publications', name: 'a.bib', total: pageSize });
  const rows = many(pageSize, (n) =>
    entry(n, { title: `${n}${quotes(1_000)}`, data: { abstract: quotes(5_000) } }, { original: quotes(2_000) }),
  );
  for (const [n, row] of rows.entries()) expect(await client.rows(body.id, n, [row])).toMatchObject({ status: 200 });
  largestItems.push({ ...keys.intake(body.id), id: body.id });
}

async function storeReport(): Promise<void> {
  const definition = { name: 'All', filter: {}, outputs: 'both', group_by: ['year', 'type'] };
  const created = await call(createReport, {
    url: '/api/reports',
    body: { definition, shared: true },
    authorizer: asMember,
  });
  expect(created).toMatchObject({ status: 201 });
  const { id } = created.body;
  const run = await call(createRun, { url: `/api/reports/${id}/runs`, authorizer: asMember });
  expect(run).toMatchObject({ status: 202 });
  for (let tries = 0; tries < 20; tries++) await continueRun(run.body.run_id, now, Date.now() + 60_000);
  largestItems.push({ ...keys.report('primary_entity', id), id });
  largestItems.push({ ...keys.reportRun(id, run.body.run_id), id: run.body.run_id });
}

async function storeJobs(): Promise<void> {
  for (let n = 0; n < pageSize; n++) {
    const job: IngestionJob = {
      job_id: `job-${n}`,
      orcid_id: person,
      status: 'processing',
      created_at: now.getTime() - 7_200_000 - n,
      started_at: now.getTime() - 7_200_000,
      finished_at: null,
      attempts: 1,
      waiting_for: 'orcid',
      waiting_until: now.getTime(),
      counts: { found: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
      error_message: quotes(2_000),
      requested_by: 'somebody',
      workspace: 'primary_entity',
      request_id: 'r',
      planned: true,
      scope: 'record',
      retry_of: null,
      retried_by: null,
      dismissed_at: null,
      dismissed_by: null,
    };
    const item = { ...keys.job(job.job_id), ...refs.activeJob(job.created_at, job.job_id), ...job };
    await putItems([item, putJobRow(job).Put?.Item as Item]);
  }
  const report = { outcome: 'created', title: translated(2_000), warnings: many(50, () => quotes(200)) };
  await putItems(many(150, (n) => ({ ...keys.finishedWork('job-0', doiOf(n)), ...report })));
}

const bulkEdit = 'bulk-edit-0';
async function storeBulkEdit(): Promise<void> {
  const edit = {
    id: bulkEdit,
    workspace: 'primary_entity',
    actor: null,
    requested_at: now.getTime(),
    finished_at: null,
  };
  const done = { outcome: 'invalid', message: quotes(4_000) } as const;
  await addBulkEdit(
    edit,
    many(500, (n) => ({ id: doiOf(n), doi: doiOf(n), done })),
    [],
  );
}

/** The installation of `authorizerOf` has more origins and credentials than the others. */
const webhookId = 'webhook-0';
async function storeWebhook(): Promise<void> {
  const [created_at, url] = [1, `https://plugin.example/${quotes(900)}`];
  const webhook = {
    id: webhookId,
    installation_id: installationId,
    url,
    events: [...WebhookEventType.options],
    created_at,
  };
  const state = { status: 'active' as const, disabled_reason: null, secret_generation: 1, previous_secret_until: null };
  await addWebhook(
    { ...webhook, ...state, updated_at: 1, version: 1 },
    { workspace: 'primary_entity', context: curator(new Date(1)) },
  );
  const about = { event_id: 'evt_0', list: 'publications' as const, type: 'publication.withdrawn' as const };
  const failed = { outcome: 'failed' as const, status: 500, error: 'answered 500', answer: quotes(1_024) };
  await inParallel(
    Array.from({ length: 500 }, (_, n) => n),
    20,
    (n) =>
      logDelivery(webhookId, {
        id: `${1_800_000_000_000 + n}-000000000000`,
        ...about,
        doi: `10.5555/${quotes(1_000)}`,
        occurred_at: 1,
        attempt: 1,
        attempted_at: 1_800_000_000_000 + n,
        duration_ms: 1,
        next_attempt_at: 1,
        ...failed,
      }),
  );
}

const installationId = 'test-installation';
async function storeAccess(): Promise<void> {
  for (let n = 0; n < pageSize; n++) {
    await storeInstallation(`installation-${n}`, { display_name: glyphs(200), description: quotes(2_000) });
    const secret = { secret: `secret-${n}`, hash: `hash-${n}` };
    const settings = { client_name: glyphs(200), scopes: [], rate_limit_per_minute: 60 };
    expect(await createApiKey(newApiKey(secret, settings, quotes(200), now.getTime()))).toBe(true);
    const created_at = now.getTime();
    const email = `person-${n}@example.org`;
    const user = { id: `user-${n}`, email, display_name: glyphs(200), is_superadmin: false };
    expect(await createUser({ ...user, created_at, updated_at: created_at })).toBe('created');
    const membership = { email, workspace: 'primary_entity', role: 'workspace_member', created_at } as const;
    expect(await createMembership(membership)).toBe(true);
  }
  await storeInstallation(installationId, { description: quotes(2_000) });
  const parts = many(400, (n) => {
    const origin: OriginRecord = {
      id: `origin-${n}`,
      installation_id: installationId,
      origin: `https://${n}.plugin.example`,
      verification_status: n === 0 ? 'verified' : 'pending',
      verification_token: quotes(2_000),
      verified_at: null,
      last_verification_error: quotes(4_000),
      created_at: n,
    };
    const hash = `credential-${n}`;
    const credential = { hash, installation_id: installationId, last4: 'abcd', active: true, created_at: n };
    return [
      { ...keys.origin(installationId, origin.id), ...refs.origin(origin.id), ...origin },
      { ...keys.credential(installationId, hash), ...refs.credential(hash), ...credential, expires_at: null },
    ];
  });
  await putItems(parts.flat());
}

async function storeLogs(): Promise<void> {
  const changes = many(40, () => ({ field: '/data/note', before: quotes(900), after: quotes(900) }));
  for (let n = 0; n < pageSize; n++) {
    const event = {
      type: 'publication.edited',
      workspace: 'primary_entity',
      actor: 'user:a',
      message: quotes(1_000),
    } as const;
    await transact([eventWrite({ ...event, resource: person, metadata: { ...abridge(changes) } }, now)]);
    const fields = (text: string) => Object.fromEntries(auditedFields.project.map((name) => [name, text]));
    const change = { action: 'project.updated', workspace: null, resource: person } as const;
    const context = curator(new Date(now.getTime() + n));
    await transactAudited([], {
      context,
      changes: [{ ...change, before: fields(quotes(900)), after: fields(glyphs(900)) }],
    });
  }
}

const routes = (await loadRoutes())
  .filter(({ declaration: { method, responses } }) => method === 'GET' && 200 in responses)
  .map(({ file, declaration: route }) => ({ name: `${route.path} (${file})`, file, route }));

captureLog();
beforeAll(interceptLog);
let services: TestServices;
let s3: FauxqsServer;
beforeAll(async () => {
  await freshTable();
  services = await startTestServices();
  s3 = await startFauxqs({ port: 0, logger: false });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${s3.port}`,
    BUCKET_NAME: 'registry-test',
    LIST_STALENESS_MS: '600000',
    REFRESH_FROM_HOUR: '1',
    REFRESH_HOURS: '5',
    REFRESH_PEOPLE_AFTER_DAYS: '1',
    REFRESH_PUBLICATIONS_AFTER_DAYS: '7',
    REFRESH_REQUESTS_PER_DAY: 'orcid=10 crossref=10 datacite=10 openalex=10',
    RESET_ALLOWED_EMAILS: 'curator@example.org',
  });
  s3.createBucket('registry-test');
  await storePeople();
  await storePublications();
  await storeWorksAndProjects();
  await storeJobs();
  await storeBulkEdit();
  await storeAccess();
  await storeWebhook();
  await storeLogs();
  await storeGroup();
  await storeIntake();
  await storeReport();
}, 300_000);
afterAll(async () => {
  await s3?.stop();
  await services?.close();
});

function authorizer(route: AnyRoute): Record<string, string> | undefined {
  // A steward sees reports of their groups alone.
  const context = /^reports?[.-]/.test(route.id) ? asMember : authorizerOf(route.auth);
  return route.auth.kind === 'installation' ? { ...context, scopes: InstallationScope.options.join(' ') } : context;
}

/** The items with the largest details. */
const largestItems: Item[] = [
  { ...keys.publication(crowd), doi: crowd },
  { ...keys.person(person), orcid: person, slug: `a-${person.replaceAll('-', '').slice(-8).toLowerCase()}` },
  { ...keys.project('project-0'), id: 'project-0' },
  { ...keys.work('work-0'), id: 'work-0' },
  { ...keys.issn(issn), issn },
  { ...keys.group(group), id: group },
  { ...keys.job('job-0'), job_id: 'job-0' },
  { ...keys.bulkEdit(bulkEdit), id: bulkEdit },
  { ...keys.installation(installationId), id: installationId },
  { ...keys.webhook(installationId, webhookId), id: webhookId },
  { ...keys.duplicatePair(pairOf(0).id), id: pairOf(0).id },
  { ...keys.origin(installationId, 'origin-0'), id: 'origin-0' },
];

/** The responses of a route: each of its addresses, with the largest pages. */
async function answersOf(file: string, route: AnyRoute): Promise<{ url: string; status: number; bytes: number }[]> {
  const { handler } = (await import(`../../${file}`)) as Exclude<Target, AnyRoute>;
  const paging = 'per_page' in queryOf(route) ? 'per_page=100' : 'limit' in queryOf(route) ? 'limit=100' : '';
  const answers = [];
  for (const url of storedUrls(route, largestItems)) {
    const [path = '', query = ''] = url.split('?');
    // Other filters and orders return the same entries, and JSON is the default format.
    if (query && !/^(?:format|q|list|orcid_ids)=(?!json$)/.test(query)) continue;
    const asked = `${path}?${[query, paging].filter(Boolean).join('&')}`;
    const headers = route.auth.kind === 'operator' ? asOperator : {};
    const context = authorizer(route);
    const event = gatewayEvent(route, { url: asked, headers, ...(context && { authorizer: context }) });
    const response = await withGrants(grantsOf(route), () => handler(event, { awsRequestId: 'test' }));
    const { statusCode: status, body } = response;
    answers.push({ url: asked, status, bytes: Buffer.byteLength(JSON.stringify(response)) });
    const sent = new Headers(Object.entries(response.headers ?? {}).map(([name, value]) => [name, String(value)]));
    assertMatchesDocument(route.api, { method: 'GET', path, status, headers: sent, body });
  }
  return answers;
}

function queryOf({ query }: AnyRoute): object {
  const declared = query as { out?: { shape: object }; shape?: object } | undefined;
  const shape = declared?.out?.shape ?? declared?.shape ?? {};
  return 'perPage' in shape ? { ...shape, per_page: true } : shape;
}

test.each(routes)(
  'GET $name',
  async ({ file, route }) => {
    const answers = await answersOf(file, route);
    // Without an id there is no origin to verify, and nothing that a run is compared with.
    const isIncomplete = ['verify.empty', 'report-runs.changes'].includes(route.id);
    expect(answers.map(({ status }) => status)).toContain(isIncomplete ? 400 : 200);
    expect(
      answers.filter(({ status, bytes }) => ![200, 202, 400, 403, 404].includes(status) || bytes > maxBytes),
    ).toEqual([]);
  },
  120_000,
);

describe('what is left out is in other responses', () => {
  test('wherever an export of a person ends for want of time, it goes on from there', async () => {
    const subject = { orcid: person, workspace: 'primary_entity', now: new Date() };
    const lengths: number[] = [];
    for (let cursor: string | undefined = undefined; ; ) {
      const { next }: { next: string | null } = await exportPerson(subject, cursor, 0);
      if (next === null) break;
      lengths.push(next.length);
      expect(exportRoute.route.query?.safeParse({ cursor: next })).toMatchObject({ success: true });
      cursor = next;
    }
    expect(Math.max(...lengths)).toBeGreaterThan(1000);
  });

  test('the export of a person is whole, each record once', async () => {
    const counts = new Map<string, number>();
    const works = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const url = `/api/people/${person}/export?cursor=${cursor}`;
      const { status, headers, body } = await call(exportRoute, { url, authorizer: sessionOf('superadmin') });
      expect([status, headers['x-abridged']]).toEqual([200, undefined]);
      for (const { kind, record } of body.records) {
        counts.set(kind, (counts.get(kind) ?? 0) + (kind === 'job' ? 0 : 1));
        for (const work of record.works ?? []) works.add(work.id);
      }
      cursor = body.next;
    }
    expect(Object.fromEntries(counts)).toMatchObject({
      person: 1,
      work: 100,
      publication: 101,
      project: 100,
      proposal: 100,
    });
    expect([counts.get('activity'), counts.get('audit'), works.size]).toEqual([100, 101, 150]);
  }, 120_000);
});
