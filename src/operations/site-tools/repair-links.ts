import { isDeepStrictEqual } from 'node:util';
import { saveWithConsequences } from '#src/duplicates/saving/consequences.ts';
import { auditWrites } from '#src/logbook/audit.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import type { ResearcherLink } from '#src/matching/link.ts';
import { affiliationAt, partnerEntity } from '#src/records/people/affiliation.ts';
import { namesOf, type PersonRecord } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { authorMatchState, matchResearchers, type PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';

export interface RepairOptions {
  dryRun: boolean;
  /** Whether to match only the links of people who are currently at the partner entity. */
  cesamOnly: boolean;
  context: ChangeContext;
}

/** The links of a publication to researchers, and whether they need attention. */
export type AuthorLinks = Pick<PublicationRecord, 'researchers'> & {
  author_match_state: ReturnType<typeof authorMatchState>;
};

export interface RepairResult {
  doi: string;
  before: AuthorLinks;
  after: AuthorLinks;
  changed: boolean;
}

/**
 * Matches the researchers of a publication to its authors again, with their current names. A change is written with an
 * audit record, not as an edit. Undefined if the DOI, which may be an alias, is unknown or deleted.
 */
export function repairLinks(
  doi: string,
  { dryRun, cesamOnly, context }: RepairOptions,
): Promise<RepairResult | undefined> {
  return retryIfStale(`The publication ${doi}`, async () => {
    const record = await getPublication(doi);
    if (!record || record.deleted_at !== null) return undefined;
    const people = await getPeople(record.researchers.map(({ orcid }) => orcid));
    const matched = matchResearchers(record, people.map(namesOf));
    const wanted = new Set(
      people.filter((person) => !cesamOnly || isAtPartner(person, context.now)).map(({ orcid }) => orcid),
    );
    const researchers = matched.map((link) =>
      cesamOnly && !wanted.has(link.orcid)
        ? (record.researchers.find(({ orcid }) => orcid === link.orcid) ?? link)
        : link,
    );
    const repaired = { ...record, researchers, version: record.version + 1 };
    const [before, after] = [linksOf(record), linksOf(repaired)];
    const result = { doi: record.doi, before, after, changed: !isDeepStrictEqual(before, after) };
    if (dryRun || !result.changed) return result;
    const audited = [before, after].map((links) => ({ ...links, researchers: links.researchers.map(positionsOf) }));
    const change = { action, workspace: null, resource: record.doi, before: audited[0], after: audited[1] };
    const audit = auditWrites({ context, changes: [change] });
    const publication = { before: record, after: repaired };
    if ((await saveWithConsequences(publication, audit.writes, { now: context.now })) !== 'saved') return stale;
    audit.log();
    return result;
  });
}

const action = 'author_links.repaired' as const;

/** Without the evidence, to keep audit records small. */
const positionsOf = ({ orcid, author_position, editor_position, contributor_position, evidence }: ResearcherLink) => ({
  orcid,
  author_position,
  editor_position,
  ...(contributor_position !== undefined && { contributor_position }),
  evidence,
});

const linksOf = (record: PublicationRecord): AuthorLinks => ({
  author_match_state: authorMatchState(record),
  researchers: record.researchers,
});

function isAtPartner({ affiliations }: PersonRecord, now: Date): boolean {
  const affiliation = affiliationAt(affiliations, now);
  return affiliation?.entity_id === partnerEntity && affiliation.status === 'primary_entity';
}
