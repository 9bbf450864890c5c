import { beforeEach, expect, test } from '@jest/globals';
import { applyProject } from '../../src/domain/project.ts';
import { getProject, saveProject, upsertProject, upsertProjects } from '../../src/storage/projects.ts';
import { aProject } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { allItems } from '../support/table.ts';

const now = new Date('2026-01-31T12:00:00Z');

beforeEach(() => freshTable());

test('a project comes back as it was, with its list row beside it', async () => {
  const { record, outcome } = await upsertProject(aProject({ data: { acronym: 'KILN' } }), now);
  expect(outcome).toBe('created');
  expect(await getProject('kilns')).toEqual(record);
  const row = (await allItems()).find(({ pk }) => String(pk).startsWith('LIST#PROJECT#'));
  expect(row).toMatchObject({ sk: 'kilns', title: 'Kilns of the North', changed: expect.any(Number) });
});

test.each(['unknown', '', '..', 'x'.repeat(3000)])('%.10s: there is none', async (id) => {
  expect(await getProject(id)).toBeUndefined();
});

test('brought in again it is updated; the same again writes nothing', async () => {
  await upsertProject(aProject(), now);
  expect((await upsertProject(aProject({ title: 'New' }), now)).outcome).toBe('updated');
  const before = await allItems();
  expect((await upsertProject(aProject({ title: 'New' }), new Date())).outcome).toBe('unchanged');
  expect(await allItems()).toEqual(before);
});

test('of two writers who read the same version one is refused', async () => {
  const { record } = await upsertProject(aProject(), now);
  const next = applyProject(record, aProject({ title: 'New' }), now);
  const saved = await Promise.all([next, next].map((each) => saveProject(each, record)));
  expect(saved.sort()).toEqual([false, true]);
});

test('everybody who brings a project in at the same time is heard', async () => {
  await Promise.all(['A', 'B', 'C', 'D'].map((title) => upsertProject(aProject({ title }), now)));
  expect((await getProject('kilns'))?.version).toBe(4);
});

test('many at once: what became of each, and of an id given twice the last', async () => {
  await upsertProject(aProject({ id: 'b' }), now);
  const inputs = [aProject({ id: 'a', title: 'First' }), aProject({ id: 'b' }), aProject({ id: 'a', title: 'Last' })];
  expect(await upsertProjects(inputs, now)).toEqual(['unchanged', 'unchanged', 'created']);
  expect((await getProject('a'))?.title).toBe('Last');
});
