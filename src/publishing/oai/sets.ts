import { affiliatedPeople, allAffiliations } from '#src/lists/affiliated-people.ts';
import { groupedTimes } from '#src/lists/changes/grouped-outputs.ts';
import type { LaterTimes } from '#src/lists/changes/later-changes.ts';
import { type KnownGroups, knownGroups, usualRule } from '#src/lists/groups/group-filter.ts';
import { publicGroups } from '#src/lists/groups/groups.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { groupedOutput } from '#src/lists/model/definition.ts';
import type { GroupFilter } from '#src/lists/model/query.ts';
import { people } from '#src/lists/people.ts';
import { publicationSpec, publications } from '#src/lists/publications.ts';
import { type Affiliation, affiliationAt } from '#src/records/people/affiliation.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { defaultLocale, inLocale } from '#src/vocabulary/locale.ts';
import { isOpenAccess } from '#src/vocabulary/open-access-status.ts';
import { OaiError } from './protocol.ts';

/** The sets of the list, by the first part of their names: `type:journal-article`, `entity:…`, `group:…`, `openaccess`. */
const typeSets = 'type';
const entitySets = 'entity';
const groupSets = 'group';
const openAccessSet = 'openaccess';

/** The characters allowed in a part of a set's name: OAI-PMH 2.0, section 2.6. Other values have no set. */
const namePart = /^[\w\-.!~*'()]+$/;
const setOf = (kind: string, value: string | null): string[] =>
  value !== null && namePart.test(value) ? [`${kind}:${value}`] : [];

/** The affiliations of people at the time of a request, the groups of publications, and when these changed. */
export interface Members {
  affiliations: ReadonlyMap<string, readonly Affiliation[]>;
  groups: KnownGroups;
  regrouped: LaterTimes;
  now: Date;
}

export async function readMembers(now: Date): Promise<Members> {
  const [affiliations, known, { times }] = await Promise.all([
    allAffiliations(people, 0),
    knownGroups('publication', 'public', 0),
    groupedTimes('publication', 0),
  ]);
  return { affiliations, groups: known, regrouped: times, now };
}

/** The names of the sets that a publication belongs to. */
export function setsOf(row: PublicationRow, { affiliations, groups: known, now }: Members): string[] {
  const entities = new Set<string>();
  for (const orcid of row.orcids) {
    const affiliation = affiliationAt(affiliations.get(orcid) ?? [], now);
    if (affiliation) entities.add(affiliation.entity_id);
  }
  return [
    ...setOf(typeSets, row.publication_type),
    ...[...entities].sort().flatMap((entity) => setOf(entitySets, entity)),
    ...(isOpenAccess(row.open_access_status) ? [openAccessSet] : []),
    ...known.groupsOf(groupedOutput(publicationSpec, row), now).flatMap((id) => setOf(groupSets, id)),
  ];
}

/** The filters of a list that a set stands for. */
export interface SetFilters {
  equals?: { is_open_access?: string; publication_type?: string; orcid?: string[] };
  groups?: GroupFilter;
}

/** The filters of the list for a set. Throws OaiError `noRecordsMatch` for a name that no set can have. */
export function filtersOf(set: string | null, { affiliations, groups: known, now }: Members): SetFilters {
  if (set === null) return {};
  if (set === openAccessSet) return { equals: { is_open_access: 'true' } };
  const [kind, value, ...rest] = set.split(':');
  if (value !== undefined && value !== '' && rest.length === 0) {
    if (kind === typeSets) return { equals: { publication_type: value } };
    if (kind === groupSets && known.named.has(value))
      return { groups: known.filter({ ids: [value], ...usualRule }, now) };
    const filter = { active_only: true, entity_id: value, affiliation_status: null };
    if (kind === entitySets) return { equals: { orcid: [...affiliatedPeople(affiliations, filter, now)] } };
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
  const shown = await publicGroups(publicStalenessMs());
  const known = [...types].filter(([, count]) => count > 0).map(([type]) => String(type));
  return [
    { spec: openAccessSet, name: 'Open access' },
    ...[...entities]
      .sort()
      .flatMap((entity) =>
        setOf(entitySets, entity).map((spec) => ({ spec, name: `Publications of people at ${entity}` })),
      ),
    ...[...shown.values()].flatMap(({ id, name }) =>
      setOf(groupSets, id).map((spec) => ({ spec, name: inLocale(name, defaultLocale) ?? id })),
    ),
    ...known.sort().flatMap((type) => setOf(typeSets, type).map((spec) => ({ spec, name: `Type ${type}` }))),
  ];
}
