const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** The tags of the languages of ISO 639-1 that the browser knows, one of each name: the withdrawn `mo` is "Romanian", too. */
export function languageTags(): string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const byName = new Map<string, string>();
  for (const tag of letters.flatMap((one) => letters.map((two) => one + two))) {
    const name = names.of(tag);
    const isWithdrawn = Intl.getCanonicalLocales(tag)[0] !== tag;
    if (name !== undefined && !isWithdrawn && !byName.has(name)) byName.set(name, tag);
  }
  return [...byName.values()];
}
