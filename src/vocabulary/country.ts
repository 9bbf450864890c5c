const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
let codes: ReadonlyMap<string, string> | undefined;

/** The ISO 3166-1 code of a country's name, in lower case: `us` for "United States". From CLDR, in seven languages. */
export function countryCode(name: string): string | undefined {
  codes ??= namesOfCountries();
  return codes.get(name.trim().toLowerCase());
}

/** Names in addresses that CLDR does not have. */
const otherNames = new Map(
  Object.entries({
    us: 'usa,us,united states of america',
    gb: 'uk,great britain,england,scotland,wales,northern ireland',
    cn: 'pr china,peoples republic of china',
    kr: 'republic of korea,korea',
    nl: 'the netherlands',
    ru: 'russian federation',
    cz: 'czech republic',
    tr: 'turkey',
    ir: 'islamic republic of iran',
    vn: 'viet nam',
  }).flatMap(([code, names]) => names.split(',').map((name) => [name, code] as const)),
);
/** Countries whose names are also those of a state, a town or a person. */
const ambiguous: ReadonlySet<string> = new Set(['georgia', 'jersey', 'chad']);

/** The ISO 3166-1 code in upper case of the country that ends an address: `FR` for "Kiln Lab, Lyon, France". */
export function countryAtEnd(address: string | null): string | undefined {
  const last = address?.slice(-100).split(/[,;]/).at(-1)?.replaceAll(/[.'’]/g, '').trim().toLowerCase() ?? '';
  if (ambiguous.has(last)) return undefined;
  return (otherNames.get(last) ?? countryCode(last))?.toUpperCase();
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
