import { beforeEach, describe, expect, test } from '@jest/globals';
import { getMerged } from '#src/duplicates/store/merged.ts';
import { getProposal } from '#src/ingestion/proposals/store/proposals.ts';
import { deleteJob } from '#src/ingestion/store/delete-job.ts';
import { saveOrcidSection } from '#src/ingestion/store/source-answers.ts';
import { activityWorkspaces } from '#src/logbook/activity.ts';
import { getMark, pseudonymOf } from '#src/records/people/store/erasure-marks.ts';
import { markOf, readErasureKey } from '#src/records/people/store/unless-erased.ts';
import { getProject } from '#src/records/projects/store/projects.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { getWork, worksWith } from '#src/records/publications/store/works.ts';
import { readEpoch } from '#src/records/store/list-rows.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { allItems, auditRecords, events } from '../support/table.ts';
import { ada, erase, now, requestOf, settled, storeLittle, storeMuch, tracesOf } from './erasure-fixture.ts';

const lines = captureLog();
const pseudonym = async () => pseudonymOf(markOf(carberry, await readErasureKey()));
const everything = { jobs: 1, proposals: 3, person: 1, works: 3, publications: 3, projects: 1, views: 2 };

beforeEach(async () => {
  await freshTable();
});

describe('erasing a person', () => {
  test('leaves nothing of them anywhere but what the sources publish, and nothing else is lost', async () => {
    await storeMuch();
    const loggedBefore = lines.length;
    expect((await tracesOf(carberry)).length).toBeGreaterThan(25);
    const epochs = { people: await readEpoch('PERSON'), works: await readEpoch('WORK') };
    const first = await erase();
    expect(first).toMatchObject({ done: false, againAt: settled.getTime(), totals: everything });
    expect(await tracesOf(carberry)).toEqual([]);
    expect(await tracesOf(ada)).not.toEqual([]);
    expect((await getPublication('10.5555/pots'))?.researchers.map(({ orcid }) => orcid)).toEqual([ada]);
    expect((await getPublication('10.5555/pots'))?.original.authors).toMatchObject([{ orcid: carberry }]);
    expect((await getMerged('10.5555/preprint'))?.record.doi).toBe('10.5555/preprint');
    // A work that is also somebody else's stays theirs.
    expect(await getWork('work-1')).toBeUndefined();
    expect(await getWork('work-2')).toMatchObject({ orcid: '', put_codes: [], title: 'work-2', linked_orcids: [ada] });
    expect(await getWork('work-3')).toMatchObject({ orcid: ada, linked_orcids: [] });
    expect((await worksWith(ada)).map(({ id }) => id).sort()).toEqual(['work-2', 'work-3']);
    expect(await getProject('kilns')).toMatchObject({ member_orcids: [ada], coordinator_orcids: [] });
    expect(await getProposal('proposal-3')).toMatchObject({ orcids: [ada], evidence: { seen: { author_count: 2 } } });
    // Copies of the lists of people and works start over.
    expect(await readEpoch('PERSON')).toBeGreaterThan(epochs.people);
    expect(await readEpoch('WORK')).toBeGreaterThan(epochs.works);
    expect(JSON.stringify(lines.slice(loggedBefore))).not.toContain(carberry);
  });

  test('keeps what happened in the logs, under a pseudonym', async () => {
    await storeLittle();
    const before = { events: await events(), records: await auditRecords() };
    await erase();
    const name = await pseudonym();
    const left = await events();
    expect(left).toHaveLength(before.events.length + 1); // The job was ended.
    expect(left.map(({ message }) => message)).toContain(`Ingestion of ${name} was requested`);
    const records = await auditRecords();
    expect(records.find(({ action }) => action === 'person.updated')).toMatchObject({
      resource_id: name,
      actor_id: 'user:ada@example.org',
      before: { biography: 'erased', people_type: 'erased' },
      after: { biography: 'erased', people_type: 'erased' },
    });
    expect(records.filter(({ action }) => action.startsWith('person.eras'))).toMatchObject([
      { action: 'person.erasure_started', resource_id: name, after: { erased: true } },
    ]);
  });

  test('is finished by a look at what was running meanwhile', async () => {
    await storeLittle();
    await erase();
    // A worker that read the person earlier stores something.
    await saveOrcidSection(carberry, 'works', { group: [] });
    expect(await erase()).toMatchObject({ done: false, againAt: settled.getTime() });
    expect(await tracesOf(carberry)).not.toEqual([]);
    expect(await erase({ at: settled })).toMatchObject({ done: true, againAt: null });
    expect(await tracesOf(carberry)).toEqual([]);
    expect((await auditRecords()).map(({ action }) => action)).toContain('person.erased');
    const mark = await getMark(markOf(carberry, await readErasureKey()));
    expect(mark).toMatchObject({ finished_at: settled.getTime(), workspaces: [] });
  });

  test('done again after it has finished, it looks again and says so', async () => {
    await storeLittle();
    await erase();
    await erase({ at: settled });
    const finished = (await auditRecords()).length;
    const { done, totals } = await erase({ at: settled });
    expect({ done, found: Object.values(totals).reduce((a, b) => a + b, 0) }).toEqual({ done: true, found: 0 });
    expect(await auditRecords()).toHaveLength(finished);
  });

  test('a dry run counts the same and writes nothing', async () => {
    await storeMuch();
    const before = await allItems();
    const counted = await erase({ dryRun: true });
    expect(await allItems()).toEqual(before);
    expect(counted).toMatchObject({ dryRun: true, done: true, totals: everything });
    const { totals } = await erase();
    expect(totals).toEqual(counted.totals);
  });

  test('goes on where the time was over', async () => {
    await storeMuch();
    let calls = 0;
    for (let again = false; !again; calls++) {
      const steps = Date.now() + 80;
      again = (await erase({ deadlineMs: steps })).againAt !== null;
    }
    expect(calls).toBeGreaterThan(1);
    expect(await tracesOf(carberry)).toEqual([]);
  });

  test('twice at once', async () => {
    await storeMuch();
    await Promise.all([erase(), erase(), erase()]);
    await erase();
    expect(await tracesOf(carberry)).toEqual([]);
    expect((await auditRecords()).filter(({ action }) => action === 'person.erasure_started')).toHaveLength(1);
    expect((await erase({ at: settled })).done).toBe(true);
  });

  test('of a workspace that has no members, and of which there is no job any more', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    const { job } = await requestOf(carberry, 'elsewhere');
    await deleteJob(job.job_id, 'It was deleted', now);
    expect(await tracesOf(carberry)).toEqual(expect.arrayContaining([expect.stringContaining('ACTIVITY#elsewhere#')]));
    await erase();
    expect(await tracesOf(carberry)).toEqual([]);
    expect(await activityWorkspaces()).toEqual([defaultWorkspace, 'elsewhere']);
  });

  test('of whom nothing is held: the iD is remembered', async () => {
    expect((await erase({ orcid: ada })).againAt).toBe(settled.getTime());
    expect(await getMark(markOf(ada, await readErasureKey()))).toMatchObject({ erased_at: now.getTime() });
  });
});
