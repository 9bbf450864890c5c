import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { changePublication } from '#src/curation/change-publication.ts';
import { relateRemaining } from '#src/duplicates/relations/relate.ts';
import { getMerged } from '#src/duplicates/store/merged.ts';
import { pairId, savePair } from '#src/duplicates/store/pairs.ts';
import { OrcidListings, rederivePublication } from '#src/ingestion/rederive.ts';
import { deleteRecords } from '#src/operations/deletion/delete-records.ts';
import { repairLinks } from '#src/operations/site-tools/repair-links.ts';
import { type ComparedRecord, newPair } from '#src/records/likeness/pair.ts';
import { getEdit } from '#src/records/publications/store/edits.ts';
import {
  getPublication,
  getPublications,
  publicationsByDoi,
  savePublication,
} from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { db, getItem, type Item, putItem } from '#src/table/table.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import * as consumerGet from '../../lambdas/consumer/publications/get.ts';
import * as consumerList from '../../lambdas/consumer/publications/list.ts';
import * as curatedList from '../../lambdas/dashboard/publications/list.ts';
import { exportTable } from '../../scripts/transfer/export.ts';
import { importTable, verify } from '../../scripts/transfer/import.ts';
import { erase, settled } from '../erasure/erasure-fixture.ts';
import { decide, getDetail, getMatches, listEdits, patch, revertEdit } from '../support/curation.ts';
import { decide as decidePair } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { call, sessionOf } from '../support/event.ts';
import { allItems, preparedOnce } from '../support/table.ts';
import { answerWorks, faults, ingest, isolde, type RecordedWorks } from './ingestion-fixture.ts';

const doi = '10.5555/acp.2019.0042';
const count = 10_000;
const sample = (path: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../local/sample', path), 'utf8'));
const { message, ...envelope } = sample('crossref/works/10.5555%2Facp.2019.0042.json');
const recorded: RecordedWorks = sample(`orcid/v3.0/${isolde}/works.json`);
/** Names and places that compress poorly, so that they fill several items, and a response would be too large. */
const word = (n: number) => ((n * 2_654_435_761) % 4_294_967_296).toString(36);
const placeOf = (n: number) => [n, n * 13, n * 17, n * 19].map(word).join(' ');
const authors = Array.from({ length: count }, (_, n) => ({
  given: `${word(n)} ${word(n + 7)}.`,
  family: `Kiln${word(n * 31)}`,
  affiliation: [{ name: `Department of ${word(n % 997)}, University of ${word(n % 3_001)}, ${placeOf(n)}` }],
}));
const curator = { workspace: 'primary_entity', actor: 'somebody', now: new Date() };
const context = { actor: 'somebody', now: new Date(), requestId: 'request-1' };
const { signal } = new AbortController();
const rederiving = { dryRun: false, context, listings: new OrcidListings(), signal };

const answer = (author: object[]) => {
  const body = JSON.stringify({ ...envelope, message: { ...message, author: [...author, ...message.author] } });
  const headers = { 'content-type': 'application/json' };
  faults.set(`crossref /works/${doi}`, { status: 200, headers, body });
  // The other works of the record would take as long again.
  answerWorks(isolde, { group: recorded.group.filter((each) => JSON.stringify(each).includes(doi)) });
};
const stored = async () => {
  const record = await getPublication(doi);
  if (!record) throw new Error('not stored');
  return record;
};
const partItems = (items: Item[]) => items.filter(({ sk, body }) => String(sk).startsWith('PART#') && body);
const generationsOf = (items: Item[]) => new Set(partItems(items).map(({ sk }) => String(sk).split('#')[1]));

/** Empties all parts of publications, as those that another write has replaced. */
async function loseParts(): Promise<void> {
  for (const { pk, sk } of partItems(await allItems())) await putItem({ pk: String(pk), sk: String(sk) });
}

/** The table after an ingestion of the publication, which takes seconds. */
const crowd = preparedOnce(async () => {
  expect(await ingest(isolde)).toMatchObject({ status: 'completed', counts: { failed: 0 } });
});
const isStored = (parts: unknown): parts is { generation: string } =>
  typeof parts === 'object' && parts !== null && 'generation' in parts;
/** Isolde's position: last. */
const last = count + message.author.findIndex(({ ORCID }: { ORCID?: string }) => ORCID?.endsWith(isolde));
/** An edit that is stored in parts, too. */
const large = new Map([['/data/note', randomBytes(600_000).toString('base64')] as const]);
const maxBytes = 5_000_000;
const bytesOf = ({ body }: { body: unknown }) => Buffer.byteLength(JSON.stringify(JSON.stringify(body)));

beforeEach(() => answer(authors));

describe(`a publication of ${count} authors with affiliations`, () => {
  test('is ingested, and found unchanged by the next ingestion', async () => {
    await crowd();
    const record = await stored();
    expect(record.original.authors).toHaveLength(count + message.author.length);
    expect(record.original.authors[4_321]?.affiliations).toEqual([authors[4_321]?.affiliation[0]?.name]);
    const item = await getItem(keys.publication(doi));
    expect(item).toMatchObject({ parts: { count: expect.any(Number) } });
    const again = await ingest(isolde);
    expect(again.counts).toMatchObject({ updated: 0, created: 0 });
    expect((await stored()).last_fetched_at).toBeGreaterThan(record.last_fetched_at);
    expect(await getItem(keys.publication(doi))).toMatchObject({ parts: item?.parts });
  });

  test('changes at the source, and the old parts go', async () => {
    await crowd();
    answer(authors.slice(1));
    expect((await ingest(isolde)).counts).toMatchObject({ updated: 1 });
    expect((await stored()).original.authors).toHaveLength(count - 1 + message.author.length);
    expect(generationsOf(await allItems()).size).toBe(1);
    answer([]);
    await ingest(isolde);
    expect((await stored()).original.authors).toEqual(expect.not.arrayContaining([{ name: 'x' }]));
    expect(partItems(await allItems())).toEqual([]);
    expect(await getItem(keys.publication(doi))).toMatchObject({ body: expect.any(Uint8Array) });
  });

  test('is edited, with its history, and read in batches', async () => {
    await crowd();
    const shown = [...(await stored()).original.authors].reverse();
    const { edit } = await changePublication(doi, () => ({ values: new Map([['/data/authors', shown]]) }), curator);
    expect((await stored()).edits.data?.authors).toHaveLength(shown.length);
    expect((await getEdit(doi, edit ?? 0))?.changes[0]?.after).toHaveLength(shown.length);
    for (const read of [getPublications, publicationsByDoi]) {
      expect((await read([doi])).get(doi)?.original.authors).toHaveLength(shown.length);
    }
    expect((await changePublication(doi, () => ({ visible: false }), curator)).record.visible).toBe(false);
    const hidden = await stored();
    expect([hidden.visible, typeof hidden.withdrawn_at]).toEqual([false, 'number']);
  });

  test('is deleted with its parts', async () => {
    await crowd();
    let deleted = 0;
    await deleteRecords('PUB', [doi], (some) => {
      deleted += some;
    });
    expect(deleted).toBe(1);
    expect((await allItems()).filter(({ pk }) => pk === keys.publication(doi).pk)).toEqual([]);
  });

  test('a writer that is killed at any call leaves the old one whole, and its parts are collected', async () => {
    await crowd();
    const before = await stored();
    const changed = {
      ...before,
      original: { ...before.original, authors: before.original.authors.slice(5) },
      version: before.version + 1,
    };
    const send = db.send.bind(db);
    let outcome: unknown;
    for (let kill = 1; outcome !== 'saved'; kill++) {
      let calls = 0;
      db.send = ((command: never) =>
        ++calls >= kill ? Promise.reject(new Error('killed')) : send(command)) as typeof db.send;
      outcome = await savePublication(changed, before, []).catch(() => 'killed');
      db.send = send;
      const { original } = await stored();
      expect([before.original.authors.length, changed.original.authors.length]).toContain(original.authors.length);
      if (original.authors.length === changed.original.authors.length) break;
    }
    expect(generationsOf(await allItems()).size).toBeGreaterThan(1);
    const realNow = Date.now;
    Date.now = () => realNow() + 2 * 3_600_000;
    await relateRemaining(new Date(Date.now()), Number.MAX_SAFE_INTEGER);
    Date.now = realNow;
    expect(generationsOf(await allItems()).size).toBe(1);
    expect((await stored()).original.authors).toHaveLength(changed.original.authors.length);
    expect(await getItem(keys.relating(doi))).toBeUndefined();
  });

  test('without its parts, as a backup may have it, it shows its first authors until it is read or derived again', async () => {
    await crowd();
    const { edit = 0 } = await changePublication(doi, () => ({ values: large }), curator);
    await changePublication(doi, () => ({ values: new Map([['/title', 'Edited']]) }), curator);
    expect(generationsOf(await allItems()).size).toBe(2);
    const whole = {
      original: { authors: { length: count + message.author.length } },
      edits: { title: 'Edited again' },
    };
    for (const mend of [() => ingest(isolde), () => rederivePublication(doi, rederiving)]) {
      await loseParts();
      const { status, body } = await getDetail(doi);
      expect([status, body.original.authors.length, body.edit_count]).toEqual([200, 100, expect.any(Number)]);
      expect((await listEdits(doi)).body.edits.map(({ id }: { id: string }) => id)).not.toContain(String(edit));
      expect((await revertEdit(doi, String(edit))).status).toBe(404);
      expect((await patch(doi, [{ op: 'replace', path: '/title', value: 'Edited again' }])).status).toBe(200);
      await mend();
      expect(await stored()).toMatchObject(whole);
      expect((await stored()).researchers).toMatchObject([{ orcid: isolde, author_position: last }]);
    }
  });

  test('a reader never gets parts of two versions', async () => {
    await crowd();
    let record = await stored();
    const lengths = new Set<number>();
    let isDone = false;
    const reading = (async () => {
      while (!isDone) lengths.add((await stored()).original.authors.length);
    })();
    for (let round = 0; round < 5; round++) {
      const next = {
        ...record,
        original: { ...record.original, authors: record.original.authors.slice(1) },
        version: record.version + 1,
      };
      expect(await savePublication(next, record, [])).toBe('saved');
      record = await stored();
    }
    isDone = true;
    await reading;
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(record.original.authors.length);
  });
});

describe(`curators' work on a publication of ${count} authors`, () => {
  beforeEach(() => crowd());

  test('its details, matches, edits and lists are below 5 MB, and have all of its authors, part by part', async () => {
    const at = `/v1/doi/${doi}`;
    const authorizer = sessionOf('workspace_member');
    const [detail, curated, matches] = [
      await call(consumerGet, { url: at }),
      await getDetail(doi),
      await getMatches(doi),
    ];
    for (const response of [detail, curated, matches]) expect(bytesOf(response)).toBeLessThan(maxBytes / 2);
    const shown = [detail.body.data.authors, curated.body.merged.data.authors, matches.body.authors];
    for (const each of shown) {
      expect(each).toHaveLength(1_001);
      expect(each[1_000]).toMatchObject({ position: last });
    }
    expect(matches.body).toMatchObject({ author_count: count + message.author.length });
    const names = new Set<string>();
    for (let offset = 0; offset <= count; offset += 1_000) {
      const { body } = await getMatches(`${doi}?authors_offset=${offset}`);
      for (const { name } of body.authors) names.add(name);
    }
    expect(names.size).toBe(new Set((await stored()).original.authors.map(({ name }) => name)).size);
    for (const list of [
      await call(consumerList, { url: '/v1/publications?per_page=100' }),
      await call(curatedList, { url: '/api/publications?per_page=100', authorizer }),
    ]) {
      expect(bytesOf(list)).toBeLessThan(maxBytes);
      expect(JSON.stringify(list.body)).toContain(doi);
    }
  });

  test('a match is decided about an author in a later part', async () => {
    expect((await stored()).researchers[0]).toMatchObject({ orcid: isolde, author_position: last });
    const reject = await decide(doi, { orcid: isolde, author_position: last, decision: 'reject' });
    expect(reject.body.researchers[0]).toMatchObject({ author_position: null });
    await decide(doi, { orcid: isolde, author_position: 6_000, decision: 'accept' });
    expect((await stored()).researchers[0]).toMatchObject({ author_position: 6_000, reasons: ['curator'] });
    await decide(doi, { orcid: isolde, decision: 'undo' });
    expect((await stored()).researchers[0]).toMatchObject({ author_position: last, decision: null });
  });

  test('an author in a later part is edited by index, and the history shows it and takes it back', async () => {
    const operations = [
      { op: 'test', path: '/data/authors/6000/family', value: authors[6_000]?.family },
      { op: 'replace', path: '/data/authors/6000/family', value: 'Potter' },
    ];
    expect((await patch(doi, operations)).status).toBe(200);
    const shown = (await stored()).edits.data?.authors as Author[];
    expect([shown.length, shown[6_000]?.family]).toEqual([count + message.author.length, 'Potter']);
    const part = await listEdits(doi, '?authors_offset=6000');
    const [change] = part.body.edits[0].changes;
    expect(change).toMatchObject({
      before_count: shown.length,
      after_count: shown.length,
    });
    expect(change.after[0]).toMatchObject({ family: 'Potter' });
    expect(change.before[0]).toMatchObject({ family: authors[6_000]?.family });
    for (const response of [part, await listEdits(doi), await getDetail(doi)]) {
      expect(bytesOf(response)).toBeLessThan(maxBytes);
      expect(response.headers['x-abridged']).toBeUndefined();
    }
    expect((await revertEdit(doi, '1')).status).toBe(200);
    expect((await stored()).edits).toEqual({});
    expect(generationsOf(await allItems()).size).toBe(3); // The record's, and those of two edits.
  });

  test('its links are repaired, and it is derived again from the stored answers', async () => {
    const record = await stored();
    expect(await rederivePublication(doi, rederiving)).toEqual({ fields: [], missing: [], wrongAliases: [] });
    const lost = { ...record.original, authors: record.original.authors.slice(0, 10) };
    const researchers = record.researchers.map((link) => ({ ...link, author_position: 3 }));
    const broken = { ...record, original: lost, researchers, version: record.version + 1 };
    expect(await savePublication(broken, record, [])).toBe('saved');
    expect((await rederivePublication(doi, { ...rederiving, listings: new OrcidListings() }))?.fields).toContain(
      'authors',
    );
    const derived = await stored();
    expect(derived.original.authors).toEqual(record.original.authors);
    expect(derived.researchers).toEqual(record.researchers);
    const unlinked = derived.researchers.map((link) => ({ ...link, author_position: null, evidence: null }));
    await savePublication({ ...derived, researchers: unlinked, version: derived.version + 1 }, derived, []);
    expect(await repairLinks(doi, { dryRun: false, cesamOnly: false, context })).toMatchObject({ changed: true });
    expect((await stored()).researchers).toEqual(record.researchers);
    expect(generationsOf(await allItems()).size).toBe(1);
  });

  test('two such publications are merged, and the merge is undone', async () => {
    const record = await stored();
    const kept = '10.5555/preprint';
    const copy = { ...record, doi: kept, parts: undefined, blocks: null, version: 1 };
    expect(await savePublication(copy, undefined, [])).toBe('saved');
    const before = await getPublication(kept);
    const [one, other] = [doi, kept].map((id) => ({ kind: 'publication', id })) as [ComparedRecord, ComparedRecord];
    const likeness = { score: 90, reasons: ['same_authors' as const] };
    const pair = newPair(pairId(one, other), [one, other], likeness, new Date());
    await savePair(pair, undefined);
    expect((await decidePair(pair.id, { decision: 'merge', keep: kept })).status).toBe(200);
    expect((await getPublication(doi))?.doi).toBe(kept);
    expect((await getMerged(doi))?.record.original.authors).toHaveLength(record.original.authors.length);
    expect((await decidePair(pair.id, { decision: 'undo' })).status).toBe(200);
    for (const was of [record, before]) {
      const undone = await getPublication(String(was?.doi));
      expect([undone?.doi, undone?.original, undone?.researchers]).toEqual([was?.doi, was?.original, was?.researchers]);
    }
    const named = (await allItems()).flatMap(({ parts }) => (isStored(parts) ? [parts.generation] : []));
    expect([...generationsOf(await allItems())].sort()).toEqual(named.sort());
  });

  test('a person in a later part is erased, and nothing else of it', async () => {
    const record = await stored();
    expect(record.researchers.map(({ orcid }) => orcid)).toContain(isolde);
    const options = { orcid: isolde };
    await erase(options);
    expect(await erase({ ...options, at: settled })).toMatchObject({ done: true });
    const left = await stored();
    expect(left.researchers).toEqual([]);
    expect(left.orcid_bibliographies ?? {}).not.toHaveProperty(isolde);
    expect(left.original.authors).toEqual(record.original.authors);
    expect(generationsOf(await allItems()).size).toBe(1);
  });

  test('it is whole after an export and an import into an empty table', async () => {
    const record = await stored();
    const folder = mkdtempSync(join(tmpdir(), 'large-'));
    const file = join(folder, 'registry.jsonl');
    const client = new DynamoDBClient({});
    const TableName = String(process.env.TABLE_NAME);
    await exportTable({ client, TableName }, file, { withAccounts: true, report: () => {} });
    const empty = await freshTable();
    await importTable({ client, TableName: empty }, file, (await verify(file)).head, () => {});
    rmSync(folder, { recursive: true });
    expect(await stored()).toEqual(record);
    expect((await changePublication(doi, () => ({ visible: false }), curator)).record.visible).toBe(false);
    expect((await stored()).original).toEqual(record.original);
  });
});
