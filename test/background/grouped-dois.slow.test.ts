import { describe, expect, test } from '@jest/globals';
import { mergePublications, undoPublicationMerge } from '#src/curation/merge-publications.ts';
import { pairId, savePair } from '#src/duplicates/store/pairs.ts';
import { importDoi } from '#src/ingestion/import-doi.ts';
import { addPendingItems, pendingDois } from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { beginJob, getJob, markPlanned } from '#src/ingestion/store/jobs.ts';
import { type ComparedRecord, type DuplicatePair, newPair } from '#src/records/likeness/pair.ts';
import { orcidBibliographies } from '#src/records/orcid/bibliography.ts';
import { authorsOf, shownPublication } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { worksOf } from '#src/records/publications/store/works.ts';
import { keys } from '#src/table/keys.ts';
import { getItem } from '#src/table/table.ts';
import { aBibliography, anAuthor, aSummary, carberry, lovelace } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import {
  crossref,
  delivery,
  doi,
  finish,
  type Id,
  ingest,
  kilns,
  listed,
  orcidsAt,
  pills,
  plan,
  pots,
  serveAs,
  storeAliased,
  titleAt,
} from '../support/grouped-dois.ts';
import { ingestWork } from '../support/ingest-work.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { events } from '../support/table.ts';

/** ORCID groups works with any identifier in common. Agencies say which DOIs are of one publication. */

/** The epoch of another process. */
const anew = () => ({ ...delivery, signal: new AbortController().signal });
captureLog();

test('a DOI that no agency knows with what was copied behind it is that of the publication; a registered one stays', async () => {
  for (const tail of ['/abstract', '/full/', '.pdf', ')', `,${pots}`, '”']) {
    await freshTable();
    await storePerson(carberry, 'Josiah', 'Carberry');
    await ingest(carberry, listed('On Cracked Pots of the North', doi(`${pots}${tail}`)));
    expect(await getPublication(`${pots}${tail}`)).toMatchObject({ doi: pots, source: 'crossref' });
    expect(await orcidsAt(pots)).toEqual([carberry]);
  }
  crossref(`${pots}/`, 'The whole series of pots');
  await ingest(carberry, listed('The whole series of pots', doi(`${pots}/`)));
  expect(await getPublication(`${pots}/`)).toMatchObject({ doi: `${pots}/`, source: 'crossref' });
  const nowhere = '10.5555/nowhere/pdf';
  await ingest(carberry, listed('Nowhere', doi(nowhere)));
  expect(await getPublication(nowhere)).toMatchObject({ doi: nowhere, source: 'orcid' });
});

describe('the DOIs of a group', () => {
  test('are different publications if an agency knows each: a stranger cannot take the DOI of another', async () => {
    await ingest(lovelace, listed('Buy pills', doi(pills), doi(pots)));
    expect([await titleAt(pots), await titleAt(pills)]).toEqual(['On Cracked Pots of the North', 'Buy pills']);
    await ingest(carberry, listed('On Cracked Pots of the North', doi(pots)));
    expect(await getPublication(pots)).toMatchObject({ doi: pots, aliases: [] });
    expect(await orcidsAt(pots)).toEqual([carberry, lovelace]);
    expect((await getPublication(pots))?.orcid_bibliographies).toMatchObject({ [lovelace]: [] });
    expect(await orcidsAt(pills)).toEqual([lovelace]);
  });

  test('that no agency knows are those of the publication with the same title and type, in any order', async () => {
    const copy = '10.5555/copy';
    for (const order of [(dois: string[]) => dois, (dois: string[]) => dois.toReversed()]) {
      await freshTable();
      const summaries = [
        listed('On cracked pots of the north', doi(copy), ['eid', 'x']),
        listed('On Cracked Pots of the North', doi(pots), ['eid', 'x']),
      ];
      await finish(await plan(carberry, ...summaries), order);
      expect(await getPublication(copy)).toMatchObject({ doi: pots, aliases: [copy], source: 'crossref' });
      await finish(await plan(carberry, ...summaries), order);
      expect(await getPublication(copy)).toMatchObject({ doi: pots, aliases: [copy] });
    }
  });

  test('that no agency knows are one publication if all agree, under the one that the owner prefers', async () => {
    const [first, second] = ['10.5555/z', '10.5555/a'];
    for (const order of [(dois: string[]) => dois, (dois: string[]) => dois.toReversed()]) {
      await freshTable();
      await finish(await plan(carberry, listed('Shards of the South', doi(first), doi(second))), order);
      expect(await getPublication(second)).toMatchObject({ doi: first, aliases: [second], source: 'orcid' });
    }
  });

  test('that no agency knows are one publication if the first is stored while the second waits for its agency', async () => {
    const [first, second] = ['10.5555/z', '10.5555/a'];
    const jobId = await plan(carberry, listed('Shards of the South', doi(first), doi(second)));
    let isFirst = true;
    serveAs(`/datacite/dois/${encodeURIComponent(first)}`, {
      answer: async (response) => {
        const isOfSecond = isFirst;
        isFirst = false;
        if (isOfSecond) await ingestWork(jobId, first, delivery);
        response.writeHead(404).end('{}');
      },
    });
    await ingestWork(jobId, second, delivery);
    expect(isFirst).toBe(false);
    expect(await getPublication(second)).toMatchObject({ doi: first, aliases: [second], source: 'orcid' });
  });

  test.each([
    ['another title', 'Corrigendum to On Cracked Pots of the North', 'journal-article'],
    ['a title that thousands have', 'Editorial', 'journal-article'],
    ['another type', 'On Cracked Pots of the North', 'book'],
  ])('that no agency knows are publications of their own with %s', async (_, title, type) => {
    const other = { ...listed(title, doi('10.5555/other'), ['eid', 'x']), type };
    await ingest(carberry, listed('On Cracked Pots of the North', doi(pots), ['eid', 'x']), other);
    expect(await getPublication('10.5555/other')).toMatchObject({ doi: '10.5555/other', source: 'orcid' });
    expect(await titleAt('10.5555/other')).toBe(title);
  });

  test('are different works without a DOI if they have only the book or the journal in common', async () => {
    const journal: Id = ['issn', '1234-5678'];
    await ingest(
      carberry,
      listed('On Cracked Pots of the North', doi(pots), journal),
      listed('Shards', journal),
      listed('Glazes', ['isbn', '9781108583664'], journal),
      listed('SHARDS', journal),
    );
    expect((await worksOf(carberry)).map(({ title, put_codes }) => [title, put_codes.length])).toEqual(
      expect.arrayContaining([
        ['Shards', 2],
        ['Glazes', 1],
      ]),
    );
    expect(await worksOf(carberry)).toHaveLength(2);
  });

  test('of a job that an older version has planned are read, too', async () => {
    const requester = { requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'old' };
    const { job } = await createJob({ orcid: lovelace, ...requester }, delivery.now);
    const begun = await beginJob(job.job_id, delivery.now);
    await addPendingItems(job.job_id, [{ doi: pills, aliases: [pots], summary: aSummary(), others: [] }]);
    if (begun) await markPlanned(begun, delivery.now);
    await ingestWork(job.job_id, pills, delivery);
    expect(await pendingDois(job.job_id)).toEqual([pots]);
    await finish(job.job_id);
    expect([await titleAt(pots), await titleAt(pills)]).toEqual(['On Cracked Pots of the North', 'Buy pills']);
  });
});

describe('an alias that an older version has stored', () => {
  const own = () => ingest(carberry, listed('On Cracked Pots of the North', doi(pots)));

  test('becomes a publication of its own when it is ingested; what is edited stays', async () => {
    const wrong = await storeAliased({ doi: pills, aliases: [pots] });
    await savePublication(
      { ...wrong, edits: { title: 'Edited' }, edit_count: 1, version: wrong.version + 1 },
      wrong,
      [],
    );
    await own();
    expect(await getPublication(pots)).toMatchObject({ doi: pots, aliases: [], edits: {} });
    expect(await titleAt(pots)).toBe('On Cracked Pots of the North');
    expect(await orcidsAt(pots)).toEqual([carberry]);
    expect(await getPublication(pills)).toMatchObject({ aliases: [], edits: { title: 'Edited' }, edit_count: 1 });
    const types = (await events()).map(({ event_type }) => event_type);
    expect(types.filter((type) => type === 'publication.unmerged')).toHaveLength(1);
  });

  test('takes those along who list only it, and copies of lists are told in the same write', async () => {
    const wrong = await storeAliased({
      doi: pills,
      aliases: [pots],
      orcids: [carberry, lovelace],
      orcidBibliographies: { [carberry]: orcidBibliographies([aSummary()], pots) },
    });
    expect(wrong.researchers).toHaveLength(2);
    await ingest(lovelace, listed('On Cracked Pots of the North', doi(pots)), listed('Buy pills', doi(pills)));
    expect(await orcidsAt(pots)).toEqual([carberry, lovelace]);
    expect(await getPublication(pills)).toMatchObject({ left_orcids: [carberry], withdrawn_at: expect.any(Number) });
    expect(await orcidsAt(pills)).toEqual([lovelace]);
    expect(await getItem(keys.publicationRow(pills))).toMatchObject({ orcids: [lovelace], left_orcids: [carberry] });
  });

  test('is imported as what it is, also twice', async () => {
    await storeAliased({ doi: pills, aliases: [pots] });
    const context = { actor: 'user:a', now: new Date(), requestId: 'r', workspace: 'primary_entity' };
    const first = await importDoi({ doi: pots, orcids: [] }, context);
    expect([first.created, first.record.doi, shownPublication(first.record).title]).toEqual([
      true,
      pots,
      'On Cracked Pots of the North',
    ]);
    expect((await importDoi({ doi: pots, orcids: [] }, context)).created).toBe(false);
    expect(await titleAt(pills)).toBe('Buy pills');
  });

  test.each([
    ['it', '10.5555/pots.old'],
    ['the other one', pots],
  ])('goes to the publication that its agency says, when %s is read', async (_, read) => {
    const alias = '10.5555/pots.old';
    crossref(alias, 'On Cracked Pots of the North', { DOI: pots, aliases: [alias] });
    crossref(pots, 'On Cracked Pots of the North', { aliases: [alias] });
    await storeAliased({ doi: pills, aliases: [alias] });
    await ingest(carberry, listed('On Cracked Pots of the North', doi(read)));
    expect(await getPublication(alias)).toMatchObject({ doi: pots, aliases: [alias] });
    expect(await getPublication(pills)).toMatchObject({ aliases: [] });
  });

  test('stays if no agency knows it, unless the record of an author says that it is another text', async () => {
    const copy = '10.5555/copy';
    const original = aBibliography({
      title: 'On Cracked Pots of the North',
      publication_type: 'journal-article',
      authors: [anAuthor('Josiah Carberry')],
    });
    await storeAliased({ doi: pots, aliases: [copy], original });
    await ingest(carberry, listed('On Cracked Pots of the North', doi(copy)));
    expect(await getPublication(copy)).toMatchObject({ doi: pots });
    for (const title of ['On Cracked Pots of the North', 'Buy pills']) {
      await ingest(lovelace, listed(title, doi(copy)));
      expect(await getPublication(copy)).toMatchObject({ doi: pots, aliases: [copy] });
      expect(await titleAt(pots)).toBe('On Cracked Pots of the North');
    }
    await ingest(carberry, listed('Shards of the South', doi(copy)));
    expect(await getPublication(copy)).toMatchObject({ doi: copy, source: 'orcid' });
    expect(await titleAt(copy)).toBe('Shards of the South');
    expect(authorsOf((await getPublication(pots)) as never)).toMatchObject([{ name: 'Josiah Carberry' }]);
  });

  test('is judged in a merged publication, too, whose own DOI is not; undoing the merge leaves it on its own', async () => {
    await storeAliased({ doi: pills, aliases: [pots] });
    await storeAliased({ doi: kilns, aliases: [] });
    const members = [pills, kilns].map((id) => ({ kind: 'publication', id }) as const) as [
      ComparedRecord,
      ComparedRecord,
    ];
    const pair = newPair(pairId(...members), members, { score: 100, reasons: [] }, delivery.now);
    const merged: DuplicatePair = { ...pair, status: 'merged', kept: kilns, version: 2 };
    const context = { workspace: 'primary_entity', actor: 'user:a', now: delivery.now };
    await savePair(pair, undefined);
    expect(await mergePublications({ before: pair, after: merged }, context)).toBe('saved');
    expect(await getPublication(pots)).toMatchObject({ doi: kilns });
    await ingest(carberry, listed('On Cracked Pots of the North', doi(pots)), listed('Buy pills', doi(pills)));
    expect(await getPublication(pots)).toMatchObject({ doi: pots });
    expect(await getPublication(pills)).toMatchObject({ doi: kilns, aliases: [pills] });
    const undone: DuplicatePair = { ...merged, status: 'open', kept: null, version: 3 };
    expect(await undoPublicationMerge({ before: merged, after: undone }, context)).toBe('saved');
    expect(await getPublication(pills)).toMatchObject({ doi: pills, aliases: [] });
    expect(await getPublication(pots)).toMatchObject({ doi: pots });
  });

  test('of two ingestions at once, both end, and it is one publication', async () => {
    await storeAliased({ doi: pills, aliases: [pots] });
    const [one, other] = [
      await plan(carberry, listed('On Cracked Pots of the North', doi(pots))),
      await plan(lovelace, listed('On Cracked Pots of the North', doi(pots)), listed('Buy pills', doi(pills))),
    ];
    await Promise.all([finish(one), finish(other)]);
    expect(await orcidsAt(pots)).toEqual([carberry, lovelace]);
    expect(await getPublication(pills)).toMatchObject({ aliases: [] });
  });

  test('is whole before and after a worker dies at any call', async () => {
    await storeAliased({ doi: pills, aliases: [pots] });
    const job = await plan(carberry, listed('On Cracked Pots of the North', doi(pots)));
    for (let n = 1; await dyingAt(n, () => ingestWork(job, pots, anew())); n++) {
      const [one, other] = [await getPublication(pots), await getPublication(pills)];
      expect([one?.doi === pots, other?.aliases]).toEqual(one?.doi === pots ? [true, []] : [false, [pots]]);
    }
    expect(await getPublication(pots)).toMatchObject({ doi: pots });
    expect(await getJob(job)).toMatchObject({ status: 'completed' });
  });
});
