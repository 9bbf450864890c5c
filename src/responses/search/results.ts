import * as z from 'zod';
import { localeMatchFields } from '#src/http/page-envelope.ts';
import { decimalInteger, withDefault } from '#src/http/query.ts';
import type { LocaleMatch } from '#src/lists/model/page.ts';
import { defaultLocale } from '#src/vocabulary/locale.ts';
import { optional } from '../query.ts';

/** Common parts of searches for publications and people in one response. */

export const searchParameters = {
  q: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .meta({
      description: 'The text to find in titles of publications and in names or ORCID iDs of people, ignoring case.',
      openapi: { type: 'string', minLength: 1, maxLength: 500 },
    }),
  limit: optional(
    withDefault(
      decimalInteger(1, 100),
      '20',
      { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      'The maximum number of publications, and of people. The lists have the rest.',
    ),
  ),
};

export const resultsEnvelope = {
  q: z.string(),
  limit: z.int(),
  ...localeMatchFields,
  total_publications: z.int().meta({ description: 'All matching publications' }),
  total_people: z.int().meta({ description: 'All matching people' }),
};

/** The locale in which the rows of several pages were found; undefined for a plain search. */
export function combinedMatch(
  locale: string | undefined,
  pages: readonly (Partial<LocaleMatch> & { rows: readonly unknown[] })[],
): LocaleMatch {
  if (locale === undefined) return { matched_locale: defaultLocale, fallback_used: false };
  const found = pages.filter(({ rows }) => rows.length > 0);
  const isMatched = found.length === 0 || found.some(({ matched_locale }) => matched_locale === locale);
  return {
    matched_locale: isMatched ? locale : defaultLocale,
    fallback_used: found.some(({ fallback_used }) => fallback_used),
  };
}
