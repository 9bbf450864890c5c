const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
let codes: ReadonlyMap<string, string> | undefined;

/** The ISO 3166-1 code of a country's English name, in lower case: `us` for "United States". From CLDR. */
export function countryCode(name: string): string | undefined {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  codes ??= new Map(
    letters.flatMap((one) =>
      letters.flatMap((two) => {
        const known = regions.of(one + two);
        return known === undefined ? [] : [[known.toLowerCase(), (one + two).toLowerCase()] as const];
      }),
    ),
  );
  return codes.get(name.trim().toLowerCase());
}
