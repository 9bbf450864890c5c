import { expect, test } from '@jest/globals';
import { relateRemaining } from '#src/duplicates/relations/relate.ts';
import { reportComponent } from '#src/ingestion/component.ts';
import { requestIngestion } from '#src/ingestion/request.ts';
import { addPendingItems, getPendingItem, itemsOfJob } from '#src/ingestion/store/job-items.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { deleteRelating, getRelating, type Relating, relatingNote } from '#src/records/publications/store/relations.ts';
import { jobWorkView } from '#src/responses/ingestion/jobs.ts';
import { transact } from '#src/table/table.ts';
import { anIncoming, aSummary, carberry, lovelace } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import { allItems, events } from '../support/table.ts';
import { answerWorks, faults, ingest, now, requester } from './ingestion-fixture.ts';

const [whole, file] = ['10.7910/dvn/xnoarv', '10.7910/dvn/xnoarv/qh6uhc'];
const figure = '10.1371/journal.pgen.1004905.g004';

const doiOf = (value: string) => ({
  'external-id-type': 'doi',
  'external-id-value': value,
  'external-id-relationship': 'self',
  'external-id-normalized': { value, transient: true },
});

/** Makes the ORCID record list these groups of DOIs. */
function list(...groups: string[][]): void {
  const group = groups.map((dois, index) => ({
    'external-ids': { 'external-id': dois.map(doiOf) },
    'work-summary': [
      {
        'put-code': index + 1,
        'display-index': '0',
        type: 'data-set',
        visibility: 'public',
        title: { title: { value: `Data ${index + 1}` } },
        'external-ids': { 'external-id': dois.map(doiOf) },
      },
    ],
  }));
  answerWorks(carberry, { group } as Parameters<typeof answerWorks>[1]);
}

const views = async (job: Awaited<ReturnType<typeof ingest>>) =>
  (await itemsOfJob(job.job_id)).map((work) => jobWorkView(work, job));
const relationsOf = async (doi: string) => (await getPublication(doi))?.related;

test('a component is no publication: its job says of what it is a part, which names it', async () => {
  const message = { DOI: figure, type: 'component', title: [] };
  const body = JSON.stringify({ 'message-type': 'work', message });
  faults.set(`crossref /works/${figure}`, { status: 200, headers: { 'content-type': 'application/json' }, body });
  list([whole], [file], [figure]);
  const job = await ingest(carberry, 2);
  expect(job).toMatchObject({ status: 'completed', counts: { found: 3, created: 1, skipped: 2, failed: 0 } });
  expect(await views(job)).toMatchObject([
    {
      id: figure,
      outcome: 'skipped',
      reason: 'It is a part of 10.1371/journal.pgen.1004905, not a publication of its own',
      publication_id: null,
      part_of: '10.1371/journal.pgen.1004905',
    },
    { id: whole, outcome: 'created', publication_id: whole, part_of: null },
    { id: file, outcome: 'skipped', part_of: whole },
  ]);
  expect(await relationsOf(whole)).toEqual([{ type: 'has-part', doi: file }]);
  expect([await getPublication(file), await getPublication(figure)]).toEqual([undefined, undefined]);
  expect((await allItems()).filter(({ pk }) => pk === 'RELATING')).toEqual([]);
  expect((await events()).filter(({ event_type }) => event_type === 'ingestion.work.failed')).toEqual([]);
});

test('a note that was written again while it was dealt with stays, whoever wrote it first', async () => {
  await transact([relatingNote(whole, now.getTime())]);
  const read = await getRelating(whole);
  const incoming = anIncoming({ doi: whole, orcid: lovelace });
  await savePublication(applyIncoming(undefined, incoming, [], now), undefined, []);
  await deleteRelating(read as Relating);
  expect(await getRelating(whole)).toMatchObject({ doi: whole });
});

test('the whole names a component that was read before it', async () => {
  list([file]);
  expect((await ingest(carberry)).counts).toMatchObject({ created: 0, skipped: 1 });
  list([whole]);
  await ingest(carberry);
  expect(await relationsOf(whole)).toEqual([{ type: 'has-part', doi: file }]);
});

test('a group may list the whole, too', async () => {
  list([file, whole]);
  const job = await ingest(carberry);
  expect(job.counts).toMatchObject({ found: 2, created: 1, skipped: 1 });
  expect(await views(job)).toMatchObject([
    { id: whole, outcome: 'created', publication_id: whole },
    { id: file, outcome: 'skipped', part_of: whole },
  ]);
  expect(await getPublication(whole)).toMatchObject({ doi: whole, aliases: [] });
});

test('dying at any call of the table loses neither the report nor the relation', async () => {
  for (let call = 1, died = true; died; call++) {
    await freshTable();
    const { jobs } = await requestIngestion([carberry], requester, now);
    const [job] = jobs;
    if (!job) throw new Error('no job');
    await addPendingItems(job.job_id, [{ doi: file, aliases: [], summary: aSummary({ workType: 'data-set' }) }]);
    const incoming = anIncoming({ doi: whole, orcid: lovelace });
    await savePublication(applyIncoming(undefined, incoming, [], now), undefined, []);
    const run = async () => {
      const work = await getPendingItem(job.job_id, file);
      if (work) await reportComponent(job, work, { doi: file, parent: whole }, now);
    };
    died = await dyingAt(call, run);
    await run();
    await relateRemaining(new Date(Date.now() + 3_600_000), Number.MAX_SAFE_INTEGER);
    expect(await itemsOfJob(job.job_id)).toMatchObject([
      { id: file, finished: { outcome: 'skipped', part_of: whole } },
    ]);
    expect(await relationsOf(whole)).toEqual([{ type: 'has-part', doi: file }]);
    if (!died) expect(call).toBeGreaterThan(8);
  }
});
