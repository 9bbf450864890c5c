import { beforeAll, expect, test } from '@jest/globals';
import * as list from '../../../../lambdas/dashboard/publications/list.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { curatePublication, curateWork, ingestPublication, ingestWork } from '../../../support/publicity.ts';

captureLog();
const work = 'a'.repeat(32);
const hidden = 'b'.repeat(32);

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await ingestPublication('10.5555/shown', carberry, 'Shown');
  await ingestPublication('10.5555/hidden', carberry, 'Hidden');
  await curatePublication('10.5555/hidden', { visible: false });
  await ingestWork(work, carberry, 'A report');
  await ingestWork(hidden, carberry, 'A hidden report');
  await curateWork(hidden, carberry, { visible: false });
});

const ask = (query: string) =>
  call(list, { url: `/api/publications?include=works&${query}`, authorizer: authorizerOf(list.route.auth) ?? {} });
const found = async (query: string) => (await ask(query)).body.outputs.map(({ id }: { id: string }) => id).sort();

test('outputs are publications and works as curators see them, beside the publications as ever', async () => {
  const { status, body } = await ask('perPage=1');
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 2, outputs_total: 4, publications: [{}] });
  const rest = await ask(`perPage=100&outputs_cursor=${body.outputs_next_cursor}`);
  const outputs = [...body.outputs, ...rest.body.outputs];
  expect(outputs).toHaveLength(4);
  expect(outputs.find(({ id }) => id === hidden)).toMatchObject({ kind: 'work', work: { visible: false } });
  expect(outputs.find(({ id }) => id === '10.5555/hidden')).toMatchObject({
    kind: 'publication',
    publication: { visible: false },
  });
});

test.each<[string, string[]]>([
  ['visibility=hidden', ['10.5555/hidden', hidden]],
  ['q=report', [work, hidden]],
  [`orcid_id=${carberry}&visibility=visible`, ['10.5555/shown', work]],
  ['source=crossref&q=report', []],
  ['versions=superseded', []],
])('%s', async (query, ids) => expect(await found(query)).toEqual(ids.sort()));

test('an export has the works, too', async () => {
  const { body } = await ask('format=csl-json');
  expect(body.map(({ title }: { title: string }) => title).sort()).toEqual([
    'A hidden report',
    'A report',
    'Hidden',
    'Shown',
  ]);
});
