import * as z from 'zod';
import { maxInteger } from '#src/http/query.ts';
import { isDay } from '#src/vocabulary/partial-date.ts';

/** A time in a request, parsed to milliseconds since the epoch. A date means its start in UTC. */
export const timeInput = z
  .string()
  .regex(/^(\d{1,16}|\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?)$/, {
    error:
      'must be a time in milliseconds since 1970, a date, or a date and time with a time zone, such as 2026-01-31T12:00:00Z',
    abort: true,
  })
  // Date.parse converts February 30 to March 2.
  .refine((written) => !written.includes('-') || isDay(written.slice(0, 10)), 'must be a valid date')
  .transform((written) => (written.includes('-') ? Date.parse(written) : Number(written)))
  .pipe(z.number('must be a valid time').max(maxInteger));

export const timeSchema = {
  oneOf: [
    { type: 'integer', minimum: 0, maximum: maxInteger },
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
};
