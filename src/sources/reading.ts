import * as z from 'zod';
import { parseOrcidId } from '../domain/values/orcid-id.ts';
import { plainText } from '../domain/values/text.ts';

/**
 * How answers are read: strict about the envelope, tolerant within. A field of another type than documented is read as
 * missing, so that one odd field never costs a record.
 */
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined);

/** The elements of a list that have the right shape; an absent or malformed list is empty. */
export const listOf = <T extends z.ZodType>(schema: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value) => {
        const parsed = schema.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );

export const texts = listOf(z.string());

/** Text without markup, or null when nothing is left of it. */
export function textOrNull(written: string | null | undefined): string | null {
  return (typeof written === 'string' && plainText(written).text) || null;
}

/** The first of some texts that is not empty without its markup. */
export function firstText(
  written: readonly (string | null | undefined)[],
): { text: string; html: string | null } | null {
  for (const candidate of written) {
    const read = candidate ? plainText(candidate) : null;
    if (read?.text) return read;
  }
  return null;
}

/** Each text once, in their order, without empty ones. */
export function distinctTexts(written: readonly (string | null | undefined)[]): string[] {
  return [...new Set(written.flatMap((one) => textOrNull(one) ?? []))];
}

/** An ORCID iD wherever it is written: sources hold bare ones, URLs, and URLs within URLs. */
export function orcidOrNull(written: string | null | undefined): string | null {
  const found = /(?:\d{4}[\s-]?){3}\d{3}[\dx]/i.exec(written ?? '');
  return (found && parseOrcidId(found[0])) ?? null;
}

/** A web address, or null: what a source sends is shown as a link. */
export function webAddress(written: string | null | undefined): string | null {
  const url = URL.parse(written?.trim() ?? '');
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** A count that can be shown. */
export const count = z.int().min(0);
