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
