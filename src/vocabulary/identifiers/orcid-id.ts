import * as z from 'zod';

const noiseCharacter = '[\\s\\u00ad\\u200b-\\u200f\\u2010-\\u2015\\u2060\\u2212\\ufeff-]';
const noise = new RegExp(noiseCharacter, 'g');
/** Looks ahead, because a number before an iD may look like its beginning. */
const within = new RegExp(`(?=((?:\\d${noiseCharacter}{0,3}){15}[\\dx]))`, 'gi');
const written = /^(?:orcid(?:id)?:)?(?:(?:https?:\/\/)?(?:\w+\.)*orcid\.org\/(\w+)\/?|(\w+))$/i;

/**
 * The canonical form of an ORCID iD, or undefined. Accepts it bare, with spaces, without hyphens, with a lower-case x,
 * or as a URL, which may end in one slash. Rejects a wrong check character (ISO 7064 MOD 11-2) and trailing text.
 */
export function parseOrcidId(text: string): string | undefined {
  const [, inUrl, bare] = written.exec(text.replace(noise, '')) ?? [];
  const digits = (inUrl ?? bare ?? '').toUpperCase();
  if (!/^\d{15}[\dX]$/.test(digits) || digits[15] !== checkCharacter(digits.slice(0, 15))) return undefined;
  return digits.replace(/(.{4})(?=.)/g, '$1-');
}

/** The iDs in a text, in their canonical form, however they are written there. A longer number may look like several. */
export function orcidIdsIn(text: string): string[] {
  const found = [...text.matchAll(within)];
  return [...new Set(found.flatMap(([, digits = '']) => parseOrcidId(digits) ?? []))];
}

/** ISO 7064 MOD 11-2, as described in https://support.orcid.org/hc/en-us/articles/360006897674. */
function checkCharacter(base: string): string {
  let total = 0;
  for (const digit of base) total = (total + Number(digit)) * 2;
  const result = (12 - (total % 11)) % 11;
  return result === 10 ? 'X' : String(result);
}

const message = 'must be an ORCID iD, such as 0000-0002-1825-0097';

export const OrcidId = z
  .string()
  .min(1, message)
  .transform((text, context) => {
    const orcid = parseOrcidId(text);
    if (orcid) return orcid;
    context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  });
