/** Languages in whose names sources write languages, besides a language's own name. */
const namingLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it'];

let tagsOfNames: ReadonlyMap<string, string> | undefined;

/** Languages without a code of two letters in which, or about which, much is published. */
const furtherTags =
  `ang ast bho cop dsb dum enm fil frm fro gaa gmh goh grc gsw haw hsb mga nds non ota peo pro sco sga smj smn
  syc yue`.split(/\s+/);

/** Names in ISO 639-2 that CLDR does not use: https://www.loc.gov/standards/iso639-2/php/code_list.php */
const otherNames = `bokmål:nb nynorsk:nn castilian:es central_khmer:km chichewa:ny church_slavonic:cu farsi:fa flemish:nl gaelic:gd
  greenlandic:kl haitian:ht kirghiz:ky letzeburgesch:lb limburgan:li maldivian:dv moldavian:ro moldovan:ro navaho:nv ossetian:os
  pushto:ps sinhalese:si slovene:sl tagalog:fil uighur:ug valencian:ca`;

/** Of these, a language's name without the word before it is another language: Old English is not English. */
const qualifier = /^(?:ancient|classical|low|middle|old|ottoman)\b/i;

/**
 * The tag of a language's name, such as "English" or "Deutsch", from CLDR; the first of several, and with ISO's "Greek, Ancient
 * (to 1453)" as "Ancient Greek".
 */
function tagOfName(written: string): string | undefined {
  tagsOfNames ??= namesOfLanguages();
  const [name = '', ...rest] = written
    .slice(0, 200)
    .toLowerCase()
    .replace(/\s*[;(].*$/s, '')
    .split(/\s*,\s*/);
  const [before = ''] = rest;
  const whole = tagsOfNames.get(before === '' ? name : `${before} ${name}`);
  return whole ?? (qualifier.test(before) ? undefined : tagsOfNames.get(name));
}

function namesOfLanguages(): Map<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((one) => letters.map((two) => one + two));
  // CLDR has names for codes that were withdrawn, too: "Romanian" for `mo`, which is `ro`.
  const tags = [...codes, ...furtherTags].filter((tag) => isKnown(tag) && Intl.getCanonicalLocales(tag)[0] === tag);
  const found = new Map(
    otherNames.split(/\s+/).map((pair): [string, string] => {
      const [name = '', tag = ''] = pair.split(':');
      return [name.replace('_', ' '), tag];
    }),
  );
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
let inEnglish: Intl.DisplayNames | undefined;

/** Whether CLDR knows the language: not "jp" or "cn", which are countries. */
function isKnown(tag: string): boolean {
  // At the first use: to load the names takes a start 11 ms of the processor.
  inEnglish ??= namesIn('en');
  return inEnglish.of(tag) !== undefined;
}

/**
 * Codes of small languages that are those of countries, too. In records the country is meant, or "eng" was cut: "ng" is
 * Nigeria rather than Ndonga. https://www.loc.gov/standards/iso639-2/php/code_list.php
 */
const countries = new Set(['bi', 'ch', 'cr', 'kg', 'ki', 'mh', 'na', 'ng', 'sg']);

/**
 * The canonical BCP 47 tag of a source's language: `pt_BR` becomes `pt-BR`, `eng` and "English" become `en`. English is
 * `en` without a region, because `en` is the fallback of all other locales. The first of several. Undefined if it is not a
 * language.
 */
export function languageTag(written: unknown): string | undefined {
  if (typeof written !== 'string') return undefined;
  const several = written.trim().split(/\s*[;,|/]\s*/, 10);
  if (several.length > 1 && several.every((code) => /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/i.test(code))) {
    return several.flatMap((code) => languageTag(code) ?? [])[0];
  }
  // RFC 5646 also allows `zh-yue` for `yue`, which Intl refuses.
  const parts = written
    .trim()
    .replaceAll('_', '-')
    .replace(/^(?:ar|ms|sw|zh)-(?!min-)([a-z]{3})(?=-|$)/i, '$1');
  // Longer primary subtags are well-formed but not registered; they are names.
  if (!/^[a-z]{2,3}(-|$)/i.test(parts)) return tagOfName(parts);
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
