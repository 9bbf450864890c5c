import { expect } from '@jest/globals';
import { findInconsistencies } from './inconsistencies.ts';
import { allItems } from './table.ts';

/** Expects no incomplete data in the table. */
export async function expectWholeData(): Promise<void> {
  expect(findInconsistencies(await allItems())).toEqual([]);
}
