import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { publicationTypeOf, workTypes } from '#src/records/orcid/work-types.ts';
import { captureLog } from '../support/log.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import { parametersOf } from './filters-fixture.ts';
import { changesOf, groupQueries, listed, storeGroups } from './groups-fixture.ts';

/** Groups and works without a DOI, in lists of the registry and in copies of them. */

captureLog();
const isPhpInstalled = spawnSync('which', ['php']).status === 0;
const withPhp = isPhpInstalled || areToolsRequired ? test : test.skip;
const php = (args: string[], input: string) => {
  const { stdout, stderr } = spawnSync('php', args, { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};

beforeAll(storeGroups);

test('the registry has what the filters ask for', async () => {
  const found = await Promise.all(groupQueries.map(async ([query]) => [query, await listed(query)]));
  expect(found).toEqual(groupQueries.map(([query, expected]) => [query, [...expected].sort()]));
});

withPhp('the copy of the Drupal module has the same, in one order', async () => {
  const lists = ['groups', 'publications', 'works'] as const;
  const changes = Object.fromEntries(
    await Promise.all(lists.map(async (list) => [list, (await changesOf(list)).changes])),
  );
  const filters = groupQueries.map(([query]) => parametersOf(query));
  const found: string[][] = php([join(import.meta.dirname, 'drupal-copy.php')], JSON.stringify({ changes, filters }));
  const titles = found.map((each) => each.map((name) => name.replace('10.5555/', '')));
  expect(groupQueries.map(([query], index) => [query, titles[index]])).toEqual(groupQueries);
});

withPhp('types of works are those that publications would have', () => {
  const types = [...workTypes];
  const read = `require '${join(import.meta.dirname, '../../clients/php/autoload.php')}';
    echo json_encode(array_map(fn ($type) => (new PublicationRegistry\\Item(['work_type' => $type]))->type(),
      json_decode(stream_get_contents(STDIN), true)));`;
  expect(php(['-r', read], JSON.stringify(types))).toEqual(types.map((type) => publicationTypeOf(type)[0]));
});
