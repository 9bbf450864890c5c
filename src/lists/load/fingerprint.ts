import { createHash } from 'node:crypto';
import type * as z from 'zod';

/** A hash of an encoding and schema. Rows parsed with another fingerprint's schema may be invalid for this one. */
export function fingerprintOf(format: number, schema: z.ZodType, shape: number): string {
  return hashOf([format, shape, structureOf(schema)]);
}

/** A short hash of plain JSON. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** A schema's definition as plain JSON. Functions cannot be compared: increment the shape number when one changes. */
function structureOf(part: unknown): unknown {
  if (typeof part === 'function') return 'function';
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(structureOf);
  if (part instanceof RegExp) return part.source;
  if ('_zod' in part) return structureOf((part as z.ZodType)._zod.def);
  return Object.entries(part).map(([name, value]) => [name, structureOf(value)]);
}
