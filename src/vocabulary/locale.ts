import * as z from 'zod';

/** A text in one unknown language, or its versions by BCP 47 tag. `und` is an unknown language. */
export const LocalizedText = z.union([z.string(), z.record(z.string(), z.string())]);
export type LocalizedText = z.output<typeof LocalizedText>;

/** The fallback locale. A plain string counts as text in it. */
export const defaultLocale = 'en';

/** The BCP 47 tag in canonical case, or undefined if it is malformed, such as `de_DE`. */
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

/** The language of the text from `inLocale`; undefined if it is not known. */
export function shownLanguage(text: LocalizedText | null, locale: string): string | undefined {
  if (text === null || typeof text === 'string') return undefined;
  const language = parseLocale(shownKey(text, locale));
  return language === 'und' ? undefined : language;
}

/** The Content-Language of texts from `inLocale`: their languages in order, or the default locale without texts. */
export function contentLanguage(texts: readonly (LocalizedText | null)[], locale: string): string {
  const languages = new Set<string>();
  for (const text of texts) {
    if (text === null) continue;
    const language = parseLocale(typeof text === 'string' ? defaultLocale : shownKey(text, locale));
    if (language) languages.add(language);
  }
  return [...languages].sort().join(', ') || defaultLocale;
}

/** Limit of all languages together, so that a page of rows stays far below the response limit. */
const maxRowCharacters = 8_000;
const maxRowTextCharacters = 2_000;

/** A text for a list row: at most 2,000 characters per language, 8,000 in all. The default language is dropped last. */
export function inRow(text: LocalizedText | null): LocalizedText | null {
  if (text === null) return null;
  if (typeof text === 'string') return cutText(text);
  const known = Object.entries(text).map(([tag, each]): [string, string] => [tag, cutText(each)]);
  let characters = text[defaultLocale]?.slice(0, maxRowTextCharacters).length ?? 0;
  return Object.fromEntries(
    known.filter(([tag, each]) => {
      if (tag !== defaultLocale) characters += tag.length + each.length;
      return tag === defaultLocale || characters <= maxRowCharacters;
    }),
  );
}

const cutText = (text: string) =>
  text.length <= maxRowTextCharacters ? text : `${text.slice(0, maxRowTextCharacters - 1).toWellFormed()}…`;

function shownKey(text: Record<string, string>, locale: string): string {
  const tags = Object.keys(text);
  return keyFor(tags, locale) ?? keyFor(tags, defaultLocale) ?? tags.sort()[0] ?? '';
}

/** The text in a locale or its language only. A plain string counts as text in the default locale. */
export function textIn(text: LocalizedText | null, locale: string): string | undefined {
  if (text === null) return undefined;
  if (typeof text === 'string') return languageOf(locale) === defaultLocale ? text : undefined;
  return text[keyFor(Object.keys(text), locale) ?? ''];
}

/** Fallback texts for a search in any locale: in the default locale, or in all languages. */
export function fallbackTexts(text: LocalizedText | null, anyLanguage = false): string[] {
  if (anyLanguage && text !== null && typeof text === 'object') return Object.values(text);
  const found = textIn(text, defaultLocale);
  return found === undefined ? [] : [found];
}

/** The text to search if no locale is given: a plain string, or a map's text in the default locale. */
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
  const translated = [...translations].filter(([tag, text]) => text !== '' && text !== original && tag !== language);
  if (translated.length === 0) return original;
  if (original === '') return Object.fromEntries(translated);
  const own = language ?? (translations.has('en') ? 'und' : 'en');
  return { [own]: original, ...Object.fromEntries(translated) };
}

/** The locale of a response: requested, or first of Accept-Language (if well-formed) with a text, or default. */
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

/** The best of some languages for a reader: by the requested locale, or else Accept-Language, or else the first one. */
export function negotiateLanguage<Language extends string>(
  languages: readonly [Language, ...Language[]],
  asked: string | undefined,
  acceptLanguage: string | undefined,
): Language {
  for (const tag of asked === undefined ? preferences(acceptLanguage ?? '') : [asked]) {
    const found = languages.find((language) => language === languageOf(tag));
    if (found) return found;
  }
  return languages[0];
}

/** The requested locale: the parameter, or else the first of Accept-Language, or else the default. */
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

export const languageOf = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? '';
