import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { type AffiliationStatus, isKnownEntity, maxUnendedPeriods } from '#src/records/people/affiliation.ts';
import { type AffiliationChange, changeAffiliation } from '#src/records/people/store/affiliations.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';

interface NewPeriod {
  entity_id: string;
  status: AffiliationStatus;
  /** Default: now. */
  starts_at?: number | undefined;
}

export const unknownPerson = () => new Problem('not_found', 'There is no person with this ORCID iD');

/** Starts an affiliation period. Throws a Problem if it is not started. */
export async function startPeriod(
  orcid: string,
  { starts_at, ...period }: NewPeriod,
  context: ChangeContext,
): Promise<AffiliationChange> {
  if (!isKnownEntity(period.entity_id)) throw new Problem('not_found', 'There is no entity with this id');
  const changed = await changeAffiliation(orcid, { ...period, starts_at: starts_at ?? context.now.getTime() }, context);
  if (!changed) throw unknownPerson();
  if (changed === 'too_many') {
    const text = `would give this person more than ${maxUnendedPeriods} periods that have not ended`;
    throw invalidField('body', 'starts_at', text);
  }
  return changed;
}
