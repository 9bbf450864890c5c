const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
let codes: ReadonlyMap<string, string> | undefined;

/** The ISO 3166-1 code of a country's name, in lower case: `us` for "United States". From CLDR, in seven languages and in its own. */
export function countryCode(name: string): string | undefined {
  codes ??= namesOfCountries();
  return codes.get(plainName(name));
}

/** Without case, accents, apostrophes and full stops: "Côte d'Ivoire", "P. R. China", "Bosnia & Herzegovina". */
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}.'’ʻ]/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[\s()\p{Pd}]+/gu, ' ')
    .replace(/(?<=\b\p{L}) (?=\p{L}(?: |$))/gu, '')
    .trim()
    .replace(/^the /, '');

/** "Islamic Republic of Iran", "Kingdom of Saudi Arabia". */
const formOfState = /^(?:\p{L}{4,} ){0,3}(?:republic|kingdom|sultanate) of (?:the )?/u;

/** Names in addresses that CLDR does not have. */
const otherNames = new Map(
  [
    'us: usa,us,united states of america',
    'gb: uk,great britain,england,scotland,wales,northern ireland',
    'ae: uae',
    'bo: plurinational state of bolivia',
    'cd: democratic republic of the congo,democratic republic of congo,dr congo,drc',
    'cg: republic of the congo,republic of congo',
    'ci: ivory coast',
    'cn: pr china,peoples r china,mainland china',
    'cz: czech republic',
    'hk: hong kong,hong kong sar',
    'ir: ir iran',
    'kp: democratic peoples republic of korea,dpr korea',
    'kr: korea',
    'la: lao pdr,lao peoples democratic republic',
    'mk: macedonia,fyr macedonia',
    'mm: burma',
    'mo: macao,macau,macao sar,macau sar',
    'nl: holland',
    'ps: palestine,state of palestine',
    'ru: russian federation',
    'sa: ksa',
    'sk: slovak republic',
    'sy: syrian arab republic',
    'sz: swaziland',
    'tl: east timor',
    'tr: turkey',
    'tw: taiwan roc,roc,republic of china,taiwan republic of china',
    've: bolivarian republic of venezuela',
    'vn: viet nam',
  ].flatMap((line) =>
    line
      .slice(4)
      .split(',')
      .map((name) => [name, line.slice(0, 2)] as const),
  ),
);
/** Countries whose names are also those of a state, a town or a person. */
const ambiguous: ReadonlySet<string> = new Set(['georgia', 'jersey', 'chad']);

/** The ISO 3166-1 code in upper case of the country that ends an address: `FR` for "Kiln Lab, Lyon, France". */
export function countryAtEnd(address: string | null): string | undefined {
  const last = plainName(
    address
      ?.slice(-100)
      .split(/[,;，、]/)
      .at(-1) ?? '',
  );
  if (ambiguous.has(last)) return undefined;
  const bare = last.replace(formOfState, '');
  return (otherNames.get(last) ?? otherNames.get(bare) ?? countryCode(bare))?.toUpperCase();
}

/** Codes of CLDR that are none of countries: parts of them, groups of them, and tests. */
const noCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

function namesOfCountries(): Map<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  // "DD" is "DE" today.
  const isCurrent = (code: string) =>
    Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` && !noCountries.has(code);
  const all = letters.flatMap((one) => letters.map((two) => one + two)).filter(isCurrent);
  const found = new Map<string, string>();
  const add = (code: string, name: string | undefined) => {
    const key = plainName(name ?? '');
    if (key !== '' && !found.has(key)) found.set(key, code.toLowerCase());
  };
  for (const language of languages) {
    const regions = namesIn(language);
    for (const code of all) add(code, regions.of(code));
  }
  const own = Map.groupBy(all, (code) => new Intl.Locale(`und-${code}`).maximize().language);
  for (const [language, codes] of own) {
    const regions = namesIn(language);
    for (const code of codes) add(code, regions.of(code));
  }
  return found;
}

const namesIn = (language: string) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
