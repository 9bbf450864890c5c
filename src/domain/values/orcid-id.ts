import * as z from 'zod';

const noise = /[\s\u00ad\u200b-\u200f\u2010-\u2015\u2060\u2212\ufeff-]/g;
const address = /^(?:orcid(?:id)?:)?(?:(?:https?:\/\/)?(?:\w+\.)*orcid\.org\/)?/i;

/**
 * The canonical form of an ORCID iD: bare, spaced, without hyphens or as a URL, with a lower-case x. Undefined when the
 * pattern or the ISO 7064 MOD 11-2 check character is wrong.
 */
export function parseOrcidId(written: string): string | undefined {
  const digits = written
    .replace(noise, '')
    .replace(address, '')
    .replace(/[/?#].*$/s, '')
    .toUpperCase();
  if (!/^\d{15}[\dX]$/.test(digits) || digits[15] !== checkCharacter(digits.slice(0, 15))) return undefined;
  return digits.replace(/(.{4})(?=.)/g, '$1-');
}

/** ISO 7064 MOD 11-2, as https://support.orcid.org/hc/en-us/articles/360006897674 describes it. */
function checkCharacter(base: string): string {
  let total = 0;
  for (const digit of base) total = (total + Number(digit)) * 2;
  const result = (12 - (total % 11)) % 11;
  return result === 10 ? 'X' : String(result);
}

/** An ORCID iD in a request; the parsed value is canonical. */
export const OrcidId = z.string().transform((written, context) => {
  const orcid = parseOrcidId(written);
  if (orcid) return orcid;
  context.issues.push({ code: 'custom', message: 'must be an ORCID iD, such as 0000-0002-1825-0097', input: written });
  return z.NEVER;
});
