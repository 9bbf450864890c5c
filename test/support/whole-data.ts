import { expect } from '@jest/globals';
import { halfThere } from './half-there.ts';
import { allItems } from './table.ts';

/** Expects that nothing in the table is half there. */
export async function expectWholeData(): Promise<void> {
  expect(halfThere(await allItems())).toEqual([]);
}
