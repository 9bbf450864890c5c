import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { proposalSpec } from '#src/curation/proposals/list.ts';
import { propose } from '#src/ingestion/proposals/store/proposals.ts';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import { duplicateSpec } from '#src/lists/duplicates.ts';
import { groupMemberSpec } from '#src/lists/groups/group-members.ts';
import { groupOutputSpec } from '#src/lists/groups/group-outputs.ts';
import { groupSpec } from '#src/lists/groups/groups.ts';
import { snapshotKey } from '#src/lists/load/snapshot.ts';
import { curatedPeopleSpec, peopleByAnyNameSpec, peopleSpec } from '#src/lists/people.ts';
import { curatedProjectSpec, projectSpec } from '#src/lists/projects.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { curatedWorkSpec, workSpec } from '#src/lists/works.ts';
import { emptyOutput, withGroups } from '#src/records/groups/output.ts';
import { saveGroupOutput } from '#src/records/groups/store/outputs.ts';
import { putRow } from '#src/records/store/list-rows.ts';
import { collections, keys, partitions, snapshotNames } from '#src/table/keys.ts';
import { transact } from '#src/table/table.ts';
import * as compactLists from '../../lambdas/background/lists/compact-lists.ts';
import { aMembership, context, storeGroup, storeMember } from '../groups/groups-fixture.ts';
import { aProject, aQuestion, aRow, carberry } from '../support/builders.ts';
import { fetchPublication } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { savedRows } from '../support/list-rows.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { storeProject } from '../support/projects.ts';
import { ingestWork } from '../support/publicity.ts';
import { underRole } from '../support/roles.ts';
import { allItems, putItems } from '../support/table.ts';

const handler = underRole(compactLists.job, compactLists.handler);

const lines = captureLog();
let server: FauxqsServer;
beforeAll(async () => {
  await freshTable();
  server = await startFauxqs({ port: 0, logger: false });
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${server.port}`;
  process.env.BUCKET_NAME = 'registry-test';
  server.createBucket('registry-test');
});
afterAll(() => server.stop());

test('a deployment runs it when the schema of any list has changed, before functions ask for the new snapshots', () => {
  const specs = [
    publicationSpec,
    curatorSpec,
    workSpec,
    curatedWorkSpec,
    peopleSpec,
    peopleByAnyNameSpec,
    curatedPeopleSpec,
    projectSpec,
    curatedProjectSpec,
    duplicateSpec,
    proposalSpec,
    groupSpec,
    groupMemberSpec,
    groupOutputSpec,
  ];
  const keysOfSnapshots = specs.map((spec) => snapshotKey(spec as Parameters<typeof snapshotKey>[0]));
  expect(compactLists.job.runWhenChanged?.split(' ').sort()).toEqual(keysOfSnapshots.sort());
  expect(new Set(keysOfSnapshots).size).toBe(specs.length);
  expect(new Set(keysOfSnapshots.map((key) => key.split('/')[1]))).toEqual(new Set(snapshotNames));
  const reshaped = { ...publicationSpec, shape: publicationSpec.shape + 1 };
  expect(keysOfSnapshots).not.toContain(snapshotKey(reshaped as Parameters<typeof snapshotKey>[0]));
});

test('every collection with rows gets a snapshot, and a second run writes none', async () => {
  await transact((at) => [putRow({ ...aRow(), ...keys.publicationRow('10.5555/pots') }, at)]);
  const run = async () => handler({});
  await run();
  const [ofPublic] = await savedRows(publicationSpec);
  const [ofCurators] = await savedRows(curatorSpec);
  expect([ofPublic?.doi, ofCurators?.doi]).toEqual(['10.5555/pots', '10.5555/pots']);
  // Each list holds only the fields it uses, so the curators' list does not make the public one larger.
  expect(Object.keys(ofPublic ?? {})).not.toContain('author_names');
  expect(ofCurators?.author_names).toBe('');
  expect([await savedRows(workSpec), await savedRows(peopleSpec), await savedRows(projectSpec)]).toEqual([[], [], []]);
  await run();
  const reports = lines.filter(({ message }) => message === 'lists compacted') as { publications: { bytes: number } }[];
  expect(reports.map(({ publications }) => publications.bytes > 0)).toEqual([true, false]);
  jest.restoreAllMocks();
});

test('rows of every list that were committed late get a new time of writing', async () => {
  await fetchPublication('10.5555/article');
  await fetchPublication('10.5555/twin');
  await ingestWork('work-1', carberry, 'Kilns');
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storeProject(aProject(), new Date());
  await propose('pots', aQuestion(), new Date());
  await storeGroup('clay');
  await storeMember(carberry, [aMembership('clay')]);
  const output = withGroups(emptyOutput('work~work-1'), { added: ['clay'], excluded: [] }, new Date());
  expect(await saveGroupOutput(output, undefined, { context, changes: [] })).toBe(true);
  await handler({});
  const rows = (await allItems()).filter(({ pk }) => String(pk).startsWith(partitions.lists));
  const startMs = Date.now();
  await putItems(rows.map((row) => ({ ...row, changed: startMs - 600_000 })));
  await handler({});
  const after = (await allItems()).filter(({ pk }) => String(pk).startsWith(partitions.lists));
  expect(after.map(({ pk, sk }) => [pk, sk])).toEqual(rows.map(({ pk, sk }) => [pk, sk]));
  expect(after.filter(({ changed }) => Number(changed) < startMs)).toEqual([]);
  const collectionsOf = new Set(after.map(({ pk }) => String(pk).split('#')[1]));
  expect([...collectionsOf].sort()).toEqual([...collections].sort());
});

test('a row that cannot be read fails the run, and the lists after its own are compacted', async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await putItems([{ ...keys.publicationRow('10.5555/broken'), changed: Date.now() }]);
  await expect(handler({})).rejects.toThrow('publications, curatedPublications');
  expect(await savedRows(peopleSpec)).toMatchObject([{ orcid: carberry }]);
});

test('lists in PostgreSQL get no snapshot, and all others do', async () => {
  await freshTable();
  await transact((at) => [putRow({ ...aRow(), ...keys.publicationRow('10.5555/pots') }, at)]);
  await storePerson(carberry, 'Josiah', 'Carberry');
  process.env.LISTS_ENGINE = 'postgres';
  try {
    await handler({});
  } finally {
    delete process.env.LISTS_ENGINE;
  }
  const report = lines.findLast(({ message }) => message === 'lists compacted') ?? {};
  const lists = ['publications', 'curatedPublications', 'works', 'curatedWorks', 'people', 'projects', 'proposals'];
  expect(lists.filter((list) => list in report)).toEqual(['people', 'projects', 'proposals']);
  expect(await savedRows(peopleSpec)).toMatchObject([{ orcid: carberry }]);
});
