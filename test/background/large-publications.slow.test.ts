import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { changePublication } from '../../src/curation/change-publication.ts';
import { deleteRecords } from '../../src/deletion/delete-records.ts';
import { relateRemaining } from '../../src/relations/relate.ts';
import { keys } from '../../src/storage/keys.ts';
import { getEdit } from '../../src/storage/publications/edits.ts';
import {
  getPublication,
  getPublications,
  publicationsByDoi,
  savePublication,
} from '../../src/storage/publications/publications.ts';
import { db, getItem, type Item } from '../../src/storage/table.ts';
import { allItems } from '../support/table.ts';
import { faults, ingest, isolde } from './ingestion-fixture.ts';

const doi = '10.5555/acp.2019.0042';
const count = 20_000;
const { message, ...envelope } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../local/sample/crossref/works/10.5555%2Facp.2019.0042.json'), 'utf8'),
);
/** Names and places that do not compress too well. */
const word = (n: number) => ((n * 2_654_435_761) % 4_294_967_296).toString(36);
const authors = Array.from({ length: count }, (_, n) => ({
  given: `${word(n)} ${word(n + 7)}.`,
  family: `Kiln${word(n * 31)}`,
  affiliation: [{ name: `Department of ${word(n % 997)}, University of ${word(n % 3_001)}, ${word(n)}` }],
}));
const curator = { workspace: 'primary_entity', actor: 'somebody', now: new Date() };

const answer = (author: object[]) => {
  const body = JSON.stringify({ ...envelope, message: { ...message, author: [...author, ...message.author] } });
  faults.set(`crossref /works/${doi}`, { status: 200, headers: { 'content-type': 'application/json' }, body });
};
const stored = async () => {
  const record = await getPublication(doi);
  if (!record) throw new Error('not stored');
  return record;
};
const partItems = (items: Item[]) => items.filter(({ sk, body }) => String(sk).startsWith('PART#') && body);
const generationsOf = (items: Item[]) => new Set(partItems(items).map(({ sk }) => String(sk).split('#')[1]));

beforeEach(() => answer(authors));

describe(`a publication of ${count} authors with affiliations`, () => {
  test('is ingested, and found unchanged by the next ingestion', async () => {
    const job = await ingest(isolde);
    expect(job).toMatchObject({ status: 'completed', counts: { failed: 0 } });
    const record = await stored();
    expect(record.original.authors).toHaveLength(count + message.author.length);
    expect(record.original.authors[12_345]?.affiliations).toEqual([authors[12_345]?.affiliation[0]?.name]);
    const item = await getItem(keys.publication(doi));
    expect(item).toMatchObject({ parts: { count: expect.any(Number) } });
    const again = await ingest(isolde);
    expect(again.counts).toMatchObject({ updated: 0, created: 0 });
    expect((await stored()).last_fetched_at).toBeGreaterThan(record.last_fetched_at);
    expect(await getItem(keys.publication(doi))).toMatchObject({ parts: item?.parts });
  });

  test('changes at the source, and the old parts go', async () => {
    await ingest(isolde);
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
    await ingest(isolde);
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
    await ingest(isolde);
    let deleted = 0;
    await deleteRecords('PUB', [doi], (some) => {
      deleted += some;
    });
    expect(deleted).toBe(1);
    expect((await allItems()).filter(({ pk }) => pk === keys.publication(doi).pk)).toEqual([]);
  });

  test('a writer that is killed at any call leaves the old one whole, and its parts are collected', async () => {
    await ingest(isolde);
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

  test('a reader never gets parts of two versions', async () => {
    await ingest(isolde);
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
