import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { getOrcidSection } from '#src/ingestion/store/source-answers.ts';
import { faults, ingest, requests } from '../../../background/ingestion-fixture.ts';
import { storeGroup } from '../../../groups/groups-fixture.ts';
import { carberry } from '../../../support/builders.ts';
import { onlyProposal, openProposals } from './proposals-fixture.ts';

beforeEach(() => {
  process.env.INSTITUTION = '{}';
});
afterAll(() => {
  delete process.env.INSTITUTION;
});

test('with groups, an ingestion reads employments and proposes those that name one; a failure is none of the ingestion', async () => {
  await storeGroup('kilns', { name: { en: 'Kilns' } });
  faults.set('/employments', { status: 500, body: '' });
  expect(await ingest(carberry)).toMatchObject({ status: 'completed' });
  expect(requests.some((request) => request.endsWith('/employments'))).toBe(true);
  expect(await openProposals('group_membership')).toEqual([]);
  faults.clear();
  await ingest(carberry);
  expect(await onlyProposal('group_membership')).toMatchObject({
    orcids: [carberry],
    membership: { group_id: 'kilns', starts_at: '2015-10-01', ends_at: null },
    evidence: { seen: { department: 'Kilns', role: 'Professor', matched_by: 'department' } },
  });
  expect(JSON.stringify((await getOrcidSection(carberry, 'employments'))?.raw)).toContain('Kilns');
  await ingest(carberry);
  await onlyProposal('group_membership');
});
