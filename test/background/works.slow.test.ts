import { describe, expect, test } from '@jest/globals';
import { saveWork, worksOf } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { workPeople } from '#src/records/works/work.ts';
import { workAuthors } from '#src/records/works/work-content.ts';
import { indexCaughtUp } from '../support/engine.ts';
import { answerWorks, faults, ingest, isolde, recordedWorks, requests } from './ingestion-fixture.ts';

/** Works without a DOI of an ingested record: their details, and what curators decide about them. */

const detailRequests = () => requests.filter((each) => /^orcid \/(v3.0\/)?[\dX-]+\/works\/\d/.test(each));

async function works(): Promise<WorkRecord[]> {
  await indexCaughtUp();
  return worksOf(isolde);
}

async function change(fields: Partial<WorkRecord>): Promise<WorkRecord> {
  const [before] = await works();
  if (!before) throw new Error('no work');
  expect(await saveWork({ ...before, ...fields, version: before.version + 1 }, before)).toBe('saved');
  return before;
}

/** Answers requests for full works with one contributor each. */
function answerDetails(name: string): void {
  const contributor = { 'credit-name': { value: name }, 'contributor-attributes': { 'contributor-role': 'author' } };
  const bulk = putCodes.map((putCode) => ({
    work: { 'put-code': putCode, contributors: { contributor: [contributor] } },
  }));
  const headers = { 'content-type': 'application/json' };
  faults.set(`${isolde}/works/${putCodes.join(',')}`, { status: 200, headers, body: JSON.stringify({ bulk }) });
}

/** The put-codes of the works without a DOI in the sample. */
const putCodes = [99000481];

describe('the details of works', () => {
  test('are read in one request, and again only for works that were changed on the record', async () => {
    answerDetails('Ida Kiln');
    await ingest(isolde);
    expect(detailRequests()).toHaveLength(1);
    const found = await works();
    expect(found.flatMap(({ put_codes }) => put_codes)).toEqual(putCodes);
    expect(found.flatMap(workAuthors)).toMatchObject([{ name: 'Ida Kiln' }]);
    await ingest(isolde);
    expect(detailRequests()).toHaveLength(1);
    answerDetails('Ida Kiln-Potter');
    const recorded = await recordedWorks(isolde);
    const changed = (summary: { 'put-code': number }) => ({ ...summary, 'last-modified-date': { value: 1 } });
    const group = recorded.group.map((each) => ({ ...each, 'work-summary': each['work-summary'].map(changed) }));
    answerWorks(isolde, { group });
    await ingest(isolde);
    expect(detailRequests()).toHaveLength(2);
    expect((await works()).flatMap(workAuthors)).toMatchObject([{ name: 'Ida Kiln-Potter' }]);
  });

  test('that cannot be read are missing, and are read by the next ingestion', async () => {
    faults.set(`${isolde}/works/${putCodes.join(',')}`, { status: 404, body: '{}' });
    await ingest(isolde);
    expect((await works()).map(({ source }) => source?.details)).toEqual([null]);
    faults.clear();
    answerDetails('Ida Kiln');
    await ingest(isolde);
    expect((await works()).flatMap(workAuthors)).toMatchObject([{ name: 'Ida Kiln' }]);
  });
});

describe('what curators decide about a work', () => {
  test('stays after ingestions of its record', async () => {
    await ingest(isolde);
    const { id } = await change({
      edits: { title: 'Edited', data: { pages: '1-10' } },
      edit_count: 1,
      visible: false,
      is_owner_unlinked: true,
      deleted_at: '2026-01-31T12:00:00.000Z',
      is_deleted: true,
    });
    await ingest(isolde);
    const after = (await works()).find((work) => work.id === id);
    expect(after).toMatchObject({
      title: 'Edited',
      edits: { title: 'Edited', data: { pages: '1-10' } },
      visible: false,
      deleted_at: '2026-01-31T12:00:00.000Z',
    });
    expect(after && workPeople(after)).toEqual([]);
  });

  test('that it is deleted stays, after it had a DOI and lost it again', async () => {
    await ingest(isolde);
    const { id } = await change({ deleted_at: '2026-01-31T12:00:00.000Z', is_deleted: true, replaced_by: '10.5555/x' });
    await ingest(isolde);
    expect((await works()).find((work) => work.id === id)).toMatchObject({
      deleted_at: '2026-01-31T12:00:00.000Z',
      replaced_by: null,
    });
  });
});
