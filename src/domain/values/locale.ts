import type { LocalizedText } from './bibliography.ts';

/** The locale every text falls back to; a plain string counts as text in it. */
export const defaultLocale = 'en';

/** A BCP 47 language tag in its canonical case, or undefined when it is not well-formed, as `de_DE` is not. */
export function parseLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** The text in a locale, else in its language, else in the default locale, else in the first by tag. */
export function inLocale(text: LocalizedText | null, locale: string): string | null {
  if (text === null || typeof text === 'string') return text;
  return text[shownKey(text, locale)] ?? null;
}

/**
 * The value of Content-Language for texts that are each shown by `inLocale`: the languages they are shown in, which may
 * be several, in alphabetical order. The default locale where there is no text.
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

/**
 * What a search in a locale looks in: the text in that locale, else in the default one, else the plain string, folded as
 * `foldedFor` says. Null where there is none of these.
 */
export function localizedSearchText(text: LocalizedText | null, locale: string): string | null {
  if (text === null || typeof text === 'string') return text === null ? null : foldedFor(text, locale);
  const found = keyFor(Object.keys(text), locale) ?? keyFor(Object.keys(text), defaultLocale);
  return found === undefined ? null : foldedFor(text[found] ?? '', locale);
}

/**
 * A text without what typing varies: compatibility forms, case as the locale has it (a Turkish I is ı, not i), accents,
 * and the letters that case folding writes otherwise (Unicode CaseFolding.txt, C and F: ß, final sigma).
 */
export function foldedFor(text: string, locale: string): string {
  return text
    .normalize('NFKC')
    .toLocaleLowerCase(locale)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ');
}

/** The text that search without locales looks in: a plain string, or the default-locale text of a map. */
export function defaultText(text: LocalizedText | null): string | null {
  return text === null || typeof text === 'string' ? text : (text[defaultLocale] ?? null);
}

/**
 * A title and its translations as one text: a plain string where there is one language only. An original in no known
 * language counts as text of the default locale `en`, unless a translation already is that; then it is `und`.
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
 * The locale of an answer: what the client asked for by parameter, else the first of its Accept-Language that any of
 * the texts is written in, else the default. A malformed header is ignored.
 */
export function negotiate(
  asked: string | undefined,
  acceptLanguage: string | undefined,
  texts: (LocalizedText | null)[],
): string {
  if (asked !== undefined) return asked;
  const written = new Set([defaultLocale]);
  for (const text of texts) {
    if (text !== null && typeof text !== 'string') for (const tag of Object.keys(text)) written.add(tag);
  }
  for (const tag of preferences(acceptLanguage ?? '')) {
    const found = keyFor([...written], tag);
    if (found) return found;
  }
  return defaultLocale;
}

/** The well-formed tags of an Accept-Language header (RFC 9110, 12.5.4), most wanted first. */
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

/** The tag among `tags` that is this locale in any case, or that of its language: `pt-BR` finds `pt`. */
function keyFor(tags: string[], locale: string): string | undefined {
  const named = (wanted: string) => tags.find((tag) => tag.toLowerCase() === wanted.toLowerCase());
  return named(locale) ?? named(locale.split('-')[0] ?? locale);
}
