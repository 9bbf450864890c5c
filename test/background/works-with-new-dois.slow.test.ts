import { describe, expect, test } from '@jest/globals';
import { changePublication } from '#src/curation/change-publication.ts';
import { changeWork, mergeWorkInto, separateWork, type WorkEdit } from '#src/curation/works.ts';
import { ingestResearcher } from '#src/ingestion/researcher.ts';
import { getJob } from '#src/ingestion/store/jobs.ts';
import { emptyOutput, outputId, withGroups } from '#src/records/groups/output.ts';
import { getGroupOutput, saveGroupOutput } from '#src/records/groups/store/outputs.ts';
import { getEdit } from '#src/records/publications/store/edits.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { worksOf } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { storeGroup } from '../groups/groups-fixture.ts';
import { carberry, lovelace } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import { freshTable, indexCaughtUp } from '../support/engine.ts';
import { delivery, doi, finish, ingest, listed, orcidsAt, plan, pots, request } from '../support/grouped-dois.ts';
import { ingestWork } from '../support/ingest-work.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { events } from '../support/table.ts';

/** Decisions of curators about a work without a DOI hold for the publication when its DOI appears. */

captureLog();
const curator = { workspace: 'primary_entity', actor: 'user:curator@example.org', now: new Date() };
/** The epoch of another process. */
const anew = () => ({ ...delivery, signal: new AbortController().signal });

const withoutDoi = { ...listed('Report on Pots', ['eid', 'pots']), 'put-code': 4711 };
const withDoi = { ...listed('Report on Pots', doi(pots)), 'put-code': 4711 };

async function work(): Promise<WorkRecord> {
  await indexCaughtUp();
  const [found, ...others] = await worksOf(carberry);
  if (!found || others.length > 0) throw new Error('not one work');
  return found;
}
const decide = async (...changes: WorkEdit[]) => {
  const { id } = await work();
  for (const change of changes) await changeWork(id, () => change, curator);
};
const publication = async () => {
  const record = await getPublication(pots);
  if (!record) throw new Error('no publication');
  return record;
};
/** Ingests the work without its DOI, lets a curator decide, and ingests it with the DOI. */
async function becoming(...changes: WorkEdit[]) {
  await ingest(carberry, withoutDoi);
  await decide(...changes);
  await ingest(carberry, withDoi);
  return publication();
}
/** Ingests a minute later than curators have decided. */
async function ingestLater(...record: Parameters<typeof ingest>) {
  const { now } = delivery;
  delivery.now = new Date(Date.now() + 60_000);
  await ingest(...record);
  delivery.now = now;
}
const edit = (...fields: [string, unknown][]): Pick<WorkEdit, 'values'> => ({ values: new Map(fields) });

describe('a work whose DOI appears on its ORCID record', () => {
  test('that is hidden or deleted is so as a publication, and was never public in between', async () => {
    expect(await becoming({ visible: false })).toMatchObject({ visible: false, withdrawn_at: null, deleted_at: null });
    await freshTable();
    await storePerson(carberry, 'Josiah', 'Carberry');
    expect(await becoming({ deleted: true })).toMatchObject({ visible: true, withdrawn_at: null });
    expect((await publication()).deleted_at).not.toBeNull();
  });

  test('hands over the groups that were added by hand, although nothing else of it was changed', async () => {
    await ingest(carberry, withoutDoi);
    await storeGroup('clay');
    const id = outputId({ kind: 'work', id: (await work()).id });
    const after = withGroups(emptyOutput(id), { added: ['clay'], excluded: [] }, new Date());
    expect(await saveGroupOutput(after, undefined, { context: { ...curator, requestId: 'r' }, changes: [] })).toBe(
      true,
    );
    await ingest(carberry, withDoi);
    expect(await getGroupOutput(outputId({ kind: 'publication', id: pots }))).toMatchObject({ added: ['clay'] });
    expect(await getGroupOutput(id)).toMatchObject({ merged_into: `publication~${pots}` });
  });

  test('hands over people, people who were unlinked, and edits that the agency does not confirm', async () => {
    const record = await becoming(
      { link: lovelace },
      { unlink: carberry },
      edit(
        ['/title', 'On Cracked Pots of the North'],
        ['/work_type', 'dissertation-thesis'],
        ['/data/pages', '1-10'],
        ['/data/identifiers', []],
      ),
    );
    expect(await orcidsAt(pots)).toEqual([lovelace]);
    expect(record.not_authors.map(({ orcid }) => orcid)).toEqual([carberry]);
    expect(record.edits).toEqual({ publication_type: 'dissertation', data: { pages: '1-10' } });
    expect((await getEdit(pots, 1))?.changes.map(({ field }) => field)).toEqual(['/publication_type', '/data/pages']);
    expect((await work()).taken_over).toMatchObject({ doi: pots, edit: 1, not_authors: [carberry] });
    expect((await events()).filter(({ resource_id }) => resource_id === pots)).toMatchObject([
      { event_type: 'publication.merged' },
    ]);
    // Nothing links or edits again, and the unlinked person stays so.
    await ingest(carberry, withDoi);
    expect(await publication()).toMatchObject({ edit_count: 1, edits: record.edits });
    expect(await orcidsAt(pots)).toEqual([lovelace]);
  });

  test('that nobody has changed is only replaced', async () => {
    expect(await becoming()).toMatchObject({ visible: true, edit_count: 0 });
    expect(await work()).toMatchObject({ replaced_by: pots, taken_over: null });
  });

  test('hides a publication that came after it was hidden, and no older one, whose curators have left it in lists', async () => {
    await ingest(carberry, withoutDoi);
    await ingest(lovelace, listed('Pots', doi(pots)));
    await changeWork((await work()).id, () => ({ visible: false }), curator);
    await ingest(carberry, withDoi);
    expect(await publication()).toMatchObject({ visible: true });
    await freshTable();
    await storePerson(carberry, 'Josiah', 'Carberry');
    await storePerson(lovelace, 'Ada', 'Lovelace');
    await ingest(carberry, withoutDoi);
    await decide({ visible: false });
    await ingestLater(lovelace, listed('Pots', doi(pots)));
    expect(await publication()).toMatchObject({ visible: true });
    await ingest(carberry, withDoi);
    expect(await publication()).toMatchObject({ visible: false });
  });

  test('stays what a curator decides about the publication, even if the DOI disappears and returns', async () => {
    await becoming({ visible: false }, edit(['/title', 'Edited']));
    await changePublication(pots, () => ({ visible: true, ...edit(['/title', undefined]) }), curator);
    for (const record of [withDoi, withoutDoi, withDoi]) await ingest(carberry, record);
    expect(await publication()).toMatchObject({ visible: true, edits: {} });
    // Decisions that curators make meanwhile are taken over again.
    await ingest(carberry, withoutDoi);
    await decide(edit(['/title', 'Edited anew']));
    await ingest(carberry, withDoi);
    expect(await publication()).toMatchObject({ edits: { title: 'Edited anew' } });
  });
});

test('killed between any two calls, and with every message twice, hands over once, and never shows what is hidden', async () => {
  await ingest(carberry, withoutDoi);
  await decide({ visible: false }, edit(['/title', 'Edited']), { link: lovelace });
  const jobId = await request(carberry, withDoi);
  for (const step of [() => ingestResearcher(jobId, anew()), () => ingestWork(jobId, pots, anew())]) {
    for (let n = 1, died = true; died; n++) {
      died = await dyingAt(n, step);
      expect((await getPublication(pots))?.visible ?? false).toBe(false);
    }
    await step();
  }
  await finish(jobId);
  expect(await getJob(jobId)).toMatchObject({ counts: { failed: 0 } });
  expect(await publication()).toMatchObject({ visible: false, withdrawn_at: null, edits: { title: 'Edited' } });
  expect((await publication()).edit_count).toBe(1);
  expect(await orcidsAt(pots)).toEqual([carberry, lovelace].sort());
});

describe('a DOI that a curator attaches', () => {
  const attach = async () => mergeWorkInto((await work()).id, pots, curator);
  const prepared = async (...changes: WorkEdit[]) => {
    await ingest(carberry, withoutDoi);
    await decide(...changes);
    await ingestLater(lovelace, listed('Pots', doi(pots)));
  };

  test('takes over the same, and gives it back when that is undone', async () => {
    await prepared({ visible: false }, edit(['/title', 'Edited'], ['/data/pages', '7']));
    const [before, was] = [await publication(), await work()];
    await attach();
    await attach();
    expect(await publication()).toMatchObject({ visible: false, edits: { title: 'Edited', data: { pages: '7' } } });
    expect(await orcidsAt(pots)).toEqual([carberry, lovelace].sort());
    await changePublication(pots, () => edit(['/title', 'Edited again']), curator);
    await separateWork(was.id, curator);
    const { researchers } = before;
    expect(await publication()).toMatchObject({ visible: true, edits: { title: 'Edited again' }, researchers });
    expect(await work()).toEqual({ ...was, version: expect.any(Number) });
  });

  test('killed between any two calls, it is attached once, and detached once', async () => {
    await prepared({ visible: false }, edit(['/title', 'Edited']));
    const { id } = await work();
    for (const [step, isMerged] of [
      [attach, true],
      [() => separateWork(id, curator), false],
    ] as const) {
      for (let n = 1, died = true; died; n++) {
        died = await dyingAt(n, step);
        const [record, gone] = [await publication(), await work()];
        expect([!record.visible, 'title' in record.edits]).toEqual([gone.is_merged, gone.is_merged]);
      }
      expect((await work()).is_merged).toBe(isMerged);
    }
    expect(await publication()).toMatchObject({ edit_count: 2, visible: true });
  });

  test('two curators at once, or an ingestion beside them, lose nothing', async () => {
    await prepared({ link: lovelace }, edit(['/title', 'Edited']));
    const jobId = await plan(lovelace, listed('Pots', doi(pots)));
    const outcomes = await Promise.allSettled([attach(), attach(), finish(jobId)]);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'conflict'));
    expect((await work()).is_merged).toBe(true);
    expect(await publication()).toMatchObject({ edit_count: 1, edits: { title: 'Edited' } });
    expect(await orcidsAt(pots)).toEqual([carberry, lovelace].sort());
  });
});
