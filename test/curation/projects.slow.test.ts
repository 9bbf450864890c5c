import { beforeEach, describe, expect, test } from '@jest/globals';
import { changeProject, createProject, upsertProjects } from '#src/curation/projects.ts';
import { applyProject, applyProjectState, NewProject, projectState } from '#src/records/projects/input.ts';
import { applyProjectDeletion } from '#src/records/projects/project.ts';
import { getProject } from '#src/records/projects/store/projects.ts';
import { aProject } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { curator, storeProject, upsertProject } from '../support/projects.ts';
import { allItems, auditRecords } from '../support/table.ts';

captureLog();
beforeEach(() => freshTable());

const now = new Date('2026-01-31T12:00:00Z');
const later = new Date('2026-02-01T12:00:00Z');
const context = curator(now);
const aNewOne = (fields: object = {}) =>
  NewProject.parse({ programme: 'Horizon', title: 'Kilns of the North', ...fields });
const retitle = (title: string) => (stored: Parameters<typeof applyProjectDeletion>[0]) =>
  applyProjectState(stored, { ...projectState(stored), title }, later);

describe('creating', () => {
  test('an id is made from the title, and numbered where it is taken', async () => {
    const titles = ['Kilns of the North', 'Kilns of the North', { de: 'Öfen & Brände' }, 'Ελλάδα', 'Bulk'];
    const ids: string[] = [];
    for (const title of titles) ids.push((await createProject(aNewOne({ title }), context)).id);
    expect(ids).toEqual(['kilns-of-the-north', 'kilns-of-the-north-2', 'ofen-brande', 'horizon', 'bulk-2']);
  });

  test('of many at once with one title each gets an id of its own', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => createProject(aNewOne({ title: 'Pots' }), context)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
  });

  test('an id that is taken is a conflict, also that of a deleted project, and changes nothing', async () => {
    await createProject(aNewOne({ id: 'kilns' }), context);
    await changeProject('kilns', (stored) => applyProjectDeletion(stored, now), context);
    const before = await allItems();
    await expect(createProject(aNewOne({ id: 'kilns', title: 'Other' }), context)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await allItems()).toEqual(before);
  });
});

describe('importing', () => {
  test('again it is updated; the same again writes nothing', async () => {
    expect((await upsertProject(aProject(), context)).outcome).toBe('created');
    expect((await upsertProject(aProject({ title: 'New' }), context)).outcome).toBe('updated');
    const before = await allItems();
    expect((await upsertProject(aProject({ title: 'New' }), curator(later))).outcome).toBe('unchanged');
    expect(await allItems()).toEqual(before);
  });

  test('many at once: what became of each, in order', async () => {
    await upsertProject(aProject({ id: 'b' }), context);
    const inputs = [aProject({ id: 'a' }), aProject({ id: 'b' }), aProject({ id: 'c' })];
    const results = await upsertProjects(inputs, context);
    expect(results.map(({ record, outcome }) => [record.id, outcome])).toEqual([
      ['a', 'created'],
      ['b', 'unchanged'],
      ['c', 'created'],
    ]);
  });

  test('everybody who imports at the same time is heard', async () => {
    await Promise.all(['A', 'B', 'C', 'D'].map((title) => upsertProject(aProject({ title }), context)));
    expect((await getProject('kilns'))?.version).toBe(4);
  });
});

test('the audit trail has what changed, once, and large values by their beginning', async () => {
  const data = { notes: 'x'.repeat(5_000) };
  await createProject(aNewOne({ id: 'kilns', data: { b: 1, a: 2 } }), context);
  await upsertProject(aProject({ data: { a: 2, b: 1 }, abstract: 'Fire.' }), context);
  await upsertProject(aProject({ data, abstract: 'Fire.' }), context);
  await changeProject('kilns', (stored) => applyProjectDeletion(stored, later), curator(later));
  await changeProject('kilns', (stored) => applyProjectDeletion(stored, later), curator(later));
  const restored = (stored: Parameters<typeof applyProjectDeletion>[0]) =>
    applyProjectState(stored, { ...projectState(stored), deleted: false, visible: false }, later);
  await changeProject('kilns', restored, curator(new Date(later.getTime() + 1)));
  const records = (await auditRecords()).filter(({ action }) => action !== 'project.created');
  expect((await auditRecords()).length - records.length).toBe(1);
  expect(records).toHaveLength(4);
  expect(records).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'project.updated', before: { abstract: null }, after: { abstract: 'Fire.' } }),
      expect.objectContaining({
        action: 'project.updated',
        resource_id: 'kilns',
        workspace_id: null,
        actor_id: context.actor,
        before: { data: { a: 2, b: 1 } },
        after: { data: { characters: 5_012, begins: `{"notes":"${'x'.repeat(190)}` } },
      }),
      expect.objectContaining({
        action: 'project.deleted',
        before: { deleted_at: null },
        after: { deleted_at: later.toISOString() },
      }),
      expect.objectContaining({
        action: 'project.restored',
        before: { deleted_at: later.toISOString(), visible: true },
        after: { deleted_at: null, visible: false },
      }),
    ]),
  );
});

/** Every project with its list row and the number of its audit records. */
async function stored() {
  const items = await allItems();
  const rows = items.filter(({ pk }) => String(pk).startsWith('LIST#PROJECT#'));
  const audits = items.filter(({ pk }) => String(pk).startsWith('AUDIT#'));
  const records = items.filter(({ pk }) => String(pk).startsWith('PROJECT#'));
  return records.map(({ id, title, version, deleted_at }) => ({
    id,
    title,
    version,
    deleted_at,
    row: rows.find((row) => row.id === id),
    audits: audits.filter(({ resource_id }) => resource_id === id).length,
  }));
}

const operations: [string, () => Promise<unknown>][] = [
  ['create', () => createProject(aNewOne({ id: 'new' }), context)],
  ['create without an id', () => createProject(aNewOne({ title: 'kilns' }), context)],
  ['patch', () => changeProject('kilns', retitle('Other'), context)],
  ['delete', () => changeProject('kilns', (record) => applyProjectDeletion(record, later), context)],
  [
    'import',
    () =>
      upsertProjects(
        ['kilns', 'a', 'b'].map((id) => aProject({ id, title: 'Imported' })),
        context,
      ),
  ],
];

test.each(operations)('%s, killed before any call: a project, its row and its audit record are one', async (_, run) => {
  let survived = false;
  for (let n = 1; !survived; n++) {
    await freshTable();
    await storeProject(aProject(), now);
    survived = !(await dyingAt(n, run));
    for (const { id, title, version, deleted_at, row, audits } of await stored()) {
      expect(row).toMatchObject({ id, title, deleted_at });
      // Data stored by the test itself has no audit record.
      expect(audits).toBe(id === 'kilns' ? Number(version) - 1 : 1);
    }
    expect(n).toBeLessThan(12);
  }
  const before = await stored();
  const again = await run().catch((error) => error.code);
  if (again === 'conflict') expect(await stored()).toEqual(before);
});

describe('at the same time', () => {
  test('patches of one project are all kept, beside an import of it', async () => {
    await storeProject(aProject(), now);
    const fields = ['proponent_institution', 'start_date', 'abstract'] as const;
    const values = ['Institute', '2024', 'Fire.'];
    const patches = fields.map((field, index) =>
      changeProject(
        'kilns',
        (record) => applyProjectState(record, { ...projectState(record), [field]: values[index] }, later),
        context,
      ),
    );
    await Promise.all(patches);
    expect(await getProject('kilns')).toMatchObject(Object.fromEntries(fields.map((name, n) => [name, values[n]])));
    await Promise.all([
      changeProject('kilns', (record) => applyProjectDeletion(record, later), context),
      upsertProject(aProject({ title: 'Imported' }), context),
      upsertProject(aProject({ title: 'Imported' }), context),
    ]);
    expect(await getProject('kilns')).toMatchObject({ title: 'Imported', deleted_at: later.toISOString() });
  });

  test('two deletions write once', async () => {
    await storeProject(aProject(), now);
    const both = [now, later].map((at) =>
      changeProject('kilns', (record) => applyProjectDeletion(record, at), curator(at)),
    );
    const [one, other] = await Promise.all(both);
    expect([one?.version, one?.deleted_at]).toEqual([2, other?.deleted_at]);
    expect(await auditRecords()).toHaveLength(1);
  });

  test('of two creations with one id, one wins and the other is a conflict', async () => {
    const both = ['A', 'B'].map((title) => createProject(aNewOne({ id: 'kilns', title }), context));
    const states = (await Promise.allSettled(both)).map(({ status }) => status);
    expect(states.sort()).toEqual(['fulfilled', 'rejected']);
    expect((await getProject('kilns'))?.version).toBe(1);
  });

  test('two imports of the same projects end with both done, and the first of equal ones changes nothing more', async () => {
    const inputs = ['a', 'b', 'c'].map((id) => aProject({ id }));
    await Promise.all([upsertProjects(inputs, context), upsertProjects(inputs, context)]);
    expect((await stored()).map(({ version }) => version)).toEqual([1, 1, 1]);
  });
});

/** The size of an item for the 400 KB limit, as documented by DynamoDB. */
function itemBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).replace(/\D/g, '').length / 2) + 2;
  if (Array.isArray(value)) return value.reduce((sum: number, part) => sum + 1 + itemBytes(part), 3);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [name, part]) => sum + Buffer.byteLength(name) + 1 + itemBytes(part), 3);
}

test('the largest projects that are valid can be stored, one after the other', async () => {
  for (const letter of ['é', 'ü']) await upsertProject(aProject({ data: { notes: letter.repeat(90_000) } }), context);
  expect((await stored())[0]).toMatchObject({ version: 2, audits: 2 });
});

test('the most nested project that is valid is smaller than an item may be', () => {
  const nested = JSON.parse(`${'['.repeat(14)}0${']'.repeat(14)}`);
  const project = aProject({ data: { nested: new Array(6_000).fill(nested) } });
  expect(JSON.stringify(project).length).toBeGreaterThan(170_000);
  expect(itemBytes(applyProject(undefined, project, now))).toBeLessThan(390_000);
});
