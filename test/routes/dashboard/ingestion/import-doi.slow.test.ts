import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { importDoi } from '#src/ingestion/import-doi.ts';
import { saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import { addPendingItems } from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { beginJob, getJob, markPlanned } from '#src/ingestion/store/jobs.ts';
import { dueEnrichments } from '#src/ingestion/store/pending-enrichments.ts';
import { orcidBibliographies } from '#src/records/orcid/bibliography.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { takeSourceSlot } from '#src/sources/requests/pace.ts';
import { db } from '#src/table/table.ts';
import * as importRoute from '../../../../lambdas/dashboard/import/doi.ts';
import { type Scripted, type SourceServer, startSource } from '../../../sources/source-server.ts';
import { anIncoming, aSummary, carberry } from '../../../support/builders.ts';
import { decide } from '../../../support/duplicates.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { ingestWork } from '../../../support/ingest-work.ts';
import { captureLog } from '../../../support/log.ts';
import { manyOrcids, storePerson } from '../../../support/people.ts';
import { underRole } from '../../../support/roles.ts';
import { allItems, auditRecords, events } from '../../../support/table.ts';

const lines = captureLog();
const isolde = '0009-9999-0000-0019';
const tomas = '0009-9999-0000-0027';
let source: SourceServer;
let pages: Record<string, Scripted>;

beforeAll(async () => {
  source = await startSource();
});
afterAll(() => source.close());
beforeEach(async () => {
  await freshTable();
  pages = {};
  crossref('10.5555/pots');
  source.serve(pages);
});

const author = { given: 'Josiah', family: 'Carberry', ORCID: `https://orcid.org/${carberry}` };
function crossref(doi: string, work: object = {}, asked = doi): void {
  const message = { DOI: doi, type: 'journal-article', title: ['On Cracked Pots'], author: [author], ...work };
  pages[`/crossref/works/${encodeURIComponent(asked)}`] = { json: { 'message-type': 'work', message } };
}

const post = (body: unknown) =>
  call(importRoute, { url: '/api/import/doi', body, authorizer: sessionOf('workspace_member') });
const context = () => ({
  workspace: 'primary_entity',
  actor: 'user:curator@example.org',
  now: new Date(),
  requestId: 'request-1',
});

const importUnderRole = underRole(importRoute.route, importDoi);

/** The items an import may have written, without the counters of the throttle. */
const written = async () => (await allItems()).filter(({ pk }) => !String(pk).startsWith('PACE#'));

describe('a new DOI', () => {
  test('201: the publication with its links; unknown researchers become people without a name', async () => {
    await saveOrcidPerson(
      { orcid: carberry, givenName: 'Josiah', familyName: 'Carberry', creditName: null, biography: null },
      new Date(),
    );
    const answer = await post({ doi: '10.5555/pots', researcher_orcids: [isolde, carberry, `orcid.org/${carberry}`] });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: '10.5555/pots',
        doi_url: 'https://doi.org/10.5555/pots',
        created: true,
        title: 'On Cracked Pots',
        source: 'crossref',
        author_match_state: 'needs_attention',
        researchers: [
          { orcid: carberry, name: 'Josiah Carberry', match_state: 'complete' },
          { orcid: isolde, name: null, match_state: 'needs_attention' },
        ],
        visible: true,
        deleted_at: null,
      },
    });
    expect(await getPerson(isolde)).toMatchObject({ name: null, slug: null, last_fetched_at: null });
    expect(await events()).toEqual([]);
    expect(await auditRecords()).toMatchObject([
      {
        action: 'publication.imported',
        actor_id: 'user:curator@example.org',
        resource_id: '10.5555/pots',
        before: null,
        after: { researchers: [carberry, isolde] },
      },
    ]);
    expect(lines.filter(({ message }) => message === 'audit')).toHaveLength(1);
  });

  test('201: a hundred researchers, the most that are allowed: each is linked, and the import is audited once', async () => {
    const orcids = manyOrcids(100);
    const answer = await post({ doi: '10.5555/pots', researcher_orcids: orcids });
    expect(answer).toMatchObject({ status: 201, body: { created: true } });
    const stored = await getPublication('10.5555/pots');
    expect(stored?.researchers.map(({ orcid }) => orcid)).toEqual(orcids);
    expect(await auditRecords()).toMatchObject([{ action: 'publication.imported', before: null }]);
    const again = await post({ doi: '10.5555/pots', researcher_orcids: orcids });
    expect(again).toMatchObject({ status: 200, body: { created: false } });
  });

  test('201, then 200: in any notation', async () => {
    const notations = ['https://doi.org/10.5555/POTS', 'doi:10.5555/Pots', ' http://dx.doi.org/10.5555%2Fpots '];
    const answers = [];
    for (const doi of notations) answers.push(await post({ doi }));
    expect(answers.map(({ status, body }) => [status, body.id, body.researchers.length])).toEqual([
      [201, '10.5555/pots', 0],
      [200, '10.5555/pots', 0],
      [200, '10.5555/pots', 0],
    ]);
  });

  test('201: a DOI that the agency calls an alias is stored under the DOI it stands for, and found by both', async () => {
    crossref('10.5555/main', {}, '10.5555/alias');
    pages['/crossref/works/10.5555%2Falias'] = {
      json: {
        'message-type': 'work',
        message: { DOI: '10.5555/main', aliases: ['10.5555/alias'], title: ['Main'] },
      },
    };
    expect(await post({ doi: '10.5555/alias' })).toMatchObject({
      status: 201,
      body: { id: '10.5555/main', aliases: ['10.5555/alias'] },
    });
    expect(await getPublication('10.5555/alias')).toMatchObject({ doi: '10.5555/main' });
    crossref('10.5555/main');
    expect(await post({ doi: '10.5555/alias' })).toMatchObject({ status: 200, body: { id: '10.5555/main' } });
  });
});

describe('the DOI of a publication that was merged into another one', () => {
  const [kept, merged] = ['10.5555/kept', '10.5555/merged'];
  const work = { author: [author], title: ['Leakage in connected teapots of the early kingdom'] };
  async function storePair(): Promise<string> {
    crossref(kept, { ...work, publisher: 'Kept' });
    crossref(merged, { ...work, publisher: 'Merged', type: 'posted-content' });
    for (const doi of [kept, merged]) await post({ doi });
    const links = (await allItems()).filter(({ pk }) => pk === `DUPLICATE#OF#publication:${kept}`);
    return String(links[0]?.sk);
  }

  test('200: refreshes the kept one, from the data of its own DOI', async () => {
    await decide(await storePair(), { decision: 'merge', keep: kept });
    crossref(kept, { ...work, publisher: 'Kept since' });
    expect(await post({ doi: merged, researcher_orcids: [isolde] })).toMatchObject({
      status: 200,
      body: { id: kept, created: false, researcher_orcids: [isolde] },
    });
    expect((await getPublication(merged))?.original).toMatchObject({ publisher: 'Kept since' });
    expect((await getPublication(merged))?.aliases).toEqual([merged]);
  });

  test('200: also if it is merged while the sources answer', async () => {
    const id = await storePair();
    const message = { DOI: merged, type: 'posted-content', ...work, publisher: 'Merged since' };
    pages[`/crossref/works/${encodeURIComponent(merged)}`] = {
      answer: (response) =>
        void decide(id, { decision: 'merge', keep: kept }).then(() =>
          response.end(JSON.stringify({ 'message-type': 'work', message })),
        ),
    };
    expect(await post({ doi: merged })).toMatchObject({ status: 200, body: { id: kept } });
    expect((await getPublication(merged))?.original).toMatchObject({ publisher: 'Kept' });
  });
});

describe('a known DOI', () => {
  test('200: is refreshed; links are added, never removed; edits, a deletion and a hidden state stay', async () => {
    await post({ doi: '10.5555/pots', researcher_orcids: [carberry] });
    const before = await getPublication('10.5555/pots');
    if (!before) throw new Error('no publication');
    const deleted_at = '2026-01-01T00:00:00.000Z';
    const curated = { ...before, edits: { title: 'Edited' }, visible: false, deleted_at, version: before.version + 1 };
    expect(await savePublication(curated, before, [])).toBe('saved');
    crossref('10.5555/pots', { title: ['New title'], publisher: 'Brown' });
    expect(await post({ doi: '10.5555/POTS', researcher_orcids: [isolde] })).toMatchObject({
      status: 200,
      body: { created: false, title: 'Edited', visible: false, deleted_at, researcher_orcids: [carberry, isolde] },
    });
    expect((await getPublication('10.5555/pots'))?.original).toMatchObject({ title: 'New title', publisher: 'Brown' });
  });

  test('200: twice the same writes only the fetch time, and no second audit record', async () => {
    await post({ doi: '10.5555/pots', researcher_orcids: [carberry] });
    const before = await getPublication('10.5555/pots');
    expect(await post({ doi: '10.5555/pots', researcher_orcids: [carberry] })).toMatchObject({
      status: 200,
      body: { created: false },
    });
    const after = await getPublication('10.5555/pots');
    expect({ ...after, version: 0, last_fetched_at: 0 }).toEqual({ ...before, version: 0, last_fetched_at: 0 });
    expect(await auditRecords()).toHaveLength(1);
  });

  test('200: one that no agency knows any more keeps what it is, and gets the link', async () => {
    await post({ doi: '10.5555/pots' });
    source.serve({});
    expect(await post({ doi: '10.5555/pots', researcher_orcids: [carberry] })).toMatchObject({
      status: 200,
      body: { title: 'On Cracked Pots', source: 'crossref', researcher_orcids: [carberry] },
    });
  });

  test('200: the title of the ORCID record of an author stays if the agency has none', async () => {
    const listed = { [carberry]: orcidBibliographies([aSummary()]) };
    const record = applyIncoming(
      undefined,
      anIncoming({ source: 'orcid', orcidBibliographies: listed }),
      [],
      new Date(),
    );
    await savePublication(record, undefined, []);
    const author = [{ given: 'Josiah', family: 'Carberry', ORCID: `https://orcid.org/${carberry}` }];
    crossref('10.5555/pots', { title: [], author });
    const { body } = await post({ doi: '10.5555/pots', researcher_orcids: [carberry] });
    expect(body.title).toBe('On Cracked Pots');
  });
});

describe('nothing is written', () => {
  test('400: what is wrong is named', async () => {
    const wrong: [body: unknown, path: string][] = [
      [{}, 'doi'],
      [{ doi: '' }, 'doi'],
      [{ doi: 'https://example.org/10.5555' }, 'doi'],
      [{ doi: '10.5555/pots', researcher_orcids: ['0000-0002-1825-0098'] }, 'researcher_orcids.0'],
      [{ doi: '10.5555/pots', researcher_orcids: [''] }, 'researcher_orcids.0'],
      [{ doi: '10.5555/pots', researcher_orcids: Array(101).fill(carberry) }, 'researcher_orcids'],
      [{ doi: '10.5555/pots', note: 'x' }, 'note'],
      [{ doi: '10.5555/unknown', researcher_orcids: [carberry] }, 'doi'],
    ];
    for (const [body, path] of wrong) {
      const answer = await post(body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body', details: { issues: [{ path }] } } });
    }
    expect(await written()).toEqual([]);
  });

  test('502: a source that fails, and says when to ask again if it has said so', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const agency = '/crossref/works/10.5555%2Fpots';
    const waiting = { status: 503, text: '', headers: { 'Retry-After': '30' } };
    const failures: [path: string, Scripted, retryAfter: string | undefined][] = [
      [agency, { status: 500, text: '' }, undefined],
      [agency, { json: { message: [] } }, undefined],
      [agency, waiting, '30'],
    ];
    for (const [path, scripted, retryAfter] of failures) {
      source.serve({ ...pages, [path]: scripted });
      const answer = await post({ doi: '10.5555/pots', researcher_orcids: [carberry] });
      expect(answer).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
      expect(answer.headers['retry-after'] ?? answer.headers['Retry-After']).toBe(retryAfter);
    }
    expect(await written()).toEqual([]);
  });

  test.each<[string, Scripted]>([
    ['is down', { status: 503, text: '', headers: { 'Retry-After': '30' } }],
    ['answers no JSON', { status: 200, text: '<html>busy</html>' }],
    ['does not answer in time', { answer: () => undefined }],
  ])('201: what the agency knows, if OpenAlex %s; it is asked again later', async (_, scripted) => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    source.serve({ ...pages, '/openalex/works/doi:10.5555%2Fpots': scripted });
    const limits = { sourcesMs: 500, attemptMs: 200 };
    const { record } = await importUnderRole({ doi: '10.5555/pots', orcids: [] }, context(), limits);
    expect(record).toMatchObject({
      original: { title: 'On Cracked Pots' },
      enrichment_pending_since: expect.any(Number),
    });
    expect(await dueEnrichments(new Date(Date.now() + 2 * 3_600_000), 10)).toMatchObject([{ doi: '10.5555/pots' }]);
  });

  test('201: a retracted one is reported, leaves a mark at what it names, and is compared with others', async () => {
    const similar = {
      title: ['Leakage in Connected Teapots of the Early Kingdom'],
      issued: { 'date-parts': [[2020]] },
    };
    crossref('10.5555/similar', similar);
    await post({ doi: '10.5555/similar' });
    crossref('10.5555/teapots', {
      ...similar,
      'updated-by': [{ DOI: '10.5555/notice', type: 'retraction' }],
      relation: { 'is-supplement-to': [{ 'id-type': 'doi', id: '10.5555/book' }] },
    });
    expect((await post({ doi: '10.5555/teapots' })).status).toBe(201);
    expect(await events()).toContainEqual(expect.objectContaining({ event_type: 'publication.retracted' }));
    const keysOf = (await allItems()).map(({ pk, sk }) => `${pk} ${sk}`);
    expect(keysOf).toContain('RELATED#10.5555/book 10.5555/teapots');
    expect(keysOf.filter((key) => key.startsWith('LIST#DUPLICATE#'))).toHaveLength(1);
  });

  test('502: DataCite is down, so nobody knows whether the DOI exists', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    pages['/datacite/dois/10.5555%2Funknown'] = { status: 500, text: '' };
    expect((await post({ doi: '10.5555/unknown' })).status).toBe(502);
    expect(await written()).toEqual([]);
  });

  test('502: a source that does not answer costs no more than its time', async () => {
    pages['/crossref/works/10.5555%2Fpots'] = { answer: () => undefined };
    const asked = importDoi({ doi: '10.5555/pots', orcids: [carberry] }, context(), { sourcesMs: 60 });
    await expect(asked).rejects.toMatchObject({ code: 'upstream_unavailable', message: /did not answer in time/ });
    expect(await written()).toEqual([]);
  });

  test('502: a throttle without a slot soon is not waited for, and no slot is taken', async () => {
    process.env.CROSSREF_REQUESTS_PER_SECOND = '1';
    const startMs = Date.now();
    const nowMs = () => startMs;
    jest.spyOn(Date, 'now').mockImplementation(nowMs);
    try {
      for (let n = 0; n < 3; n++) await takeSourceSlot('crossref', 1, { nowMs });
      const answer = await post({ doi: '10.5555/pots' });
      expect(answer).toMatchObject({ status: 502, body: { error: expect.stringContaining('too many workers') } });
      // The next slot is the one in 3 s, as if nobody had asked.
      expect(await takeSourceSlot('crossref', 1, { nowMs })).toEqual({ waitMs: 3000 });
    } finally {
      process.env.CROSSREF_REQUESTS_PER_SECOND = '0';
    }
    expect(await written()).toEqual([]);
  });
});

describe('beside others', () => {
  test('killed before any call of the table and repeated: as if never killed', async () => {
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    for (let survived = false, n = 1; !survived; n++) {
      const doi = `10.5555/killed.${n}`;
      crossref(doi);
      let calls = 0;
      let die = () => {};
      const dead = new Promise<boolean>((resolve) => {
        die = () => resolve(false);
      });
      const spy = jest.spyOn(db, 'send').mockImplementation(((command: object) => {
        if (++calls < n) return send(command);
        die();
        return new Promise(() => {});
      }) as never);
      survived = await Promise.race([importDoi({ doi, orcids: [carberry] }, context()).then(() => true), dead]);
      spy.mockRestore();
      if (!survived) await importDoi({ doi, orcids: [carberry] }, context());
      expect(await getPublication(doi)).toMatchObject({ researchers: [{ orcid: carberry }], edit_count: 0 });
      expect(n).toBeLessThan(25);
    }
    const rows = (await allItems()).filter(({ pk }) => String(pk).startsWith('LIST#PUB#'));
    const records = (await allItems()).filter(({ pk, kind }) => String(pk).startsWith('PUB#') && kind);
    expect(rows).toHaveLength(records.length);
    expect(await auditRecords()).toHaveLength(records.length);
  });

  test('of six at once one creates the publication, and the links of all are kept', async () => {
    const orcids = [carberry, isolde, tomas];
    const answers = await Promise.all(
      [...orcids, ...orcids].map((orcid) => post({ doi: '10.5555/pots', researcher_orcids: [orcid] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect((await getPublication('10.5555/pots'))?.researchers.map(({ orcid }) => orcid)).toEqual(orcids.sort());
  });

  test('while an ingestion stores the same publication: both links, and the job ends', async () => {
    const now = new Date();
    await storePerson(isolde, 'Isolde', 'Beispiel');
    const wanted = { orcid: isolde, requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' };
    const { job } = await createJob(wanted, now);
    const begun = await beginJob(job.job_id, now);
    if (!begun) throw new Error('not begun');
    await addPendingItems(job.job_id, [{ doi: '10.5555/pots', aliases: [], others: [], summary: aSummary() }]);
    await markPlanned(begun, now);
    const delivery = { now, receiveCount: 1, isLast: false, signal: new AbortController().signal };
    const [answer] = await Promise.all([
      post({ doi: '10.5555/pots', researcher_orcids: [carberry] }),
      ingestWork(job.job_id, '10.5555/pots', delivery),
    ]);
    expect([200, 201]).toContain(answer.status);
    const stored = await getPublication('10.5555/pots');
    expect(stored).toMatchObject({ doi: '10.5555/pots', researchers: [{ orcid: carberry }, { orcid: isolde }] });
    expect(await getJob(job.job_id)).toMatchObject({ status: 'completed' });
  });
});
