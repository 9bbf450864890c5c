import * as z from 'zod';
import * as publicationQuery from '#src/http/publication-query.ts';
import { filter } from '#src/http/query.ts';
import { echoValues, echoYears, oneOrMore, orNone, orUnknown, valuesFilter } from '#src/http/values-filter.ts';
import { affiliatedPeople, allAffiliations } from '#src/lists/affiliated-people.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { people } from '#src/lists/people.ts';
import { getProject } from '#src/records/projects/store/projects.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { canonicalDois } from '#src/records/publications/store/publications.ts';
import { survivingWorks } from '#src/records/publications/store/works.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { type GroupQuery, groupConditions } from './group-query.ts';
import { journalCondition } from './journals.ts';
import { echoRecordFilters, echoRetracted } from './publications.ts';

/** As many as an address has room for, which may have 8,192 bytes at CloudFront, with other parameters. */
const mostPeople = 350;

/** Filters of public publications by whose they are. */
const ownerFilters = {
  orcid: valuesFilter(
    orUnknown(OrcidId),
    { type: 'string' },
    `Only publications of the person with this ORCID iD; of at most ${mostPeople} people. \`unknown\`: of nobody whom the registry knows.`,
    mostPeople,
  ),
  entity_id: filter(
    z.string().trim().max(200),
    { type: 'string', maxLength: 200 },
    'Only publications of people whose current affiliation is with this entity. With `orcid`, of those of them.',
  ),
  project_id: filter(
    z.string().trim().max(200),
    { type: 'string', maxLength: 200 },
    'Only what is linked to this project.',
  ),
};

/** The filters of public lists of publications. */
export const publicFilters = {
  ...publicationQuery.valueFilters,
  output_type: publicationQuery.outputType,
  license: publicationQuery.license,
  min_cited_by: publicationQuery.minCitedBy,
  is_retracted: publicationQuery.isRetracted,
  ...publicationQuery.recordFilters,
  ...ownerFilters,
};

export type PublicFilters = z.output<z.ZodObject<typeof publicFilters>>;
type PublicAndGroupFilters = PublicFilters & GroupQuery;

/**
 * The conditions that follow from the filters alone. Those of an earlier release are as they were there, because cursors
 * contain them. Throws a Problem for an impossible filter.
 */
export function ownConditions(filters: PublicFilters) {
  const { publication_type, publication_year, is_retracted, min_cited_by, open_access_status, license } = filters;
  const { publication_year_from: from, publication_year_to: to, output_type } = filters;
  publicationQuery.checkYears(filters);
  const { equals, ...exceptions } = publicationQuery.recordQuery(filters);
  return {
    equals: {
      publication_type: oneOrMore(publication_type),
      publication_year: oneOrMore(publication_year),
      is_retracted,
      ...(open_access_status && { open_access_status: orNone(open_access_status) }),
      ...(license && { license: orNone(license) }),
      ...(output_type && { output_type: orNone(output_type) }),
      ...equals,
    },
    ...exceptions,
    atLeast: { cited_by_count: min_cited_by, ...(from !== null && { publication_year: from }) },
    ...(to !== null && { atMost: { publication_year: to } }),
    where: ['public'],
  } as const;
}

/** The conditions of a query for public publications with these filters, and whose outputs these ask for. */
export async function publicConditions(filters: PublicAndGroupFilters, now: Date) {
  const { equals, ...own } = ownConditions(filters);
  const ofPublications = { kind: 'publication', audience: 'public', stalenessMs: publicStalenessMs() } as const;
  const [owned, ofJournal, { groups }] = await Promise.all([
    ownedOutputs(filters, now),
    journalCondition(filters.journal),
    groupConditions(filters, ofPublications, now),
  ]);
  const conditions = {
    ...(owned.ofProject && { ids: owned.ofProject.publications }),
    ...own,
    ...(groups && { groups }),
    equals: { ...equals, orcid: owned.owners, ...ofJournal },
  } as const;
  return { conditions, owned };
}

/** Echoes the applied filters. */
export function echoPublicFilters(filters: PublicFilters) {
  const { publication_type, publication_year, min_cited_by, is_retracted } = filters;
  const { publication_year_from, publication_year_to, output_type, open_access_status, license } = filters;
  const { integrity, publication_subtype, exclude_subtype, identifier, journal } = filters;
  return {
    publication_type: publication_type && String(echoValues(publication_type)),
    ...echoYears(publication_year),
    ...(publication_year_from !== null && { publication_year_from }),
    ...(publication_year_to !== null && { publication_year_to }),
    ...(output_type && { output_type: output_type.join('|') }),
    ...(open_access_status && { open_access_status: open_access_status.join('|') }),
    ...(license && { license: license.join('|') }),
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

/** Whose outputs a request asks for. */
export interface OwnedOutputs {
  /** The people; null for everybody's, and null among them for nobody's. */
  owners: readonly (string | null)[] | null;
  /** Only these. A project that is unknown or not public has none. */
  ofProject: ProjectOutputs | undefined;
}

export async function ownedOutputs({ orcid, entity_id, project_id }: Owners, now: Date): Promise<OwnedOutputs> {
  const [members, ofProject] = await Promise.all([
    entity_id === null ? undefined : peopleAt(entity_id, now),
    project_id === null ? undefined : outputsOfProject(project_id),
  ]);
  const asked = members && orcid ? orcid.filter((each) => members.has(each)) : (orcid ?? (members && [...members]));
  return { owners: asked ? orNone(asked) : null, ofProject };
}

async function peopleAt(entityId: string, now: Date): Promise<Set<string>> {
  const affiliations = await allAffiliations(people, publicStalenessMs());
  return affiliatedPeople(affiliations, { active_only: true, entity_id: entityId, affiliation_status: null }, now);
}

/** The DOIs and the ids of works of a project's outputs. */
interface ProjectOutputs {
  publications: ReadonlySet<string>;
  works: ReadonlySet<string>;
}

/**
 * The DOIs and ids of works of a public project's outputs, as they are known now: some may have been merged since, and
 * works may have become publications.
 */
export async function outputsOfProject(id: string): Promise<ProjectOutputs> {
  const project = await getProject(id);
  if (!project || !isPublic(project)) return { publications: new Set(), works: new Set() };
  const works = await survivingWorks(project.work_ids);
  const dois = [...project.publication_dois, ...works.flatMap(({ replaced_by }) => replaced_by ?? [])];
  return {
    publications: new Set((await canonicalDois(dois)).values()),
    works: new Set(works.map((work) => work.id)),
  };
}
