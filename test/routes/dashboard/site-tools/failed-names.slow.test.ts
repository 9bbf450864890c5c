import { beforeEach, expect, test } from '@jest/globals';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { getItem, putItem } from '#src/table/table.ts';
import * as rederive from '../../../../lambdas/dashboard/site-tools/rederive.ts';
import * as repairAll from '../../../../lambdas/dashboard/site-tools/repair-author-links-bulk.ts';
import * as reset from '../../../../lambdas/dashboard/site-tools/reset-data.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf, type Target } from '../../../support/event.ts';
import { busyWrites, failWrites } from '../../../support/fail-writes.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { ingestWork } from '../../../support/publicity.ts';

captureLog();
beforeEach(() => freshTable());

const title = { en: 'Kilns', de: 'Brennöfen' };
const work = '0b7c5a1e-4a5f-4b8e-9d63-0c3f1a2b4c5d';
const post = (target: Target, tool: string, body: object = {}) =>
  call(target, { url: `/api/site-tools/${tool}`, body, authorizer: sessionOf('superadmin') });

/** Stores a publication with titles in two languages that needs attention. */
async function store(doi: string) {
  const original = aBibliography({ title, authors: [anAuthor('Josiah Carberry')] });
  const record = applyIncoming(undefined, anIncoming({ doi, original }), [], new Date('2026-01-31T12:00:00Z'));
  expect(await savePublication(record, undefined, [])).toBe('saved');
}

test('a reset names what it could not delete, also in an error, but for what cannot be read', async () => {
  process.env.RESET_ALLOWED_EMAILS = 'curator@example.org';
  await store('10.5555/kilns');
  await store('10.5555/odd');
  await storePerson(carberry, 'Josiah', 'Carberry');
  await ingestWork(work, carberry, 'Clay');
  const item = await getItem(keys.publication('10.5555/odd'));
  await putItem({ ...item, ...keys.publication('10.5555/odd'), kind: 'cannot be read' });
  const broken = [
    keys.publication('10.5555/kilns'),
    keys.publication('10.5555/odd'),
    keys.person(carberry),
    keys.work(work),
  ];
  const fault = failWrites((input) => broken.some(({ pk }) => input.includes(`"${pk}"`)));
  const { status, body } = await post(reset, 'reset-data', { confirmation: 'RESET primary_entity' });
  fault.mockRestore();
  expect(status).toBe(500);
  expect(body.details.failed.map(({ id }: { id: string }) => id).sort()).toEqual(
    [carberry, work, '10.5555/kilns', '10.5555/odd'].sort(),
  );
  expect(body.details.names).toEqual({ '10.5555/kilns': title, [carberry]: 'Josiah Carberry', [work]: 'Clay' });
});

test('tools name what was busy', async () => {
  await store('10.5555/kilns');
  await storePerson(carberry, 'Josiah', 'Carberry');
  const fault = busyWrites('10.5555/kilns');
  const repaired = await post(repairAll, 'repair-author-links/bulk');
  fault.mockRestore();
  expect(repaired.body).toMatchObject({ failed: [{ id: '10.5555/kilns' }], names: { '10.5555/kilns': title } });
  expect((await post(rederive, 'rederive')).body).toMatchObject({ failed: [], names: {} });
});
