import * as z from 'zod';
import { feedNames } from '#src/formats/feed.ts';
import { formatNames } from '#src/formats/format.ts';

/** Files that are edited in a spreadsheet and come back as an intake of the kind `edits`. */
export const editFormats = ['csv-edit', 'xlsx-edit'] as const;
export type EditFormat = (typeof editFormats)[number];

const formatIn = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z
    .enum(names)
    .optional()
    .meta({
      description: 'The format of the response. Default: the preferred format of Accept, then JSON.',
      openapi: { type: 'string', enum: [...names] },
    });

/** The response format. If undefined, Accept decides. */
export const format = formatIn(['json', ...formatNames]);

/** The response format of a list of the dashboard whose records can be edited in a spreadsheet. */
export const editableFormat = formatIn(['json', ...formatNames, 'csv-edit']);

/** As `editableFormat`, of lists without citations. */
export const formatForEditing = z
  .enum(['json', 'csv-edit'])
  .optional()
  .transform((name) => name ?? 'json')
  .meta({
    description: 'The format of the response.',
    openapi: { type: 'string', enum: ['json', 'csv-edit'], default: 'json' },
  });

/** The response format of a public list, which is also a feed. If undefined, Accept decides. */
export const listFormat = formatIn(['json', ...formatNames, ...feedNames]);

export const offset = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number)
  .optional()
  .transform((entries) => entries ?? 0)
  .meta({
    description: 'The number of items to skip. Only for formats other than JSON without `page` and `per_page`.',
    openapi: { type: 'integer', minimum: 0, default: 0 },
  });

/** The language of titles in formats other than JSON, which contains all languages. */
export const titleLocale = (locale: z.ZodType<string | undefined>) =>
  locale.meta({
    description:
      'The language of the title in formats other than JSON (BCP 47). Default: Accept-Language, then English.',
    openapi: { type: 'string', minLength: 1 },
  });
