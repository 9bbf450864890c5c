import * as z from 'zod';
import { plainText } from '../domain/text/text.ts';
import type { Contributor } from '../domain/values/bibliography.ts';
import { parseOrcidId } from '../domain/values/orcid-id.ts';

/**
 * An optional field of a response. A field of an undocumented type is read as missing, so that one odd field does not
 * make the whole record fail.
 */
export const lenient = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined);

/** The valid elements of a list. A missing list is empty; what stands there without a list is its only element. */
export const listOf = <T extends z.ZodType>(schema: T) =>
  z
    .array(z.unknown())
    .catch(({ value }) => (value === undefined || value === null ? [] : [value]))
    .transform((values) =>
      values.flatMap((value) => {
        const parsed = schema.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );

export const texts = listOf(z.string());

/** Plain text, or null if it is empty. */
export function textOrNull(written: string | null | undefined): string | null {
  return (typeof written === 'string' && plainText(written).text) || null;
}

/** The first text that is not empty without its markup. */
export function firstText(
  written: readonly (string | null | undefined)[],
): { text: string; html: string | null } | null {
  for (const candidate of written) {
    const read = candidate ? plainText(candidate) : null;
    if (read?.text) return read;
  }
  return null;
}

/** The distinct plain texts in order, without empty ones. */
export function distinctTexts(written: readonly (string | null | undefined)[]): string[] {
  return [...new Set(written.flatMap((one) => textOrNull(one) ?? []))];
}

/** The most contributors that are stored of a record, and the longest name of a role. */
const maxContributors = 1_000;
const maxRole = 50;

/** Contributors, each once in a role, with the name of the role in kebab-case. */
export function contributorsOf(named: readonly Contributor[]): Contributor[] {
  const distinct = new Map<string, Contributor>();
  for (const person of named) {
    const role = person.role
      .trim()
      .replace(/(?<=[a-z])(?=[A-Z])|[\s_]+/g, '-')
      .toLowerCase();
    const isRole = role.length <= maxRole && /^[a-z]+(?:-[a-z]+)*$/.test(role);
    const contributor = { ...person, role: isRole ? role : 'other' };
    distinct.set(JSON.stringify(contributor), contributor);
    if (distinct.size === maxContributors) break;
  }
  return [...distinct.values()];
}

/** Finds an ORCID iD in a text. Sources have bare iDs, URLs, and URLs within URLs. */
export function orcidOrNull(written: string | null | undefined): string | null {
  const found = /(?:\d{4}[\s-]?){3}\d{3}[\dx]/i.exec(written ?? '');
  return (found && parseOrcidId(found[0])) ?? null;
}

/** An http(s) URL, or null. URLs of sources are shown as links, so other schemes are dropped. */
export function webUrl(written: string | null | undefined): string | null {
  const url = URL.parse(written?.trim() ?? '');
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** A non-negative count. */
export const count = z.int().min(0);
