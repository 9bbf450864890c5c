import { beforeAll, describe, expect, test } from '@jest/globals';
import { applyProject } from '#src/records/projects/input.ts';
import { saveProject } from '#src/records/projects/store/projects.ts';
import * as get from '../../../../lambdas/consumer/projects/get.ts';
import { aProject, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storeProject } from '../../../support/projects.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');
const beispiel = '0009-9999-0000-0019';
const ask = (id: string) => call(get, { url: `/v1/projects/${id}` });

beforeAll(async () => {
  await freshTable();
  await storeProject(aProject(), now);
  const title = { en: 'Shards', es: 'Fragmentos' };
  const people = { member_orcids: [carberry, beispiel], coordinator_orcids: [beispiel] };
  await storeProject(aProject({ id: 'shards', title, ...people, data: { acronym: 'SHARD' } }), now);
  await storeProject(aProject({ id: 'hidden', visible: false }), now);
  const deleted = { ...applyProject(undefined, aProject({ id: 'deleted' }), now), deleted_at: now.toISOString() };
  await saveProject(deleted, undefined);
});

test('200: empty fields are present', async () => {
  expect(await ask('kilns')).toMatchObject({
    status: 200,
    body: {
      id: 'kilns',
      programme: 'Horizon',
      title: 'Kilns of the North',
      abstract: null,
      start_date: null,
      end_date: null,
      member_orcids: [],
      coordinator_orcids: [],
      data: {},
    },
  });
});

test('200: its people, its open data, and its texts in the language asked for', async () => {
  const { status, body, headers } = await ask('shards?locale=es');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    title: 'Fragmentos',
    member_orcids: [carberry, beispiel],
    coordinator_orcids: [beispiel],
    data: { acronym: 'SHARD' },
  });
  expect(body).not.toHaveProperty('visible');
  expect(headers['content-language']).toBe('en, es');
});

describe('404: the same for what is hidden, deleted, unknown or can be no id', () => {
  test.each(['hidden', 'deleted', 'unknown', 'a%2Fb', '%20', 'x'.repeat(3000)])('%.10s', async (id) => {
    const { status, body } = await ask(id);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'There is no public project with this id', code: 'not_found' });
  });
});
