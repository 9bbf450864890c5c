import type { LocalizedText } from '../domain/bibliography.ts';

/**
 * A language as sources write it, as a canonical BCP 47 tag: `pt_BR` becomes `pt-BR`, `eng` becomes `en`. English is
 * `en` whatever its region, because `en` is the locale that every other one falls back to. Undefined when it is none.
 */
export function languageTag(written: unknown): string | undefined {
  if (typeof written !== 'string') return undefined;
  const parts = written.trim().replaceAll('_', '-');
  // Longer primary subtags are well-formed but registered for nothing: they are names such as "English".
  if (!/^[a-z]{2,3}(-|$)/i.test(parts)) return undefined;
  try {
    const tag = Intl.getCanonicalLocales(parts)[0];
    if (tag === undefined || /^(und|mul|zxx|mis)\b/.test(tag)) return undefined;
    return tag.startsWith('en-') ? 'en' : tag;
  } catch {
    return undefined;
  }
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
