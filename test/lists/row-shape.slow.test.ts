import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import * as z from 'zod';
import * as person from '#src/records/people/person.ts';
import * as project from '#src/records/projects/project.ts';
import * as publicationRow from '#src/records/publications/row.ts';
import * as work from '#src/records/works/work-row.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call, type Target } from '../support/event.ts';
import { allRows } from '../support/list-rows.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { curatePublication, importProject, ingestPublication, ingestWork } from '../support/publicity.ts';

captureLog();
let server: FauxqsServer;
beforeAll(async () => {
  await freshTable();
  // A process reads the rows once: nothing is written while it answers.
  process.env.LIST_STALENESS_MS = '600000';
  server = await startFauxqs({ port: 0, logger: false });
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${server.port}`;
  process.env.BUCKET_NAME = 'registry-test';
  server.createBucket('registry-test');
});
/** One stopped clock, so that cursors of different processes are equal. */
let nowMs = 1_800_000_000_000;
beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => nowMs));
afterAll(() => server.stop());

/** Every route that shows list rows, by module and address. */
const requests: [string, string][] = [
  ['consumer/publications/list', '/v1/publications?sort=cited_by_count&q=pots'],
  ['consumer/publications/list', '/v1/publications?format=bibtex'],
  ['consumer/publications/list', '/v1/publications?format=csv'],
  ['consumer/publications/get', '/v1/doi/10.5555/pots'],
  ['consumer/people/list', '/v1/people'],
  ['consumer/people/get', `/v1/people/${carberry}`],
  ['consumer/people/publications', `/v1/people/${carberry}/publications`],
  ['consumer/people/publications', `/v1/people/${carberry}/publications?format=ris`],
  ['dashboard/publications/list', '/api/publications?q=pots&facets=source,visibility'],
  ['dashboard/publications/stats', '/api/publications/stats'],
  ['consumer/projects/list', '/v1/projects'],
  ['consumer/projects/get', '/v1/projects/kilns'],
  ...['publications', 'works', 'projects', 'people'].flatMap((list): [string, string][] => [
    [`integrations/${list}/list`, `/integrations/v1/${list}`],
    [`integrations/${list}/list`, `/integrations/v1/${list}?cursor=`],
    ['integrations/changes/list', `/integrations/v1/changes?list=${list}`],
  ]),
];

/** A process: every module is loaded again, so it holds no rows yet. */
const startProcess = () => jest.resetModules();

async function answers(): Promise<unknown[]> {
  const scopes = 'publications.read works.read projects.read people.read';
  const all: unknown[] = [];
  for (const [path, url] of requests) {
    const target = (await import(`../../lambdas/${path}.ts`)) as Exclude<Target, { method: unknown }>;
    const authorizer = authorizerOf(target.route.auth);
    const { status, body } = await call(target, { url, ...(authorizer && { authorizer: { ...authorizer, scopes } }) });
    all.push({ url, status, body });
  }
  return all;
}

async function compactAll() {
  const { handler } = await import('../../lambdas/background/lists/compact-lists.ts');
  await handler({});
}

/** The rows of all lists as read by this process. */
async function rowsInMemory(): Promise<Record<string, unknown>[]> {
  const { replicate } = await import('#src/lists/load/collection.ts');
  const { publicationSpec } = await import('#src/lists/publications.ts');
  const { curatorSpec } = await import('#src/lists/curated-publications.ts');
  const { workSpec } = await import('#src/lists/works.ts');
  const { peopleSpec } = await import('#src/lists/people.ts');
  const { projectSpec } = await import('#src/lists/projects.ts');
  const rows: Record<string, unknown>[] = [];
  rows.push(
    ...(await replicate(publicationSpec).query(0, allRows)).rows(),
    ...(await replicate(curatorSpec).query(0, allRows)).rows(),
  );
  rows.push(...(await replicate(workSpec).query(0, allRows)).rows());
  rows.push(
    ...(await replicate(peopleSpec).query(0, allRows)).rows(),
    ...(await replicate(projectSpec).query(0, allRows)).rows(),
  );
  return rows;
}

/** A contributor's changes to add a field to each row: the field with its default, and the next shape. */
function addFieldToEveryRow() {
  const added = { imaginary: z.array(z.string()).default([]) };
  const path = (module: string) => `#src/records/${module}.ts`;
  jest.unstable_mockModule(path('publications/row'), () => ({
    ...publicationRow,
    PublicationRow: publicationRow.PublicationRow.extend(added),
    CuratorRow: publicationRow.CuratorRow.extend(added),
    publicationShape: publicationRow.publicationShape + 1,
  }));
  jest.unstable_mockModule(path('works/work-row'), () => ({
    ...work,
    WorkRow: work.WorkRow.extend(added),
    workShape: work.workShape + 1,
  }));
  jest.unstable_mockModule(path('people/person'), () => ({
    ...person,
    PersonRow: person.PersonRow.extend(added),
    personShape: person.personShape + 1,
  }));
  jest.unstable_mockModule(path('projects/project'), () => ({
    ...project,
    ProjectRow: project.ProjectRow.extend(added),
    projectShape: project.projectShape + 1,
  }));
}

test('rows and snapshots of an older shape are read by code that has added a field to every row', async () => {
  await storePerson(carberry, 'Josiah', 'Carberry');
  await ingestPublication('10.5555/pots', carberry, 'Cracked pots');
  await ingestPublication('10.5555/gone', carberry, 'Gone');
  await curatePublication('10.5555/gone', { visible: false });
  await ingestWork('report', carberry, 'A report');
  await importProject('kilns', 'Kilns');
  // Later, so that processes have these rows from the snapshot and not from their tail reads.
  nowMs += 3_600_000;
  await compactAll();
  startProcess();
  const before = await answers();
  expect(before.filter((answer) => (answer as { status: number }).status !== 200)).toEqual([]);

  addFieldToEveryRow();
  startProcess();
  // The old snapshot does not fit, so the rows come from the table.
  expect(await answers()).toEqual(before);
  const rows = await rowsInMemory();
  expect(rows).toHaveLength(7);
  for (const row of rows) expect(row.imaginary).toEqual([]);

  await compactAll();
  startProcess();
  expect(await answers()).toEqual(before);
  for (const row of await rowsInMemory()) expect(row.imaginary).toEqual([]);
});

test.each([
  publicationRow.PublicationRow,
  publicationRow.CuratorRow,
  work.WorkRow,
  person.PersonRow,
  project.ProjectRow,
])('a row has no optional field: columns hold a value of every row', (schema) => {
  const { required = [], properties = {} } = z.toJSONSchema(schema, { io: 'output' });
  expect(required.toSorted()).toEqual(Object.keys(properties).sort());
});
