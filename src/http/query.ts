import * as z from 'zod';
import { parseLocale } from '../domain/values/locale.ts';

/** The largest whole number that JSON and JavaScript agree on. */
export const largest = Number.MAX_SAFE_INTEGER;

/** A whole number written in digits only. */
export const digits = (minimum: number, maximum: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(minimum).max(maximum));

/** A parameter the documents declare required, whose default the server fills in. */
export function withDefault<S extends z.ZodType>(
  schema: S,
  fallback: string,
  openapi: Record<string, unknown>,
  description: string,
) {
  // The default is given as it would arrive, so that it is parsed like any other value.
  return z.preprocess((value) => value ?? fallback, schema).meta({ description, openapi, declaredRequired: true });
}

/** An optional filter. Forms send empty ones, so an empty value is none; the parsed value is null then. */
export function filter<S extends z.ZodType>(schema: S, openapi: Record<string, unknown>, description: string) {
  return z
    .preprocess((value) => (value === undefined || value === '' ? null : value), schema.nullable())
    .optional()
    .transform((value) => value ?? null)
    .meta({ description, openapi });
}

export const page = withDefault(
  digits(1, largest),
  '1',
  { type: 'integer', minimum: 1, maximum: largest, default: 1 },
  'The page, from 1. A page beyond the last is empty.',
);

export const perPage = withDefault(
  digits(1, 100),
  '20',
  { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  'How many entries a page has.',
);

/** A text to search for; the parsed value is trimmed. */
export const searchText = (searched: string) =>
  withDefault(
    z.string().trim().max(500),
    '',
    { type: 'string', maxLength: 500, default: '' },
    `Only entries with this text in ${searched}, in any case.`,
  );

/** The same query, which takes `per_page` for `perPage`, too; the documents name only the latter. */
export const withPerPageAlias = <S extends z.ZodType>(query: S) =>
  z.preprocess((sent) => {
    const { per_page: perPage, ...others } = sent as Record<string, unknown>;
    return perPage === undefined ? others : { perPage, ...others };
  }, query);

/** A field to sort by; the first is the default. */
export function sortBy<const Fields extends readonly [string, ...string[]]>(fields: Fields) {
  const openapi = { type: 'string', enum: [...fields], default: fields[0] };
  return withDefault(z.enum(fields), fields[0], openapi, 'The field to sort by. Entries without it come last.');
}

export const direction = withDefault(
  z.enum(['asc', 'desc']),
  'desc',
  { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  'The direction to sort in.',
);

export const publicationType = filter(
  z.string().trim().toLowerCase(),
  { type: 'string' },
  "Only entries of this type, by Crossref's name for it, such as `journal-article`.",
);

export const publicationYear = filter(
  digits(1000, 3000),
  { type: 'integer', minimum: 1000, maximum: 3000 },
  'Only entries of this year.',
);

export const minCitedBy = filter(
  digits(0, largest),
  { type: 'integer', minimum: 0, maximum: largest },
  'Only entries cited at least so often. 0 leaves out none.',
);

/** A filter for one of a few values. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
  filter(z.enum(values), { type: 'string', enum: [...values] }, description);

/** The language to answer in; the parsed value is a canonical BCP 47 tag. */
export const locale = z
  .string()
  .transform((tag, context) => {
    const parsed = parseLocale(tag);
    if (parsed) return parsed;
    context.issues.push({ code: 'custom', message: 'must be a language tag, such as pt-BR', input: tag });
    return z.NEVER;
  })
  .optional()
  .meta({
    description: 'The language of texts that exist in several (BCP 47). Default: Accept-Language, then English.',
    openapi: { type: 'string' },
  });
