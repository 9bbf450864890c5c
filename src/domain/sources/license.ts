/** Names of Creative Commons licences in its addresses: https://creativecommons.org/share-your-work/cclicenses/ */
const inAddress =
  /^https?:\/\/(?:www\.)?creativecommons\.org\/(?:licen[cs]es\/(by(?:-nc)?(?:-nd|-sa)?)(?:\/(\d\.\d))?|publicdomain\/(zero|mark)(?:\/(\d\.\d))?)/i;

/** `cc-by-4.0` for the address of a Creative Commons licence; null for others. Without a version, the name has none. */
export function licenseName(url: string | null): string | null {
  const [, terms, version, dedication, itsVersion] = inAddress.exec(url ?? '') ?? [];
  const name = terms
    ? `cc-${terms}`
    : dedication
      ? dedication.toLowerCase() === 'zero'
        ? 'cc0'
        : 'public-domain'
      : null;
  if (name === null) return null;
  const number = version ?? (name === 'cc0' ? itsVersion : undefined);
  return (number ? `${name}-${number}` : name).toLowerCase();
}

const versioned = /^(cc-by(?:-nc)?(?:-nd|-sa)?|cc0)-\d/;

/** What a filter finds a licence by: its name, and of a Creative Commons licence with a version the name without it. */
export function licenseValues(name: string): string[] {
  const [, family] = versioned.exec(name) ?? [];
  return family === undefined ? [name] : [name, family];
}
