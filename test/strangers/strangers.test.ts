import { beforeAll, expect, test } from '@jest/globals';
import { captureLog } from '../support/log.ts';
import { cases } from './cases-fixture.ts';
import { differencesOf, printed, theMain } from './property-fixture.ts';

captureLog();

const found = new Map<string, string>();

beforeAll(async () => {
  const differing = await differencesOf(
    cases.map(([, sequence]) => sequence),
    theMain,
  );
  for (const [index, [name]] of cases.entries()) found.set(name, printed(differing[index] ?? []));
});

test.each(cases)('%s moves nothing of somebody else', (name) => {
  expect(found.get(name)).toBe('');
});
