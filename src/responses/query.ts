import * as z from 'zod';
import { decimalInteger, filter, maxInteger, withDefault } from '#src/http/query.ts';
import { valuesFilter } from '#src/http/values-filter.ts';
import { timeInput, timeSchema } from './time-input.ts';

/** Declares a parameter as optional in the OpenAPI document. */
export function optional<S extends z.ZodType>(parameter: S) {
  const { declaredRequired: _, ...meta } = parameter.meta() ?? {};
  return z.unknown().optional().pipe(parameter).meta(meta);
}

/** The page size of responses with cursors. */
export const limit = optional(
  withDefault(
    decimalInteger(1, 500),
    '100',
    { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    'The maximum number of changes in the response.',
  ),
);

/** The number of publications before the first one in the response. */
export const skipped = optional(
  withDefault(
    decimalInteger(0, maxInteger),
    '0',
    { type: 'integer', minimum: 0, maximum: maxInteger, default: 0 },
    'The number of publications to skip.',
  ),
);

export const workType = valuesFilter(
  z.string().toLowerCase(),
  { type: 'string' },
  "Only items of this type, in ORCID's vocabulary, such as `report`.",
);

/** Filters by the time of the last change. The parsed value is in milliseconds since the epoch. */
export const updatedSince = filter(
  timeInput,
  timeSchema,
  'Only items changed at or after this time: milliseconds since 1970-01-01T00:00:00Z, or ISO 8601 with a time zone.',
);
