import { type Affiliation, type AffiliationFilter, passesFilter } from '#src/records/people/affiliation.ts';
import type { PersonRow } from '#src/records/people/person.ts';
import type { Aggregate, ListInMemory } from './model/list-source.ts';

const affiliationsByOrcid: Aggregate<PersonRow, Map<string, readonly Affiliation[]>> = {
  start: () => new Map(),
  add: (result, { orcid, affiliations }) => {
    if (affiliations.length > 0) result.set(orcid, affiliations);
  },
};

/** The affiliations of all people that have any, by ORCID iD, from one of the lists of people. */
export async function allAffiliations(
  people: Pick<ListInMemory<PersonRow>, 'aggregate'>,
  stalenessMs: number,
): Promise<ReadonlyMap<string, readonly Affiliation[]>> {
  return (await people.aggregate(affiliationsByOrcid, stalenessMs)).value;
}

/** The people whose affiliation at a time passes the filter. */
export function affiliatedPeople(
  affiliationsOf: ReadonlyMap<string, readonly Affiliation[]>,
  filter: AffiliationFilter,
  time: Date,
): Set<string> {
  const orcids = new Set<string>();
  for (const [orcid, affiliations] of affiliationsOf) if (passesFilter(filter, affiliations, time)) orcids.add(orcid);
  return orcids;
}
