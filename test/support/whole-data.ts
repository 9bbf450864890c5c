import { expect } from '@jest/globals';
import { findInconsistencies } from './inconsistencies.ts';
import { allItems } from './table.ts';

/** Expects that nothing in the table is half there. */
export async function expectWholeData(): Promise<void> {
  expect(findInconsistencies(await allItems())).toEqual([]);
}
