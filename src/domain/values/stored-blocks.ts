import * as z from 'zod';

/**
 * The blocks in which a record is found as a possible duplicate, as they are stored; see src/domain/duplicates. Set by
 * storage. `digest` is of their content. Null in a record that was last written before there were any.
 */
export const StoredBlocks = z.object({ keys: z.array(z.string()), digest: z.string() }).nullable();
export type StoredBlocks = z.output<typeof StoredBlocks>;
