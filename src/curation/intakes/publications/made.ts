import * as z from 'zod';
import { Touchable } from './touched.ts';

/** The changes that an intake has made for a row, for its undo. */
export const Made = z.object({
  /** Whether it has added the record, or restored one that was deleted. */
  isNew: z.boolean(),
  /** The people that it has linked, and the groups that it has added. */
  orcids: z.array(z.string()),
  groups: z.array(z.string()),
  /** The version of the groups of the output after that. */
  groups_version: z.int(),
  edit: z.int().nullable(),
  /** A new record as it was then. */
  after: Touchable.nullable(),
});
export type Made = z.output<typeof Made>;
