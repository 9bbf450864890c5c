import { beforeEach, describe, expect, test } from '@jest/globals';
import { changePublication } from '#src/curation/change-publication.ts';
import { decideAuthorMatch } from '#src/curation/decide-match.ts';
import { storePublication } from '#src/ingestion/store.ts';
import { deleteRecords } from '#src/operations/deletion/delete-records.ts';
import { repairLinks } from '#src/operations/site-tools/repair-links.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getEdits } from '#src/records/publications/store/edits.ts';
import {
  getPublication,
  getPublications,
  getPublicationsAndPeople,
  publicationsByDoi,
  rewritePublication,
  savePublication,
  touchPublication,
} from '#src/records/publications/store/publications.ts';
import { noEnrichments } from '#src/sources/enrichments.ts';
import { keys } from '#src/table/keys.ts';
import { db, getItem } from '#src/table/table.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';

/** Only records in parts cost more: one that fits into an item is read and written as before. */

captureLog();
const doi = '10.5555/pots';
const curator = { workspace: 'primary_entity', actor: 'somebody', now: new Date() };
const word = (n: number) => ((n * 2_654_435_761) % 4_294_967_296).toString(36);
const authorsOf = (count: number): Author[] =>
  Array.from({ length: count }, (_, n) => ({
    ...anAuthor(`${word(n)} ${word(n * 31)}`),
    affiliations: [`Department of ${word(n * 7)}, University of ${word(n * 13)}, ${word(n * 101)}`],
  }));
const small = authorsOf(2);
/** As JSON several times the size of an item, but compressed it fits. */
const nearlyTooLarge = authorsOf(6_000);
const tooLarge = authorsOf(20_000);

const stored = async () => {
  const record = await getPublication(doi);
  if (!record) throw new Error('not stored');
  return record;
};
const incoming = (authors: Author[]) =>
  anIncoming({ doi, original: aBibliography({ authors: [...authors, anAuthor('Josiah Carberry')] }) });

async function store(authors: Author[]): Promise<void> {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await savePublication(applyIncoming(undefined, incoming(authors), [], new Date(1)), undefined, []);
}

/** The calls of the table that a task makes, with the kinds of items. */
async function callsOf(run: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = [];
  const send = db.send.bind(db) as (command: object) => Promise<unknown>;
  db.send = ((command: { constructor: { name: string }; input: object }) => {
    const kinds = [...JSON.stringify(command.input).matchAll(/"sk":"([A-Z]+)/g)].map(([, kind]) => kind);
    calls.push([command.constructor.name, ...new Set(kinds)].join(' '));
    return send(command);
  }) as typeof db.send;
  await run().finally(() => {
    db.send = send as typeof db.send;
  });
  return calls.sort();
}

const operations: Record<string, () => Promise<unknown>> = {
  read: () => getPublication(doi),
  'read in a batch': () => getPublications([doi]),
  'read by any DOI': () => publicationsByDoi([doi]),
  'read with people': () => getPublicationsAndPeople([doi], [carberry]),
  touch: async () => touchPublication(await stored(), new Date()),
  'hide, and show': async () => {
    await changePublication(doi, () => ({ visible: false }), curator);
    await changePublication(doi, () => ({ visible: true }), curator);
  },
  'edit, and read the edit': async () => {
    const values = new Map([['/data/publisher', 'Kiln']]);
    const { edit = 0 } = await changePublication(doi, () => ({ values }), curator);
    await getEdits(doi, [edit]);
  },
  'decide a match': async () => {
    const place = { list: 'authors' as const, position: 1 };
    await decideAuthorMatch(doi, { orcid: carberry, verdict: 'accept', place }, curator, () => {});
  },
  'fetch again': async () => {
    const record = await stored();
    const bibliography = { ...record.original, publisher: 'Kiln' };
    const agency = { source: 'crossref' as const, doi, bibliography, cuts: [], raw: { doi } };
    const fetched = { doi, dois: [doi], agency, enrichments: noEnrichments, listing: undefined, orcids: [carberry] };
    await storePublication(fetched, () => [], new Date());
  },
  'repair its links': () => {
    const context = { actor: 'somebody', now: new Date(), requestId: 'request-1' };
    return repairLinks(doi, { dryRun: false, cesamOnly: false, context });
  },
  rewrite: () => rewritePublication(doi),
  delete: () => deleteRecords('PUB', [doi], () => {}),
};

describe.each(Object.entries(operations))('%s', (_, run) => {
  let least: string[];
  beforeEach(async () => {
    await store(small);
    least = await callsOf(run);
  });

  test('a record of 6,000 authors takes the calls of one of two authors', async () => {
    await store(nearlyTooLarge);
    const { body } = (await getItem(keys.publication(doi))) ?? {};
    expect((body as Uint8Array).length).toBeGreaterThan(150_000);
    expect(await callsOf(run)).toEqual(least);
    expect(least.join()).not.toContain('PART');
  });
});

test('of a record in parts, a read takes one call for each part, and a write puts, notes and drops them', async () => {
  await store(tooLarge);
  const { parts } = await stored();
  expect(parts?.count).toBeGreaterThan(1);
  const reads = await callsOf(() => getPublication(doi));
  expect(reads).toEqual([...Array(parts?.count).fill('BatchGetCommand PART'), 'GetCommand RECORD']);
  const writes = await callsOf(() => changePublication(doi, () => ({ visible: false }), curator));
  expect(writes.filter((call) => call.startsWith('PutCommand PART'))).toHaveLength(Number(parts?.count) * 2);
});
