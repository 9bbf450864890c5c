import * as z from 'zod';
import { parseLocale } from '#src/vocabulary/locale.ts';

export const maxInteger = Number.MAX_SAFE_INTEGER;

export const decimalInteger = (minimum: number, maximum: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(minimum).max(maximum));

/** A parameter with a default, which the OpenAPI document nevertheless declares required. */
export function withDefault<S extends z.ZodType>(
  schema: S,
  fallback: string,
  openapi: Record<string, unknown>,
  description: string,
) {
  // The default is a query string value, so that it is parsed like any other.
  return z.preprocess((value) => value ?? fallback, schema).meta({ description, openapi, declaredRequired: true });
}

/** An optional filter. A missing or empty value, as sent by forms, is parsed as null. */
export function filter<S extends z.ZodType>(schema: S, openapi: Record<string, unknown>, description: string) {
  return z
    .preprocess((value) => (value === undefined || value === '' ? null : value), schema.nullable())
    .optional()
    .transform((value) => value ?? null)
    .meta({ description, openapi });
}

export const page = withDefault(
  decimalInteger(1, maxInteger),
  '1',
  { type: 'integer', minimum: 1, maximum: maxInteger, default: 1 },
  'The page number, starting at 1. A page beyond the last one is empty.',
);

export const perPage = withDefault(
  decimalInteger(1, 100),
  '20',
  { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  'The number of items per page.',
);

/** A search text. The parsed value is trimmed. */
export const searchText = (searched: string) =>
  withDefault(
    z.string().trim().max(500),
    '',
    { type: 'string', maxLength: 500, default: '' },
    `Only items with this text in ${searched}, ignoring case.`,
  );

/** The description of a search in lists that fall back to all languages. */
export const inAnyLanguage = (text: string): string => `${text} (with locale-aware search, in any language)`;

/** Accepts `per_page` as an undocumented alias of `perPage`. */
export const withPerPageAlias = <S extends z.ZodType>(query: S) =>
  z.preprocess((sent) => {
    const { per_page: perPage, ...parameters } = sent as Record<string, unknown>;
    return perPage === undefined ? parameters : { perPage, ...parameters };
  }, query);

/** A sort field. The first one is the default. */
export function sortBy<const Fields extends readonly [string, ...string[]]>(fields: Fields) {
  const openapi = { type: 'string', enum: [...fields], default: fields[0] };
  return withDefault(z.enum(fields), fields[0], openapi, 'The field to sort by. Items without a value come last.');
}

export const direction = withDefault(
  z.enum(['asc', 'desc']),
  'desc',
  { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  'The sort direction.',
);

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
  filter(z.enum(values), { type: 'string', enum: [...values] }, description);

/** The language of the response. The parsed value is a canonical BCP 47 tag. */
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
    description: 'The language of translated texts (BCP 47). Default: Accept-Language, then English.',
    openapi: { type: 'string', minLength: 1 },
  });

/** The language of a mail that a request causes. */
export const mailLanguage = locale.meta({
  description: 'The language of the e-mail (BCP 47). There are English, the default, and German.',
  openapi: { type: 'string', minLength: 1 },
});

/** The search language of a list whose response has texts in all languages. */
export const searchLocale = locale.meta({
  description: 'The language to search in (BCP 47), with locale-aware search. Default: Accept-Language, then English.',
  openapi: { type: 'string', minLength: 1 },
});
