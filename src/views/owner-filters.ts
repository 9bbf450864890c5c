import * as z from 'zod';
import { isPublic } from '../domain/publications/publicity.ts';
import { OrcidId } from '../domain/values/orcid-id.ts';
import * as publicationQuery from '../http/publication-query.ts';
import { filter } from '../http/query.ts';
import { echoValues, valuesFilter } from '../http/values-filter.ts';
import { affiliatedPeople, allAffiliations } from '../lists/affiliated-people.ts';
import { publicStalenessMs } from '../lists/load/collection.ts';
import { people } from '../lists/people.ts';
import { getProject } from '../storage/projects.ts';
import { canonicalDois } from '../storage/publications/publications.ts';
import { journalCondition } from './journals.ts';
import { echoRecordFilters, echoRetracted } from './publications.ts';

/** Filters of public publications by whose they are. */
const ownerFilters = {
  orcid: valuesFilter(OrcidId, { type: 'string' }, 'Only publications of the person with this ORCID iD.'),
  entity_id: filter(
    z.string().trim().max(200),
    { type: 'string', maxLength: 200 },
    'Only publications of people whose current affiliation is with this entity. With `orcid`, of those of them.',
  ),
  project_id: filter(
    z.string().trim().max(200),
    { type: 'string', maxLength: 200 },
    'Only publications that are linked to this project.',
  ),
};

/** The filters of public lists of publications. */
export const publicFilters = {
  publication_type: publicationQuery.publicationType,
  publication_year: publicationQuery.publicationYear,
  min_cited_by: publicationQuery.minCitedBy,
  is_retracted: publicationQuery.isRetracted,
  ...publicationQuery.recordFilters,
  ...ownerFilters,
};

type PublicFilters = z.output<z.ZodObject<typeof publicFilters>>;

/** The conditions of a query for public publications with these filters. */
export async function publicConditions(filters: PublicFilters, now: Date) {
  const { publication_type, publication_year, is_retracted, min_cited_by, journal } = filters;
  const { equals, ...exceptions } = publicationQuery.recordQuery(filters);
  const [{ owners, ...conditions }, ofJournal] = await Promise.all([
    conditionsOf(filters, now),
    journalCondition(journal),
  ]);
  return {
    ...conditions,
    equals: { publication_type, publication_year, is_retracted, orcid: owners, ...equals, ...ofJournal },
    ...exceptions,
    atLeast: { cited_by_count: min_cited_by },
    where: ['public'],
  } as const;
}

/** Echoes the applied filters. */
export function echoPublicFilters(filters: PublicFilters) {
  const { publication_type, publication_year, min_cited_by, is_retracted } = filters;
  const { integrity, publication_subtype, exclude_subtype, identifier, journal } = filters;
  return {
    publication_type,
    publication_year,
    min_cited_by,
    ...echoRetracted(is_retracted),
    ...echoRecordFilters({ integrity, publication_subtype, exclude_subtype, identifier, journal }),
    ...echoOwners(filters),
  };
}

export interface Owners {
  orcid: string[] | null;
  entity_id: string | null;
  project_id: string | null;
}

const echoOwners = ({ orcid, entity_id, project_id }: Owners) => ({
  ...(orcid !== null && { orcid: String(echoValues(orcid)) }),
  ...(entity_id !== null && { entity_id }),
  ...(project_id !== null && { project_id }),
});

/** The conditions of a list query. A project that is unknown or not public has no publications. */
export async function conditionsOf({ orcid, entity_id, project_id }: Owners, now: Date) {
  const [members, dois] = await Promise.all([
    entity_id === null ? undefined : peopleAt(entity_id, now),
    project_id === null ? undefined : publicationsOf(project_id),
  ]);
  const owners = members && orcid ? orcid.filter((each) => members.has(each)) : (orcid ?? (members && [...members]));
  return { ...(dois && { ids: dois }), owners: owners ?? null };
}

async function peopleAt(entityId: string, now: Date): Promise<Set<string>> {
  const affiliations = await allAffiliations(people, publicStalenessMs());
  return affiliatedPeople(affiliations, { active_only: true, entity_id: entityId, affiliation_status: null }, now);
}

/** The DOIs of a public project's publications, as they are known now: some may have been merged since. */
async function publicationsOf(projectId: string): Promise<Set<string>> {
  const project = await getProject(projectId);
  if (!project || !isPublic(project) || project.publication_dois.length === 0) return new Set();
  return new Set((await canonicalDois(project.publication_dois)).values());
}
