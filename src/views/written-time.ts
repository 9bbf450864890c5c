import * as z from 'zod';
import { largest } from '../http/query.ts';

/** A time as clients write it; the parsed value is in milliseconds since the epoch. A date is its beginning in UTC. */
export const writtenTime = z
  .string()
  .regex(/^(\d{1,16}|\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?)$/)
  .transform((written) => (written.includes('-') ? Date.parse(written) : Number(written)))
  .pipe(z.number().max(largest));

/** What the documents say of a time. */
export const timeForms = {
  oneOf: [
    { type: 'integer', minimum: 0, maximum: largest },
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
};
