import { createHash } from 'node:crypto';
import type * as z from 'zod';

/**
 * A hash of a schema: its fields, types, checks and defaults, in their order. Rows that were parsed with a schema of
 * another fingerprint may not be valid for this one.
 */
export function fingerprintOf(schema: z.ZodType, shape: number): string {
  return createHash('sha256')
    .update(JSON.stringify([shape, structureOf(schema)]))
    .digest('base64url')
    .slice(0, 16);
}

/**
 * The definition of a schema as plain JSON. Functions cannot be compared: increment the shape number when one changes.
 */
function structureOf(part: unknown): unknown {
  if (typeof part === 'function') return 'function';
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(structureOf);
  if (part instanceof RegExp) return part.source;
  if ('_zod' in part) return structureOf((part as z.ZodType)._zod.def);
  return Object.entries(part).map(([name, value]) => [name, structureOf(value)]);
}
