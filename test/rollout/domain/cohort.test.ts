import { expect, test } from '@jest/globals';
import { djb2, isActiveFor, isInCohort } from '#src/lists/rollout/domain/cohort.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';

/** Each step is hash × 33 + UTF-16 unit, modulo 2^32. */
test.each([
  ['', 5381],
  // 5381 × 33 + 97
  ['a', 177_670],
  // 177670 × 33 + 98
  ['ab', 5_863_208],
  // 5863208 × 33 + 99
  ['abc', 193_485_963],
  // 5381 × 33 + 233: one UTF-16 unit, not two bytes
  ['é', 177_806],
  // … 'lib' 193498172; × 33 + 114 = 6385439790, less 2^32 = 2090472494 'libr'; 266115663; 191882401
  ['library', 2_037_152_058],
  // Above 2^31: unsigned
  ['zzzzzzzz', 3_889_019_093],
  [defaultWorkspace, 3_290_585_093],
])('the hash of %j is %i', (text, hash) => {
  expect(djb2(text)).toBe(hash);
});

test.each([
  ['a hash that ends in 81', '', 81, 82],
  ['one that ends in 08', 'ab', 8, 9],
  ['the public workspace, 93', defaultWorkspace, 93, 94],
])('%s joins between two stages', (_, entity, without, withIt) => {
  expect(isInCohort(entity, without)).toBe(false);
  expect(isInCohort(entity, withIt)).toBe(true);
});

const entities = Array.from({ length: 10_000 }, (_, n) => `entity-${n}`);

test('stage 0 has nobody, stage 100 everybody', () => {
  expect(entities.filter((entity) => isInCohort(entity, 0))).toEqual([]);
  expect(entities.every((entity) => isInCohort(entity, 100))).toBe(true);
});

test('stage 1 has some, stage 99 not all', () => {
  const counts = [1, 99].map((stage) => entities.filter((entity) => isInCohort(entity, stage)).length);
  expect(counts[0]).toBeGreaterThan(50);
  expect(counts[0]).toBeLessThan(150);
  expect(counts[1]).toBeGreaterThan(9850);
  expect(counts[1]).toBeLessThan(9950);
});

test('an entity joins at one stage and is in all higher ones', () => {
  for (const entity of entities.slice(0, 1000)) {
    const joined = Array.from({ length: 101 }, (_, stage) => isInCohort(entity, stage));
    expect(joined).toEqual(joined.toSorted((one, other) => Number(one) - Number(other)));
  }
});

test('a disabled feature is active for nobody', () => {
  expect(isActiveFor({ enabled: true, stage: 100 }, 'library')).toBe(true);
  expect(isActiveFor({ enabled: false, stage: 100 }, 'library')).toBe(false);
});
