import { describe, expect, jest, test } from '@jest/globals';
import { getOrcidSection, saveOrcidSection, saveSourceAnswer } from '#src/ingestion/store/source-answers.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { getWork, saveWork } from '#src/records/publications/store/works.ts';
import { keys, partitions, shardOf } from '#src/table/keys.ts';
import { db, deleteItems } from '#src/table/table.ts';
import * as tool from '../../../../lambdas/dashboard/site-tools/rederive.ts';
import { ingested, isolde } from '../../../background/ingestion-fixture.ts';
import { carberry } from '../../../support/builders.ts';
import { dyingAt } from '../../../support/crash.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { busyWrites } from '../../../support/fail-writes.ts';
import { allItems, auditRecords, events } from '../../../support/table.ts';
import { expectWholeData } from '../../../support/whole-data.ts';

const authorizer = sessionOf('superadmin');
const rederive = (body?: object) => call(tool, { url: '/api/site-tools/rederive', body, authorizer });
const article = '10.5555/acp.2019.0042';

/** The whole table except the tool's positions. */
const stored = async () => (await allItems()).filter(({ pk }) => !String(pk).startsWith(partitions.passes));
const works = async () => (await allItems()).filter(({ pk, sk }) => String(pk).startsWith('WORK#') && sk === 'RECORD');
/** The ids of all publications and works. */
const records = async () => [...(await dois()), ...(await works()).map(({ id }) => String(id))];
const dois = async () =>
  (await allItems()).flatMap(({ pk, kind, doi }) =>
    String(pk).startsWith('PUB#') && kind === 'publication' ? String(doi) : [],
  );

async function change(doi: string, fields: (before: PublicationRecord) => Partial<PublicationRecord>) {
  const before = await getPublication(doi);
  if (!before) throw new Error(`no ${doi}`);
  const after = { ...before, ...fields(before), version: before.version + 1 };
  expect(await savePublication(after, before, [])).toBe('saved');
  return before;
}

/** Changes a record to what a version of the service would have stored that reads titles and names differently. */
const misread = (doi: string) =>
  change(doi, ({ original, enriched, orcid_bibliographies }) => ({
    original: { ...original, title: 'Misread', authors: [], publisher: 'Misread' },
    enriched: enriched && { ...enriched, container_title: 'Misread', cited_by_count: 0 },
    orcid_bibliographies: Object.fromEntries(
      Object.entries(orcid_bibliographies ?? {}).map(([orcid, listed]) => [
        orcid,
        listed.map((each) => ({ ...each, title: 'Misread' })),
      ]),
    ),
  }));

/** Versions count writes, and a version of an article may be listed and hidden again while their authors are corrected. */
const withoutVersion = (record: PublicationRecord | undefined) =>
  record && { ...record, version: 0, withdrawn_at: record.withdrawn_at !== null };

describe('200', () => {
  test('after an ingestion nothing changes and nothing is written', async () => {
    await ingested(carberry, isolde, '0009-9999-0000-0027');
    const before = await stored();
    const { status, body } = await rederive();
    const examined = (await records()).length;
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { dryRun: false, complete: true, totals: { examined, changed: 0, incomplete: 0 }, fields: {}, missing: {} },
    });
    expect(await stored()).toEqual(before);
  });

  test('what was misread becomes what an ingestion makes; a dry run counts the fields and changes nothing', async () => {
    await ingested(carberry, isolde);
    const wanted = new Map<string, PublicationRecord>();
    for (const doi of await dois()) wanted.set(doi, await misread(doi));
    const misreadData = await stored();
    const dry = await rederive({ dryRun: true });
    expect(await stored()).toEqual(misreadData);
    expect(dry.body.fields).toMatchObject({ title: wanted.size, authors: expect.any(Number) });
    const run = await rederive();
    // A preprint may be shown again until the authors of its article are corrected, too: that depends on the order.
    const { superseded_by: _, ...fields } = run.body.fields;
    expect({ ...run.body, dryRun: true, fields }).toEqual(dry.body);
    const examined = (await records()).length;
    expect(run.body.totals).toEqual({ examined, changed: wanted.size, incomplete: 0 });
    for (const [doi, record] of wanted) {
      expect(withoutVersion(await getPublication(doi))).toEqual(withoutVersion(record));
    }
    await expectWholeData();
    expect((await rederive()).body.totals).toMatchObject({ changed: 0 });
  });

  test('edits, links, decisions, visibility and times stay; the audit trail names the fields', async () => {
    await ingested(carberry);
    await change(article, () => ({
      edits: { title: 'Edited', data: { publisher: 'Edited' } },
      edit_count: 2,
      last_edited_at: 5,
      visible: false,
      last_fetched_at: 7,
      enrichment_pending_since: 8,
    }));
    const wanted = await misread(article);
    const logged = (await events()).length;
    const { body } = await rederive();
    expect(body.fields).toEqual({ cited_by_count: 1 });
    expect(withoutVersion(await getPublication(article))).toEqual(withoutVersion(wanted));
    expect((await events()).length).toBe(logged);
    expect(await auditRecords()).toMatchObject([
      {
        action: 'publication.rederived',
        actor_id: 'user:curator@example.org',
        resource_id: article,
        after: { fields: ['cited_by_count'] },
      },
    ]);
  });

  test('a work that was misread is read again; edits, people, details and times of it stay', async () => {
    await ingested(isolde);
    const [{ id } = { id: '' }] = await works();
    const before = await getWork(String(id));
    if (!before?.source) throw new Error('no work');
    const curated = {
      ...before,
      edits: { data: { pages: '7' } },
      edit_count: 1,
      linked_orcids: [isolde],
      visible: false,
      last_fetched_at: 7,
      version: before.version + 1,
    };
    const misreadWork = {
      ...curated,
      title: 'Misread',
      source: { ...before.source, title: 'Misread', identifiers: [] },
    };
    expect(await saveWork(misreadWork, before)).toBe('saved');
    const wanted = { ...curated, title: before.title, withdrawn_at: expect.any(Number), version: expect.any(Number) };
    const dry = await rederive({ dryRun: true });
    expect(dry.body.fields).toMatchObject({ title: 1 });
    expect(await getWork(before.id)).toMatchObject({ title: 'Misread' });
    for (let n = 1, died = true; died; n++) died = await dyingAt(n, () => rederive());
    expect(await getWork(before.id)).toMatchObject({ ...wanted, blocks: expect.anything() });
    expect((await auditRecords()).map(({ resource_id }) => resource_id)).toEqual([before.id]);
    expect((await rederive()).body.totals.changed).toBe(0);
    await deleteItems([keys.personAnswer(isolde, 'works', 0)]);
    expect((await rederive()).body.missing.orcid).toBeGreaterThan(0);
    expect(await getWork(before.id)).toMatchObject({ title: before.title });
  });

  test('what is not kept is counted and stays as it is', async () => {
    await ingested(carberry, isolde);
    await misread(article);
    await deleteItems([
      keys.sourceAnswer(article, 'crossref', 0),
      keys.personAnswer(isolde, 'works', 0),
      keys.personAnswer(carberry, 'works', 0),
    ]);
    const { body } = await rederive();
    expect(body.missing).toMatchObject({ crossref: 1, orcid: expect.any(Number) });
    expect(body.missing.openalex).toBeUndefined();
    const record = await getPublication(article);
    expect(record?.original.title).toBe('Misread');
    expect(record?.enriched?.container_title).not.toBe('Misread');
    expect(
      Object.values(record?.orcid_bibliographies ?? {})
        .flat()
        .map(({ title }) => title),
    ).toContain('Misread');
  });

  test('an answer that no publication was made of yet is not used', async () => {
    await ingested(carberry);
    await saveSourceAnswer(article, 'crossref', { raw: { DOI: article, title: ['Newer'] } });
    const { body } = await rederive();
    expect(body).toMatchObject({ totals: { changed: 0, incomplete: 1 }, missing: { crossref: 1 } });
  });

  test('a work that was taken off the ORCID record stays as it was listed', async () => {
    await ingested(carberry);
    const works = (await getOrcidSection(carberry, 'works'))?.raw as { group: unknown[] };
    await saveOrcidSection(carberry, 'works', { group: works.group.slice(1) });
    const { body } = await rederive();
    expect(body).toMatchObject({ totals: { changed: 0, incomplete: 1 }, missing: { orcid: 1 } });
  });

  test('continues after the publications that the last request examined; dry runs have a pass of their own', async () => {
    await ingested(carberry, isolde);
    const shards = Map.groupBy(await records(), shardOf);
    const largest = Math.max(...[...shards.values()].map(({ length }) => length));
    expect(largest).toBeGreaterThan(1);
    let examined = 0;
    for (let request = 1; request <= largest; request++) {
      const { body } = await rederive({ limitPerShard: 1 });
      examined += body.totals.examined;
      expect(body.complete).toBe(request === largest);
      if (request === 1) expect((await rederive({ dryRun: true })).body.totals.examined).toBe((await records()).length);
    }
    expect(examined).toBe((await records()).length);
    expect((await rederive({ limitPerShard: 1 })).body.totals.examined).toBe(shards.size);
  });

  test('with an edit at the same time, both are kept', async () => {
    await ingested(carberry);
    await misread(article);
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: unknown }) => {
      if ('TransactItems' in (command.input as object)) {
        spy.mockRestore();
        await change(article, () => ({ edits: { title: 'Edited meanwhile' }, edit_count: 1 }));
      }
      return send(command);
    }) as never);
    expect((await rederive()).body.totals.changed).toBe(1);
    const record = await getPublication(article);
    expect(record).toMatchObject({ edits: { title: 'Edited meanwhile' }, edit_count: 1 });
    expect(record?.original.title).not.toBe('Misread');
  });

  test('one that others change all the time is left for the next call, and the round is not over before', async () => {
    await ingested(carberry, isolde);
    const all = await records();
    await misread(article);
    const fault = busyWrites(article);
    const first = await rederive();
    fault.mockRestore();
    expect(first).toMatchObject({
      status: 200,
      body: {
        complete: false,
        totals: { examined: all.length - 1, changed: 0 },
        failed: [{ shard: shardOf(article), id: article, reason: expect.stringContaining('changing it'), attempts: 1 }],
        failed_total: 1,
      },
    });
    expect(first.body.shards[shardOf(article)]).toMatchObject({ ok: true, left: 1 });
    expect((await rederive()).body).toMatchObject({
      complete: true,
      totals: { examined: 1, changed: 1 },
      failed: [],
    });
    expect((await rederive()).body).toMatchObject({ complete: true, totals: { examined: all.length, changed: 0 } });
  });

  test('500: what a dry run cannot read is noted until a dry run reads it', async () => {
    await ingested(isolde);
    const failed = async () =>
      (await allItems()).filter(({ pk, reason }) => String(pk).startsWith(partitions.passes) && reason !== undefined);
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: unknown }) => {
      if (JSON.stringify(command.input).includes(`"${keys.publication(article).pk}"`)) throw new Error('broken');
      return send(command);
    }) as never);
    const { status, body } = await rederive({ dryRun: true });
    spy.mockRestore();
    expect({ status, body }).toMatchObject({ status: 500, body: { details: { failed: [{ id: article }] } } });
    expect(await failed()).toMatchObject([{ pk: keys.passPartition('rederive-count'), id: article }]);
    expect((await rederive({ dryRun: true })).body).toMatchObject({ complete: true, failed: [] });
    expect(await failed()).toEqual([]);
  });

  test('a round that was killed goes on where it was, and two at once leave the position of one of them', async () => {
    await ingested(carberry, isolde);
    const examined = (await records()).length;
    expect((await rederive({ limitPerShard: 1 })).body.complete).toBe(false);
    await dyingAt(30, () => rederive());
    await Promise.all([rederive({ limitPerShard: 1 }), rederive({ limitPerShard: 1 })]);
    let calls = 0;
    let body: { complete: boolean };
    do ({ body } = await rederive());
    while (!body.complete && ++calls < 5);
    expect(body.complete).toBe(true);
    expect((await rederive()).body).toMatchObject({ complete: true, totals: { examined } });
  });

  test('two at once do the same, and one that was killed is repeated', async () => {
    await ingested(isolde);
    const wanted = await misread(article);
    await dyingAt(40, () => rederive());
    const [one, two] = await Promise.all([rederive(), rederive()]);
    expect([one.status, two.status]).toEqual([200, 200]);
    await rederive();
    expect(withoutVersion(await getPublication(article))).toEqual(withoutVersion(wanted));
    await expectWholeData();
  });
});
