import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { importDoi } from '#src/ingestion/import-doi.ts';
import { suggestWorks } from '#src/ingestion/proposals/find/works.ts';
import { dueEnrichments } from '#src/ingestion/store/pending-enrichments.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { readFromAgency } from '#src/sources/agency.ts';
import { keys, partitions, shardOf } from '#src/table/keys.ts';
import { job } from '../../../../lambdas/background/find-proposals.ts';
import * as importRoute from '../../../../lambdas/dashboard/import/doi.ts';
import { faults, ingest, isolde, listFaults } from '../../../background/ingestion-fixture.ts';
import { carberry } from '../../../support/builders.ts';
import { dyingAt } from '../../../support/crash.ts';
import { fetchPublication } from '../../../support/duplicates.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { failWrites } from '../../../support/fail-writes.ts';
import { manyOrcids, storePerson } from '../../../support/people.ts';
import { underRole } from '../../../support/roles.ts';
import { allItems, events } from '../../../support/table.ts';
import { decide, openProposals, proposalsOf } from './proposals-fixture.ts';

const suggest = underRole(job, suggestWorks);
const run = (now = new Date()) => suggest(now, Date.now() + 600_000);
const article = '10.5555/acp.2019.0042';
const json = { 'content-type': 'application/json' };

beforeEach(() => {
  process.env.INSTITUTION = JSON.stringify({ ror: ['https://ror.org/05gq02987'] });
});
afterAll(() => {
  delete process.env.INSTITUTION;
});

describe('works that no ORCID record lists', () => {
  test('of people of the registry are proposed once, by their ids at OpenAlex, with the people', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    const counts = await run();
    expect(counts.proposed).toBeGreaterThan(3);
    const proposals = await openProposals('work');
    const [proposal] = proposals.filter(({ doi }) => doi === article);
    expect(proposal).toMatchObject({
      orcids: [carberry],
      evidence: { source: 'openalex', seen: { author_ids: ['A9990000001'], institution_rors: [] } },
    });
    expect(await getPublication(article)).toBeUndefined();
    await run(new Date(Date.now() + 8 * 24 * 3_600_000));
    expect(await openProposals('work')).toEqual(expect.arrayContaining(proposals));
    expect(await openProposals('work')).toHaveLength(proposals.length);
  });

  test('of the institution are proposed by its ROR iD, also without anybody who is known; those without a DOI are not', async () => {
    const authorships = [
      { author: { id: 'https://openalex.org/A1' }, institutions: [{ ror: 'https://ror.org/05gq02987' }] },
    ];
    const results = [
      {
        id: 'https://openalex.org/W1',
        doi: 'https://doi.org/10.5555/NEW',
        display_name: 'New <i>pots</i>',
        authorships,
      },
      { id: 'https://openalex.org/W2', doi: null, display_name: 'Without a DOI', authorships },
    ];
    const body = JSON.stringify({ meta: { next_cursor: null }, results });
    faults.set('openalex /works', { status: 200, headers: json, body });
    expect(await run()).toMatchObject({ requests: 1, works: 1, proposed: 1 });
    expect(await openProposals('work')).toMatchObject([
      {
        doi: '10.5555/new',
        title: 'New pots',
        orcids: [],
        evidence: { seen: { openalex_id: 'W1', institution_rors: ['05gq02987'], author_count: 1 } },
      },
    ]);
  });

  test('that cannot be proposed are noted, and proposed in a later run', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    const noted = async () => (await allItems()).filter(({ pk }) => pk === keys.passPartition('suggestions'));
    const fault = failWrites((input) => input.includes(`"${article}"`) && !input.includes('"reason"'));
    await expect(run()).rejects.toThrow(
      `1 records failed and are tried again later. people-${shardOf(carberry)} ${article}`,
    );
    fault.mockRestore();
    expect(await noted()).toContainEqual(expect.objectContaining({ id: article, attempts: 1 }));
    expect((await openProposals('work')).map(({ doi }) => doi)).not.toContain(article);
    await run(new Date(Date.now() + 8 * 24 * 3_600_000));
    expect((await openProposals('work')).map(({ doi }) => doi)).toContain(article);
    expect((await noted()).filter(({ id }) => id === article)).toEqual([]);
  });

  test('of a hundred people of the registry are proposed, with as many of them as one transaction holds', async () => {
    const orcids = manyOrcids(100);
    for (const orcid of orcids) await storePerson(orcid, 'Ada', 'Beispiel');
    const author = (orcid: string, n: number) => ({ id: `https://openalex.org/A${n}`, orcid });
    const authorships = orcids.map((orcid, n) => ({ author: author(orcid, n), institutions: [] }));
    const results = [{ id: 'https://openalex.org/W1', doi: '10.5555/new', display_name: 'Pots', authorships }];
    const body = JSON.stringify({ meta: { next_cursor: null }, results });
    faults.set('openalex /works', { status: 200, headers: json, body });
    expect((await run()).proposed).toBeGreaterThan(0);
    const proposals = await openProposals('work');
    expect(proposals).toMatchObject([{ orcids: orcids.slice(0, 90), evidence: { seen: { author_count: 100 } } }]);
  });

  test('that the registry has are not proposed; those that an ingestion or an import brings are withdrawn', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    await run();
    const before = (await openProposals('work')).map(({ doi }) => doi);
    expect(before).toContain(article);
    await ingest(isolde);
    expect((await openProposals('work')).map(({ doi }) => doi)).not.toContain(article);
    const [left] = await openProposals('work');
    const body = { doi: left?.doi };
    await call(importRoute, { url: '/api/import/doi', body, authorizer: sessionOf('workspace_member') });
    expect((await proposalsOf('work')).find(({ id }) => id === left?.id)?.status).toBe('obsolete');
    const asked = await run(new Date(Date.now() + 8 * 24 * 3_600_000));
    expect(asked.withdrawn).toBe(0);
  });

  test('a pass starts over after a week, and not before', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    expect((await run()).requests).toBeGreaterThan(0);
    expect((await run()).requests).toBe(0);
    expect((await run(new Date(Date.now() + 8 * 24 * 3_600_000))).requests).toBeGreaterThan(0);
  });

  test.each([
    ['is down', { status: 500, body: '' }],
    ['has no lists', { status: 404, body: '' }],
    ['answers something else', { status: 200, headers: json, body: '{}' }],
  ])('if OpenAlex %s, the run ends, and the next one continues', async (_, answer) => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    faults.set('openalex /', answer);
    expect(await run()).toMatchObject({ proposed: 0 });
    faults.clear();
    expect((await run()).proposed).toBeGreaterThan(0);
  });

  test.each([
    ['refused', { status: 403, body: '' }],
    ['not answered', { status: 500, body: '' }],
    ['unknown', { status: 404, body: '' }],
  ])("a list of the institution that is always %s keeps nobody's works from being proposed", async (_, answer) => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    listFaults.set('authorships.institutions.ror', answer);
    const proposed = async () => (await openProposals('work')).map(({ doi }) => doi);
    const startMs = Date.now();
    const clock = jest.spyOn(Date, 'now');
    const runInHour = (hour: number) => {
      const at = startMs + hour * 3_601_000;
      clock.mockReturnValue(at);
      return suggest(new Date(at), at + 600_000);
    };
    try {
      for (const hour of [0, 1, 2, 3]) await runInHour(hour);
      expect(await proposed()).toContain(article);
      const work = { id: 'W1', doi: '10.5555/new', authorships: [] };
      const body = JSON.stringify({ meta: { next_cursor: null }, results: [work] });
      listFaults.set('authorships.institutions.ror', { status: 200, headers: json, body });
      await runInHour(5);
      expect(await proposed()).toContain('10.5555/new');
    } finally {
      clock.mockRestore();
    }
  });

  test('a run that was killed is continued', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    for (let n = 1; await dyingAt(n, run); n += 7);
    expect((await openProposals('work')).map(({ doi }) => doi)).toContain(article);
  });
});

/** The actions of the audit trail. */
const trail = async () =>
  (await allItems()).filter(({ pk }) => String(pk).startsWith(partitions.audit)).map(({ action }) => action);

describe('deciding', () => {
  const proposal = async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    await run();
    const [found] = (await openProposals('work')).filter(({ doi }) => doi === article);
    return found?.id ?? '';
  };

  test('accept imports the publication and links the person; it cannot be undone', async () => {
    const id = await proposal();
    expect((await decide(id, 'accept')).body).toMatchObject({ status: 'accepted', doi: article });
    expect((await getPublication(article))?.researchers).toMatchObject([{ orcid: carberry }]);
    expect((await decide(id, 'accept')).status).toBe(200);
    expect(await decide(id, 'undo')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('accept, killed after the import, is done by the next one, and the publication is as it was', async () => {
    const id = await proposal();
    const context = {
      workspace: 'primary_entity',
      actor: 'user:ada@example.org',
      now: new Date(),
      requestId: 'request-1',
    };
    const { record } = await importDoi({ doi: article, orcids: [carberry] }, context);
    expect((await decide(id, 'accept')).body).toMatchObject({ status: 'accepted' });
    expect(await getPublication(article)).toMatchObject({ original: record.original, version: record.version + 1 });
  });

  test('accept while OpenAlex is down imports what the agency knows, and compares it; OpenAlex is asked again', async () => {
    const id = await proposal();
    const known = await readFromAgency(article, {});
    await fetchPublication('10.5555/copy', { fields: known?.bibliography ?? {} });
    faults.set('openalex /', { status: 400, body: '<html>' });
    const related = {
      ...(known?.raw as object),
      relation: { 'is-supplement-to': [{ 'id-type': 'doi', id: '10.5555/book' }] },
    };
    const body = JSON.stringify({ 'message-type': 'work', message: related });
    faults.set(`crossref /works/${article}`, { status: 200, headers: json, body });
    expect((await decide(id, 'accept')).body).toMatchObject({ status: 'accepted' });
    const keysOf = (await allItems()).map(({ pk, sk }) => `${pk} ${sk}`);
    expect(keysOf).toContain(`RELATED#10.5555/book ${article}`);
    expect(keysOf.filter((key) => /^LIST#DUPLICATE#\d+ [0-9a-f]/.test(key))).toHaveLength(1);
    expect(await dueEnrichments(new Date(Date.now() + 2 * 3_600_000), 10)).toMatchObject([{ doi: article }]);
  });

  test('502: a source that fails leaves it open; 400 of a DOI that no agency knows', async () => {
    const id = await proposal();
    faults.set('crossref', { status: 500, body: '' });
    expect((await decide(id, 'accept')).status).toBe(502);
    expect(await getPublication(article)).toBeUndefined();
    expect((await openProposals('work')).map((each) => each.id)).toContain(id);
  });

  test('accept twice at once: one import, one decision', async () => {
    const id = await proposal();
    const answers = await Promise.all([decide(id, 'accept'), decide(id, 'accept')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await decide(id, 'accept')).body.version).toBe(2);
    expect(await trail()).toEqual(['publication.imported']);
    expect((await events()).filter(({ event_type }) => event_type === 'proposal.accepted')).toHaveLength(1);
  });

  test('accept, killed at any call: accepted only with the publication; sent again it is done', async () => {
    const id = await proposal();
    for (let n = 1; await dyingAt(n, () => decide(id, 'accept')); n++) {
      const isAccepted = (await proposalsOf('work')).find((each) => each.id === id)?.status === 'accepted';
      if (isAccepted) expect((await getPublication(article))?.researchers).toMatchObject([{ orcid: carberry }]);
    }
    const [accepted] = (await proposalsOf('work')).filter(({ status }) => status === 'accepted');
    expect(accepted).toMatchObject({ id, version: 2 });
    expect((await getPublication(article))?.researchers).toMatchObject([{ orcid: carberry }]);
    expect(await trail()).toEqual(['publication.imported']);
    expect((await events()).filter(({ event_type }) => event_type === 'proposal.accepted')).toHaveLength(1);
  });

  test('accept against an ingestion that brings the publication meanwhile: both people are linked, once', async () => {
    const id = await proposal();
    const [answer] = await Promise.all([decide(id, 'accept'), ingest(isolde)]);
    expect(answer.status).toBe(200);
    const { researchers } = (await getPublication(article)) ?? {};
    expect(researchers?.map(({ orcid }) => orcid).sort()).toEqual([carberry, isolde].sort());
  });

  test('reject is remembered, by later passes too', async () => {
    const id = await proposal();
    await decide(id, 'reject');
    await run(new Date(Date.now() + 8 * 24 * 3_600_000));
    expect((await proposalsOf('work')).find((each) => each.id === id)?.status).toBe('rejected');
  });
});
