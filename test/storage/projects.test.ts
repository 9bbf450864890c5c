import { beforeEach, expect, test } from '@jest/globals';
import { applyProject } from '#src/records/projects/input.ts';
import { getProject, saveProject } from '#src/records/projects/store/projects.ts';
import { aProject } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { curator } from '../support/projects.ts';
import { allItems, auditRecords } from '../support/table.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');

beforeEach(() => freshTable());

test('a project comes back as it was, with its list row beside it', async () => {
  const record = applyProject(undefined, aProject({ data: { acronym: 'KILN' } }), now);
  expect(await saveProject(record, undefined)).toBe(true);
  expect(await getProject('kilns')).toEqual(record);
  const row = (await allItems()).find(({ pk }) => String(pk).startsWith('LIST#PROJECT#'));
  expect(row).toMatchObject({ sk: 'kilns', title: 'Kilns of the North', changed: expect.any(Number) });
});

test.each(['unknown', '', '..', 'x'.repeat(3000)])('%.10s: there is none', async (id) => {
  expect(await getProject(id)).toBeUndefined();
});

test('of two writers who read the same version one is refused, with its audit record', async () => {
  const record = applyProject(undefined, aProject(), now);
  await saveProject(record, undefined);
  const next = applyProject(record, aProject({ title: 'New' }), now);
  const saved = await Promise.all([next, next].map((each) => saveProject(each, record, curator(now))));
  expect(saved.sort()).toEqual([false, true]);
  expect(await auditRecords()).toHaveLength(1);
});
