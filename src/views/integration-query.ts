import * as z from 'zod';
import { digits, filter, withDefault } from '../http/query.ts';
import { timeForms, timeInput } from './time-input.ts';

/** The same parameter where the documents declare it optional. */
export function optional<S extends z.ZodType>(parameter: S) {
  const { declaredRequired: _, ...meta } = parameter.meta() ?? {};
  return z.unknown().optional().pipe(parameter).meta(meta);
}

/** How many entries an answer has that is gone through by cursors. */
export const limit = optional(
  withDefault(
    digits(1, 500),
    '100',
    { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    'How many entries an answer has at most.',
  ),
);

export const workType = filter(
  z.string().trim().toLowerCase(),
  { type: 'string' },
  "Only entries of this type, by ORCID's name for it, such as `report`.",
);

/** A time after which entries have changed; the parsed value is in milliseconds since the epoch. */
export const updatedSince = filter(
  timeInput,
  timeForms,
  'Only entries that have changed since: milliseconds since 1970-01-01T00:00:00Z, or ISO 8601 with a time zone.',
);
