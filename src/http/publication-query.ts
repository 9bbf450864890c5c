import * as z from 'zod';
import { decimalInteger, filter, maxInteger } from './query.ts';

export const publicationType = filter(
  z.string().trim().toLowerCase(),
  { type: 'string' },
  "Only items of this type, in Crossref's vocabulary, such as `journal-article`.",
);

export const publicationYear = filter(
  decimalInteger(1000, 3000),
  { type: 'integer', minimum: 1000, maximum: 3000 },
  'Only items of this year.',
);

export const minCitedBy = filter(
  decimalInteger(0, maxInteger),
  { type: 'integer', minimum: 0, maximum: maxInteger },
  'Only items with at least this number of citations. 0 means all items.',
);

export const isRetracted = filter(
  z.enum(['true', 'false']),
  { type: 'boolean' },
  'Only publications that are retracted, or are not.',
);
