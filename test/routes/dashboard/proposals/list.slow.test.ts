import { beforeAll, expect, test } from '@jest/globals';
import { getProposal, proposalIdsOf, propose, withdraw } from '#src/ingestion/proposals/store/proposals.ts';
import { aProject, aQuestion, carberry, lovelace } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { storeProject } from '../../../support/projects.ts';
import { decide, listProposals } from './proposals-fixture.ts';

captureLog();

const period = { entity_id: 'primary_entity', status: 'primary_entity', starts_at: 5, ends_at: null } as const;
const at = (ms: number) => new Date(ms);
const idsOf = async (query: string) => (await listProposals(query)).body.proposals.map(({ id }: { id: string }) => id);

beforeAll(async () => {
  await freshTable();
  await propose('pots', aQuestion(), at(1));
  await propose('kilns', aQuestion({ doi: '10.5555/kilns', orcids: [lovelace] }), at(2));
  const none = { doi: null, title: null };
  await propose('job', aQuestion({ kind: 'affiliation', ...none, period }), at(3));
  await propose('gone', aQuestion({ doi: '10.5555/gone' }), at(4));
  await withdraw('gone');
});

test('200: the open ones, the newest first, page by page', async () => {
  expect((await listProposals('?perPage=2')).body).toMatchObject({
    proposals: [
      { id: 'job', kind: 'affiliation', doi: null, doi_url: null, period, status: 'open', version: 1 },
      { id: 'kilns', kind: 'unlink', doi_url: 'https://doi.org/10.5555/kilns', orcids: [lovelace] },
    ],
    page: 1,
    per_page: 2,
    total: 3,
    pages: 2,
    sort: 'created_at',
    dir: 'desc',
    status: 'open',
    kind: null,
    orcid_id: null,
    doi: null,
  });
  expect(await idsOf('?perPage=2&page=2')).toEqual(['pots']);
});

test.each([
  ['?kind=affiliation', ['job']],
  ['?status=obsolete', ['gone']],
  ['?status=all&dir=asc', ['pots', 'kilns', 'job', 'gone']],
  [`?orcid_id=${carberry}&kind=unlink`, ['pots']],
  ['?doi=https://doi.org/10.5555/KILNS', ['kilns']],
  ['?kind=', ['job', 'kilns', 'pots']],
])('200: %s', async (query, ids) => {
  expect(await idsOf(query)).toEqual(ids);
});

test('200: a decision that was answered is in the list', async () => {
  expect((await decide('kilns', 'reject')).status).toBe(200);
  expect(await idsOf('?status=rejected')).toEqual(['kilns']);
  expect(await idsOf('?sort=decided_at&status=all')).toEqual(['kilns', 'gone', 'job', 'pots']);
  await decide('kilns', 'undo');
});

test.each(['?kind=merge', '?status=done', '?orcid_id=1', '?sort=title'])('400: %s', async (query) => {
  expect(await listProposals(query)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
});

test('200: with the names of the people and the titles of the projects that are in the registry', async () => {
  await storePerson(lovelace, 'Ada', 'Lovelace');
  await storeProject({ ...aProject(), id: 'pots', title: { en: 'Pots' } }, at(5));
  await propose('award', aQuestion({ kind: 'award', doi: '10.5555/award', orcids: [], project_id: 'pots' }), at(5));
  expect((await listProposals()).body).toMatchObject({
    names: { [lovelace]: 'Ada Lovelace' },
    project_titles: { pots: { en: 'Pots' } },
  });
});

test('a question that only a later release asks is not shown, cannot be decided, and stays', async () => {
  const question = { ...aQuestion({ orcids: [carberry] }), kind: 'membership' };
  await propose('later', question, at(5));
  expect(await idsOf('?status=all')).not.toContain('later');
  expect((await decide('later', 'accept')).status).toBe(404);
  expect(await getProposal('later')).toMatchObject({ kind: 'membership', status: 'open', version: 1 });
  expect(await proposalIdsOf(carberry)).toContain('later');
});
