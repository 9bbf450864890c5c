import { beforeEach, describe, expect, test } from '@jest/globals';
import { peopleSpec } from '#src/lists/people.ts';
import { projectSpec } from '#src/lists/projects.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { workSpec } from '#src/lists/works.ts';
import { outdatedRows, putRow, raiseEpoch } from '#src/records/store/list-rows.ts';
import { keys, listShards, shardOf } from '#src/table/keys.ts';
import { getItem, type Key, transact } from '#src/table/table.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { storePerson } from '../support/people.ts';
import { importProject, ingestPublication, ingestWork } from '../support/publicity.ts';

beforeEach(() => freshTable());

test('every row is stored with the version of its shape', async () => {
  await storePerson(carberry, 'Josiah', 'Carberry');
  await ingestPublication('10.5555/pots', carberry, 'Pots');
  await ingestWork('report', carberry, 'Report');
  await importProject('kilns', 'Kilns');
  const shapeOf = async (key: Key) => (await getItem(key))?.shape;
  expect({
    publication: await shapeOf(keys.publicationRow('10.5555/pots')),
    work: await shapeOf(keys.workRow('report')),
    person: await shapeOf(keys.personRow(carberry)),
    project: await shapeOf(keys.projectRow('kilns')),
  }).toEqual({
    publication: publicationSpec.shape,
    work: workSpec.shape,
    person: peopleSpec.shape,
    project: projectSpec.shape,
  });
});

describe('rows of an older shape', () => {
  const ids = Array.from({ length: 40 }, (_, n) => `project-${String(n).padStart(2, '0')}`);
  /** Of every five rows, one has the current shape and one has none. */
  const shapeOf = (id: string) => [undefined, 1, 1, 2, 3][Number(id.slice(-2)) % 5];
  const outdated = ids.filter((id) => (shapeOf(id) ?? 0) < 3);

  beforeEach(async () => {
    const rows = ids.map((id) => ({ ...keys.projectRow(id), ...(shapeOf(id) && { shape: shapeOf(id) }) }));
    await transact((at) => rows.map((row) => putRow(row, at)));
    await transact((at) => [raiseEpoch('PROJECT', at)]);
  });

  test('are found shard by shard, and nothing else', async () => {
    for (let shard = 0; shard < listShards; shard++) {
      const expected = outdated.filter((id) => shardOf(id) === shard);
      expect((await outdatedRows('PROJECT', shard, 3)).items).toEqual(expected);
    }
  });

  test('can be gone through from any of them on', async () => {
    const shard = shardOf(outdated[0] ?? '');
    const [first, ...rest] = (await outdatedRows('PROJECT', shard, 3)).items;
    expect(rest.length).toBeGreaterThan(0);
    expect((await outdatedRows('PROJECT', shard, 3, first)).items).toEqual(rest);
  });
});
