import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { resumeIntakes } from '#src/curation/intakes/resume.ts';
import { importDoi } from '#src/ingestion/import-doi.ts';
import { getPublication, touchPublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { updateIf } from '#src/table/table.ts';
import { job } from '../../lambdas/background/intakes/resume-intakes.ts';
import { begin } from '../bulk-edits/bulk-edits-fixture.ts';
import { entry } from '../routes/dashboard/intakes/intake-requests.ts';
import { type Scripted, type SourceServer, startSource } from '../sources/source-server.ts';
import { anAuthor, carberry } from '../support/builders.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { underRole } from '../support/roles.ts';
import { client, runJob, step, takeIn } from './intake-fixture.ts';
import { curator, lists, storeGroupNamed, storePublication, storeWorkByHand } from './registry-fixture.ts';

captureLog();
let queues: TestQueues;
let source: SourceServer;
beforeAll(async () => {
  queues = await startQueues();
  source = await startSource();
});
afterAll(async () => {
  source.close();
  await queues.stop();
});

const doi = '10.5555/new';
const crossref = (title: string, more: object = {}) => {
  const message = { DOI: doi, type: 'journal-article', title: [title], author: [{ family: 'Carberry' }], ...more };
  const pages: Record<string, Scripted> = {
    [`/crossref/works/${encodeURIComponent(doi)}`]: { json: { 'message-type': 'work', message } },
  };
  source.serve(pages);
};

beforeEach(async () => {
  await begin();
  queues.purge();
  crossref('A new article');
  await storePerson(carberry, 'Josiah', 'Carberry');
});

const hers = { data: { authors: [anAuthor('Josiah Carberry', carberry)] } };
const fromSources = (orcids: string[] = []) =>
  importDoi({ doi, orcids }, { ...curator, now: new Date(), requestId: 'request' });

test('an ingestion of the same DOI beside it: one publication with the links of both, and the undo leaves what it has not made', async () => {
  const id = await takeIn([entry(1, { doi, work_type: 'journal-article', ...hers })]);
  await client.step(id, 'apply');
  await Promise.all([runJob(id), fromSources(), fromSources()]);
  expect((await lists()).publications).toMatchObject([{ id: doi, orcids: [carberry] }]);
  const { outcomes } = (await client.get(id)).body;
  await step(id, 'undo');
  // If the ingestion was first, the intake has only linked it.
  expect((await lists()).publications).toHaveLength(outcomes.fetched ? 0 : 1);
});

test('an undo takes back what a refresh has only brought up to date', async () => {
  const id = await takeIn([entry(1, { doi, work_type: 'journal-article', ...hers })]);
  await step(id, 'apply');
  const record = await getPublication(doi);
  if (record) await touchPublication(record, new Date());
  crossref('A new article, with another title', { volume: '7' });
  await fromSources();
  expect(await step(id, 'undo')).toMatchObject({ undone: { restored: 1, left: 0 } });
  expect((await lists()).publications).toEqual([]);
});

test('a lost message is sent again, once it is late', async () => {
  const id = await takeIn([entry(1)]);
  await client.step(id, 'apply');
  queues.purge();
  const resume = underRole(job, resumeIntakes);
  const received = () => queues.deliver('intakes', async () => ({ batchItemFailures: [] }));
  await resume(new Date());
  expect(await received()).toBe(0);
  await resume(new Date(Date.now() + 300_000));
  expect(await received()).toBe(1);
  await updateIf({
    Key: keys.intake(id),
    UpdateExpression: 'SET lease_until = :later',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':later': Date.now() + 900_000 },
  });
  await resume(new Date(Date.now() + 300_000));
  expect(await received()).toBe(0);
});

const Word = fc.constantFrom('kiln', 'glaze', 'clay', 'tile', 'river', 'city', 'trade');
const Title = fc
  .tuple(Word, Word, Word, fc.integer({ min: 1, max: 40 }))
  .map(([a, b, c, n]) => `On ${a}, ${b} and ${c} of ${n}`);
const Entry = fc.record({
  title: Title,
  hasPerson: fc.boolean(),
  department: fc.constantFrom('kilns', 'Elsewhere', null),
  isKnown: fc.integer({ min: 0, max: 3 }),
});

test('after an undo, lists are as before, whatever was in the file and in the registry', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Entry, { minLength: 1, maxLength: 8 }), async (entries) => {
      await begin();
      await storePerson(carberry, 'Josiah', 'Carberry');
      await storeGroupNamed('kilns', 'Institute of Kilns');
      await storePublication('10.5555/there', { title: 'It is there' });
      await storeWorkByHand({ title: entries[0]?.title ?? 'A work', publication_date: '2021' });
      const before = await lists();
      const rows = entries.map(({ title, hasPerson, department, isKnown }, at) =>
        entry(at + 1, {
          title,
          ...(isKnown === 0 && { doi: '10.5555/there', work_type: 'journal-article' }),
          ...(hasPerson && hers),
          departments: department === null ? [] : [department],
        }),
      );
      const id = await takeIn(rows, { options: { group_id: 'kilns' } });
      for (const its of ['known', 'twice', 'duplicate']) await client.decide(id, { class: its, decision: 'apply' });
      await step(id, 'apply');
      const { status } = await client.step(id, 'undo');
      if (status === 202) await runJob(id);
      expect(await lists()).toEqual(before);
    }),
    { numRuns: 12 },
  );
});
