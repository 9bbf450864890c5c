import { beforeEach, expect, test } from '@jest/globals';
import { getPeople, getPerson } from '#src/records/people/store/people.ts';
import { keys } from '#src/table/keys.ts';
import { transact } from '#src/table/table.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { storePerson } from '../support/people.ts';

beforeEach(() => freshTable());

test('more than a hundred people are read at once, each once', async () => {
  const person = await storePerson(carberry, 'Josiah', 'Carberry');
  const orcids = Array.from({ length: 101 }, (_, n) => `0000-0000-0000-${String(n).padStart(4, '0')}`);
  for (const some of [orcids.slice(0, 100), orcids.slice(100)]) {
    await transact(some.map((orcid) => ({ Put: { Item: { ...keys.person(orcid), ...person, orcid } } })));
  }
  const found = await getPeople([...orcids, ...orcids, '0009-9999-0000-0019']);
  expect(found.map(({ orcid }) => orcid).sort()).toEqual(orcids);
});

test('eight refreshes at once are all made', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, n) => storePerson(carberry, `Josiah ${n}`, 'Carberry')));
  expect((await getPerson(carberry))?.version).toBe(8);
});
