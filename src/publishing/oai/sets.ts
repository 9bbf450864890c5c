import { affiliatedPeople, allAffiliations } from '#src/lists/affiliated-people.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { people } from '#src/lists/people.ts';
import { publications } from '#src/lists/publications.ts';
import { type Affiliation, affiliationAt } from '#src/records/people/affiliation.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { isOpenAccess } from '#src/vocabulary/open-access-status.ts';
import { OaiError } from './protocol.ts';

/** The sets of the list, by the first part of their names: `type:journal-article`, `entity:…`, `openaccess`. */
const typeSets = 'type';
const entitySets = 'entity';
const openAccessSet = 'openaccess';

/** The characters allowed in a part of a set's name: OAI-PMH 2.0, section 2.6. Other values have no set. */
const namePart = /^[\w\-.!~*'()]+$/;
const setOf = (kind: string, value: string | null): string[] =>
  value !== null && namePart.test(value) ? [`${kind}:${value}`] : [];

/** The affiliations of people at the time of a request. */
export interface Members {
  affiliations: ReadonlyMap<string, readonly Affiliation[]>;
  now: Date;
}

export const readMembers = async (now: Date): Promise<Members> => ({
  affiliations: await allAffiliations(people, 0),
  now,
});

/** The names of the sets that a publication belongs to. */
export function setsOf(row: PublicationRow, { affiliations, now }: Members): string[] {
  const entities = new Set<string>();
  for (const orcid of row.orcids) {
    const affiliation = affiliationAt(affiliations.get(orcid) ?? [], now);
    if (affiliation) entities.add(affiliation.entity_id);
  }
  return [
    ...setOf(typeSets, row.publication_type),
    ...[...entities].sort().flatMap((entity) => setOf(entitySets, entity)),
    ...(isOpenAccess(row.open_access_status) ? [openAccessSet] : []),
  ];
}

/** The filters of the list for a set. Throws OaiError `noRecordsMatch` for a name that no set can have. */
export function filtersOf(set: string | null, { affiliations, now }: Members) {
  if (set === null) return {};
  if (set === openAccessSet) return { is_open_access: 'true' };
  const [kind, value, ...rest] = set.split(':');
  if (value !== undefined && value !== '' && rest.length === 0) {
    if (kind === typeSets) return { publication_type: value };
    const filter = { active_only: true, entity_id: value, affiliation_status: null };
    if (kind === entitySets) return { orcid: [...affiliatedPeople(affiliations, filter, now)] };
  }
  throw new OaiError('noRecordsMatch', 'There is no such set');
}

/** All sets that have records, with their names for people. */
export async function listSets(members: Members): Promise<{ spec: string; name: string }[]> {
  const types = await publications.facetCounts('publication_type', ['public'], publicStalenessMs());
  const entities = new Set<string>();
  for (const affiliations of members.affiliations.values()) {
    const affiliation = affiliationAt(affiliations, members.now);
    if (affiliation) entities.add(affiliation.entity_id);
  }
  const known = [...types].filter(([, count]) => count > 0).map(([type]) => String(type));
  return [
    { spec: openAccessSet, name: 'Open access' },
    ...[...entities]
      .sort()
      .flatMap((entity) =>
        setOf(entitySets, entity).map((spec) => ({ spec, name: `Publications of people at ${entity}` })),
      ),
    ...known.sort().flatMap((type) => setOf(typeSets, type).map((spec) => ({ spec, name: `Type ${type}` }))),
  ];
}
