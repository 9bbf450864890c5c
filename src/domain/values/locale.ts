import * as z from 'zod';

/** A text in one unknown language, or the same text by BCP 47 language tag; `und` is a text in no known language. */
export const LocalizedText = z.union([z.string(), z.record(z.string(), z.string())]);
export type LocalizedText = z.output<typeof LocalizedText>;

/** The fallback locale. A plain string counts as text in it. */
export const defaultLocale = 'en';

/** A BCP 47 language tag in canonical case, or undefined if it is not well-formed, such as `de_DE`. */
export function parseLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** The text in a locale, or else in its language, the default locale, or the first tag in alphabetical order. */
export function inLocale(text: LocalizedText | null, locale: string): string | null {
  if (text === null || typeof text === 'string') return text;
  return text[shownKey(text, locale)] ?? null;
}

/**
 * The Content-Language of texts returned by `inLocale`: their languages in alphabetical order, or the default locale if
 * there is no text.
 */
export function contentLanguage(texts: readonly (LocalizedText | null)[], locale: string): string {
  const languages = new Set<string>();
  for (const text of texts) {
    if (text === null) continue;
    const language = parseLocale(typeof text === 'string' ? defaultLocale : shownKey(text, locale));
    if (language) languages.add(language);
  }
  return [...languages].sort().join(', ') || defaultLocale;
}

function shownKey(text: Record<string, string>, locale: string): string {
  const tags = Object.keys(text);
  return keyFor(tags, locale) ?? keyFor(tags, defaultLocale) ?? tags.sort()[0] ?? '';
}

/** A text to search. `isInLocale`: in the locale of the search, rather than in the language it falls back to. */
export interface SearchedText {
  text: string;
  isInLocale: boolean;
}

/**
 * The texts to search in a locale: that in the locale, or else in the default one, or the plain string, which counts as
 * text in the default locale. With `anyLanguage`, those in all languages. Null is a locale that no text is in.
 */
export function searchedTexts(text: LocalizedText | null, locale: string | null, anyLanguage = false): SearchedText[] {
  if (text === null) return [];
  if (typeof text === 'string') return [{ text, isInLocale: locale !== null && languageOf(locale) === defaultLocale }];
  const tags = Object.keys(text);
  const own = locale === null ? undefined : keyFor(tags, locale);
  if (anyLanguage) return tags.map((tag) => ({ text: text[tag] ?? '', isInLocale: tag === own }));
  const searched = own ?? keyFor(tags, defaultLocale);
  return searched === undefined ? [] : [{ text: text[searched] ?? '', isInLocale: searched === own }];
}

/** Whether a text has a translation into a locale or its language. A plain string has none. */
export const isTranslatedInto = (text: LocalizedText | null, locale: string): boolean =>
  text !== null && typeof text === 'object' && keyFor(Object.keys(text), locale) !== undefined;

/** The text to search when no locale is given: a plain string, or the default-locale text of a map. */
export function defaultText(text: LocalizedText | null): string | null {
  return text === null || typeof text === 'string' ? text : (text[defaultLocale] ?? null);
}

/**
 * Combines a title and its translations: a plain string if there is one language only. An original in an unknown
 * language counts as `en`, or as `und` if there is an English translation.
 */
export function withTranslations(
  original: string,
  language: string | undefined,
  translations: ReadonlyMap<string, string>,
): LocalizedText {
  const others = [...translations].filter(([tag, text]) => text !== '' && text !== original && tag !== language);
  if (others.length === 0) return original;
  if (original === '') return Object.fromEntries(others);
  const own = language ?? (translations.has('en') ? 'und' : 'en');
  return { [own]: original, ...Object.fromEntries(others) };
}

/**
 * The locale of a response: the requested one, or else the first of Accept-Language that any of the texts has, or else
 * the default. A malformed header is ignored.
 */
export function negotiateLocale(
  asked: string | undefined,
  acceptLanguage: string | undefined,
  texts: (LocalizedText | null)[],
): string {
  if (asked !== undefined) return asked;
  const available = new Set([defaultLocale]);
  for (const text of texts) {
    if (text !== null && typeof text !== 'string') for (const tag of Object.keys(text)) available.add(tag);
  }
  for (const tag of preferences(acceptLanguage ?? '')) {
    const found = keyFor([...available], tag);
    if (found) return found;
  }
  return defaultLocale;
}

/** The locale that a request asks for: the parameter, or else the first of Accept-Language, or else the default. */
export function requestedLocale(asked: string | undefined, acceptLanguage: string | undefined): string {
  return asked ?? preferences(acceptLanguage ?? '')[0] ?? defaultLocale;
}

/** The well-formed tags of an Accept-Language header (RFC 9110, 12.5.4), highest weight first. */
function preferences(header: string): string[] {
  const ranges = header.split(',').flatMap((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    const locale = parseLocale(tag);
    return locale && weight > 0 && weight <= 1 ? [{ locale, weight }] : [];
  });
  return ranges.toSorted((one, other) => other.weight - one.weight).map(({ locale }) => locale);
}

/** The tag that equals a locale, ignoring case, or its language: `pt-BR` finds `pt`. */
function keyFor(tags: string[], locale: string): string | undefined {
  const named = (wanted: string) => tags.find((tag) => tag.toLowerCase() === wanted.toLowerCase());
  return named(locale) ?? named(languageOf(locale));
}

/** The language of a locale, in lower case. */
export const languageOf = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? '';
