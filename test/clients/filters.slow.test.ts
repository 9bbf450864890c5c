import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { captureLog } from '../support/log.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import {
  changesForCopy,
  type Found,
  filterQueries,
  inOrder,
  lists,
  parametersOf,
  storePublications,
} from './filters-fixture.ts';

/** One table of queries, in all lists of the registry and in copies of them. */

captureLog();
const isPhpInstalled = spawnSync('which', ['php']).status === 0;
const withPhp = isPhpInstalled || areToolsRequired ? test : test.skip;
const expected = filterQueries.map(([query, found]) => [query, Array.isArray(found) ? inOrder(found) : found]);

beforeAll(storePublications);

describe.each(Object.entries(lists))('%s', (_, read) => {
  test('has what the filters ask for', async () => {
    const answers = await Promise.all(filterQueries.map(async ([query]) => [query, await read(query)]));
    expect(answers).toEqual(expected);
  });
});

withPhp('the copy of the Drupal module has the same', async () => {
  const { changes } = await changesForCopy();
  const input = JSON.stringify({
    changes: { publications: changes },
    filters: filterQueries.map(([query]) => parametersOf(query)),
  });
  const { stdout, stderr } = spawnSync('php', [join(import.meta.dirname, 'drupal-copy.php')], {
    input,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const answers: Found[] = JSON.parse(stdout);
  expect(
    answers.map((answer, index) => [filterQueries[index]?.[0], Array.isArray(answer) ? inOrder(answer) : answer]),
  ).toEqual(expected);
});
