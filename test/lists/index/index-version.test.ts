import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { proposalSpec } from '#src/curation/proposals/list.ts';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import { duplicateSpec } from '#src/lists/duplicates.ts';
import { indexVersion } from '#src/lists/load/snapshot.ts';
import type { AnyListSpec, RowSchema, RowStorage, Tally } from '#src/lists/model/spec.ts';
import { peopleSpec } from '#src/lists/people.ts';
import { projectSpec } from '#src/lists/projects.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { curatedWorkSpec, workSpec } from '#src/lists/works.ts';
import { listEpochSortKey } from '#src/table/keys.ts';
import { storedItems } from '../../support/stored-data.ts';

/**
 * Snapshots have indexes of these values. If a test fails, a sort, filter, condition or text has another result for the
 * same row: raise `indexVersion`, so that older snapshots are not used, and run the tests with `-u`.
 */
const version = '1.1.0+2026-11-23';

test.each<[string, unknown]>([
  ['publications', publicationSpec],
  ['curated publications', curatorSpec],
  ['works', workSpec],
  ['curated works', curatedWorkSpec],
  ['people', peopleSpec],
  ['projects', projectSpec],
  ['duplicates', duplicateSpec],
  ['proposals', proposalSpec],
])('%s: what is indexed of a row changes only with the version of the indexes', (_, declared) => {
  const { collection, schema, ...spec } = declared as AnyListSpec<object> & RowStorage<RowSchema>;
  const rows = storedItems(version)
    .filter(({ pk, sk }) => String(pk).startsWith(`LIST#${collection}#`) && sk !== listEpochSortKey)
    .map((item) => schema.parse(item));
  expect(rows.length).toBeGreaterThan(0);
  const digestOf = (read: (row: object) => unknown) =>
    createHash('sha256')
      .update(JSON.stringify(rows.map(read)))
      .digest('base64url')
      .slice(0, 12);
  const functions = {
    ...spec.sorts,
    ...prefixed('=', spec.equals),
    ...prefixed('>', spec.atLeast),
    ...prefixed('?', spec.where),
    ...Object.fromEntries((spec.tallies ?? []).map((tally) => [`#${tally.name} ${tally.fold}`, numbersOf(tally)])),
  };
  const digests = Object.entries({ ...functions, texts: spec.texts, id: spec.id }).map(([name, read]) => [
    name,
    digestOf(read),
  ]);
  expect({ indexVersion, ...Object.fromEntries(digests) }).toMatchSnapshot();
});

const numbersOf = (tally: Tally<object>) => (row: object) => {
  const numbers: [string, number][] = [];
  tally.entries(row, (key, number) => numbers.push([key, number]));
  return numbers;
};

const prefixed = <T>(prefix: string, fields: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${prefix}${name}`, field]));
