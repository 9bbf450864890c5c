/**
 * The canonical BCP 47 tag of a source's language: `pt_BR` becomes `pt-BR`, `eng` becomes `en`. English is `en` without
 * a region, because `en` is the fallback of all other locales. Undefined if it is not a language.
 */
export function languageTag(written: unknown): string | undefined {
  if (typeof written !== 'string') return undefined;
  const parts = written.trim().replaceAll('_', '-');
  // Longer primary subtags are well-formed but not registered; they are names such as "English".
  if (!/^[a-z]{2,3}(-|$)/i.test(parts)) return undefined;
  try {
    const tag = Intl.getCanonicalLocales(parts)[0];
    if (tag === undefined || /^(und|mul|zxx|mis)\b/.test(tag)) return undefined;
    return tag.startsWith('en-') ? 'en' : tag;
  } catch {
    return undefined;
  }
}
