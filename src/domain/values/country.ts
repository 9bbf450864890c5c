const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
let codes: ReadonlyMap<string, string> | undefined;

/** The ISO 3166-1 code of a country's name, in lower case: `us` for "United States". From CLDR, in seven languages. */
export function countryCode(name: string): string | undefined {
  codes ??= namesOfCountries();
  return codes.get(name.trim().toLowerCase());
}

function namesOfCountries(): Map<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const found = new Map<string, string>();
  for (const language of languages) {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of letters.flatMap((one) => letters.map((two) => one + two))) {
      // "DD" is "DE" today.
      if (Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`) continue;
      const name = regions.of(code)?.toLowerCase();
      if (name !== undefined && !found.has(name)) found.set(name, code.toLowerCase());
    }
  }
  return found;
}
