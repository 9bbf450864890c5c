import * as z from 'zod';

/**
 * Stored blocks in which a record is found as a possible duplicate; see src/duplicates/domain. `digest` is of their
 * content. Set by storage. Null in older records.
 */
export const StoredBlocks = z.object({ keys: z.array(z.string()), digest: z.string() }).nullable();
export type StoredBlocks = z.output<typeof StoredBlocks>;
