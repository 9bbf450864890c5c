/** Languages in whose names sources write languages, besides a language's own name. */
const namingLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it'];

let tagsOfNames: ReadonlyMap<string, string> | undefined;

/** The tag of a language's name, such as "English" or "Deutsch", from CLDR; for the languages of ISO 639-1. */
function tagOfName(name: string): string | undefined {
  tagsOfNames ??= namesOfLanguages();
  return tagsOfNames.get(name.toLowerCase());
}

function namesOfLanguages(): Map<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const tags = letters.flatMap((one) => letters.map((two) => one + two)).filter(isKnown);
  const found = new Map<string, string>();
  for (const naming of [undefined, ...namingLanguages]) {
    const all = naming === undefined ? undefined : namesIn(naming);
    for (const tag of tags) {
      const name = (all ?? namesIn(tag)).of(tag)?.toLowerCase();
      if (name !== undefined && !found.has(name)) found.set(name, tag);
    }
  }
  return found;
}

const namesIn = (tag: string) => new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' });
const inEnglish = namesIn('en');
/** Whether CLDR knows the language: not "jp" or "cn", which are countries. */
const isKnown = (tag: string) => inEnglish.of(tag) !== undefined;

/**
 * Codes of small languages that are those of countries, too. In records the country is meant, or "eng" was cut: "ng" is
 * Nigeria rather than Ndonga. https://www.loc.gov/standards/iso639-2/php/code_list.php
 */
const countries = new Set(['bi', 'ch', 'cr', 'kg', 'ki', 'mh', 'na', 'ng', 'sg']);

/**
 * The canonical BCP 47 tag of a source's language: `pt_BR` becomes `pt-BR`, `eng` and "English" become `en`. English is
 * `en` without a region, because `en` is the fallback of all other locales. Undefined if it is not a language.
 */
export function languageTag(written: unknown): string | undefined {
  if (typeof written !== 'string') return undefined;
  const parts = written.trim().replaceAll('_', '-');
  // Longer primary subtags are well-formed but not registered; they are names.
  if (!/^[a-z]{2,3}(-|$)/i.test(parts)) return tagOfName(parts.replace(/\s*[;,(].*$/, ''));
  try {
    const tag = Intl.getCanonicalLocales(parts)[0];
    if (tag === undefined || /^(und|mul|zxx|mis)\b/.test(tag)) return undefined;
    const language = tag.split('-')[0] ?? '';
    if (countries.has(language) || !isKnown(language)) return undefined;
    return tag.startsWith('en-') ? 'en' : tag;
  } catch {
    return undefined;
  }
}
