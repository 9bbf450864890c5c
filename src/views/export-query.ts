import * as z from 'zod';
import { formatNames } from '../formats/format.ts';

const names = ['json', ...formatNames] as const;

/** The format to answer in; undefined where Accept decides. */
export const format = z
  .enum(names)
  .optional()
  .meta({
    description: 'The format of the answer. Default: what Accept wants most, then JSON.',
    openapi: { type: 'string', enum: [...names] },
  });

/** Where an export begins. */
export const offset = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number)
  .optional()
  .transform((entries) => entries ?? 0)
  .meta({
    description: 'Entries left out at the beginning, where a format other than JSON is asked for and no page.',
    openapi: { type: 'integer', minimum: 0, default: 0 },
  });

/** The language of a title in a format other than JSON, which has them all. */
export const titleLocale = (locale: z.ZodType<string | undefined>) =>
  locale.meta({
    description:
      'The language of the title in formats other than JSON (BCP 47). Default: Accept-Language, then English.',
    openapi: { type: 'string' },
  });
