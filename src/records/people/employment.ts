import * as z from 'zod';
import { earliestDay } from '#src/vocabulary/partial-date.ts';
import { comparableName } from '#src/vocabulary/text/comparable-name.ts';
import { type Affiliation, partnerEntity } from './affiliation.ts';

/** The institution that runs the registry. If empty, no employment counts as its own. */
export const Institution = z.object({
  /** ROR iDs without the address: `021nxhr62`. */
  ror: z.array(z.string()).default([]),
  grid: z.array(z.string()).default([]),
  ringgold: z.array(z.string()).default([]),
  /** Compared without case, accents and punctuation. */
  names: z.array(z.string()).default([]),
});
export type Institution = z.output<typeof Institution>;

/** A public employment on an ORCID record, as plain text. */
export interface Employment {
  putCode: number;
  organization: string;
  /** ORCID's identifier of the organization. Schemes: `ROR`, `GRID`, `RINGGOLD`, `FUNDREF`, `LEI`. */
  identifier: { scheme: string; value: string } | null;
  department: string | null;
  role: string | null;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  startDate: string | null;
  endDate: string | null;
}

export type InstitutionEvidence = 'ror' | 'grid' | 'ringgold' | 'name';

/**
 * The evidence that an employment is at the institution; undefined if it is not. An identifier of a scheme that the
 * institution has decides; otherwise the name does.
 */
export function institutionEvidence(
  { organization, identifier }: Employment,
  institution: Institution,
): InstitutionEvidence | undefined {
  const scheme = identifier?.scheme.toLowerCase();
  if (
    identifier &&
    (scheme === 'ror' || scheme === 'grid' || scheme === 'ringgold') &&
    institution[scheme].length > 0
  ) {
    const value = bareId(identifier.value);
    return institution[scheme].some((known) => bareId(known) === value) ? scheme : undefined;
  }
  const name = comparableName(organization);
  return institution.names.some((known) => comparableName(known) === name) ? 'name' : undefined;
}

/** `https://ror.org/021nxhr62`, `grid.5335.0` or `2152`, without the address. */
const bareId = (id: string) => id.trim().replace(/\/+$/, '').replace(/^.*\//, '').toLowerCase();

/**
 * The period of an employment, first and last day included; undefined without a start. Begins in 1970 at the earliest.
 */
export function employmentPeriod({ startDate, endDate }: Employment): Affiliation | undefined {
  if (startDate === null) return undefined;
  const starts_at = Math.max(Date.parse(earliestDay(startDate)), 1);
  const ends_at = endDate === null ? null : dayAfter(endDate);
  if (ends_at !== null && ends_at <= starts_at) return undefined;
  return { entity_id: partnerEntity, status: 'primary_entity', starts_at, ends_at };
}

/** The first millisecond after a partial date. */
function dayAfter(date: string): number {
  const [year = 0, month, day] = date.split('-').map(Number);
  if (month === undefined) return Date.UTC(year + 1, 0, 1);
  return day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1);
}
