import { type Plan, planRecord } from '#src/records/orcid/plan.ts';
import { type Employment, employmentPeriod, Institution, institutionEvidence } from '#src/records/people/employment.ts';
import { affiliationsOf } from '#src/records/people/store/affiliations.ts';
import { type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import { canonicalDois, getPublications } from '#src/records/publications/store/publications.ts';
import { env } from '#src/runtime/env.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { readEmployments } from '#src/sources/orcid/employments.ts';
import { workGroupsOf } from '#src/sources/orcid/record.ts';
import { getOrcidSection, saveOrcidSection } from '../../store/source-answers.ts';
import { openProposalsOf, proposalId, propose, withdraw } from '../store/proposals.ts';
import { areThereGroups, proposeEmployedMemberships } from './group-memberships.ts';

const atOnce = 10;

/**
 * Asks curators whether a person stays linked to publications that were removed from their ORCID record, and withdraws
 * the question for those listed again. Unlinks nothing. Call it before the works read are stored, so that an
 * interrupted call is repeated.
 */
export async function proposeUnlinks(orcid: string, { publications, works }: Plan, now: Date): Promise<void> {
  const kept = await getOrcidSection(orcid, 'works');
  const before = planRecord((kept && workGroupsOf(kept.raw)) ?? []).publications;
  const listed = new Set(publications.map(({ doi }) => doi));
  const gone = before.filter(({ doi }) => !listed.has(doi));
  const open = await openProposalsOf(orcid, 'unlink');
  if (gone.length === 0 && open.length === 0) return;
  const asked = [...gone.map(({ doi }) => doi), ...open.flatMap(({ doi }) => doi ?? [])];
  const canonical = await canonicalDois([...new Set(asked)]);
  const records = await getPublications([...new Set(canonical.values())]);
  // A work whose DOI was not found by its PubMed identifier this time is still on the record.
  const withoutDoi = new Set(works.flatMap(({ putCodes }) => putCodes));
  const isGone = (record: PublicationRecord | undefined): record is PublicationRecord =>
    record !== undefined &&
    record.deleted_at === null &&
    record.researchers.some((link) => link.orcid === orcid) &&
    ![record.doi, ...record.aliases].some((doi) => listed.has(doi)) &&
    !listingsOf(record, orcid).some(({ put_code }) => withoutDoi.has(put_code));
  const unlisted = [...records.values()].filter(isGone);
  await inParallel(unlisted, atOnce, (record) => {
    const listings = listingsOf(record, orcid);
    const listedAs = gone.flatMap(({ doi }) => (canonical.get(doi) === record.doi ? [doi] : []));
    const seen = {
      listed_as: [...new Set([...listings.map(({ listed_as }) => listed_as), ...listedAs])].filter(Boolean).sort(),
      put_codes: listings.map(({ put_code }) => put_code).sort((one, other) => one - other),
      publications_on_record: listed.size,
    };
    return propose(
      proposalId('unlink', record.doi, orcid),
      {
        kind: 'unlink',
        doi: record.doi,
        orcids: [orcid],
        project_id: null,
        period: null,
        membership: null,
        title: shownPublication(record).title,
        evidence: { source: 'orcid', seen_at: now.getTime(), seen },
      },
      now,
    );
  });
  const stillGone = new Set(unlisted.map(({ doi }) => proposalId('unlink', doi, orcid)));
  await inParallel(open, atOnce, async ({ id }) => {
    if (!stillGone.has(id)) await withdraw(id);
  });
}

const listingsOf = (record: PublicationRecord, orcid: string) => record.orcid_bibliographies?.[orcid] ?? [];

/** The institution that runs the registry, from the deployment's settings. */
const ownInstitution = () => Institution.parse(JSON.parse(env('INSTITUTION')));

/**
 * Asks curators about employments on a person's ORCID record: those at the institution that no affiliation period covers,
 * and those that name a group. Withdraws questions about those removed from it. Does nothing if the deployment names no
 * institution and has no groups. A failure of ORCID is logged: the next ingestion asks again.
 */
export async function proposeFromEmployments(orcid: string, now: Date, signal: AbortSignal): Promise<void> {
  const institution = ownInstitution();
  const isNamed = Object.values(institution).some((ids) => ids.length > 0);
  const hasGroups = await areThereGroups();
  if (!isNamed && !hasGroups) return;
  const read = await readEmployments(orcid, signal).catch((error: unknown) => {
    log('warn', 'Employments were not read', { orcid, error });
    return undefined;
  });
  if (!read) return;
  // Kept for groups that are made later.
  await saveOrcidSection(orcid, 'employments', read.raw);
  if (hasGroups) await proposeEmployedMemberships(orcid, read.employments, now);
  if (isNamed) await proposeAffiliations(orcid, read.employments, institution, now);
}

/** Asks about employments at the institution that no affiliation period covers. */
async function proposeAffiliations(
  orcid: string,
  employments: readonly Employment[],
  institution: Institution,
  now: Date,
): Promise<void> {
  const periods = await affiliationsOf(orcid);
  const wanted = employments.flatMap((employment) => {
    const matchedBy = institutionEvidence(employment, institution);
    const period = matchedBy && employmentPeriod(employment);
    if (!period) return [];
    const isCovered = periods.some(
      (known) =>
        known.entity_id === period.entity_id &&
        known.status === period.status &&
        known.starts_at <= period.starts_at &&
        (known.ends_at ?? Number.POSITIVE_INFINITY) >= (period.ends_at ?? Number.POSITIVE_INFINITY),
    );
    return isCovered
      ? []
      : [{ employment, period, matchedBy, id: proposalId('affiliation', orcid, `${employment.putCode}`) }];
  });
  await inParallel(wanted, atOnce, ({ employment, period, matchedBy, id }) => {
    const { putCode, organization, identifier, department, role, startDate, endDate } = employment;
    const seen = {
      put_code: putCode,
      organization,
      identifier: identifier && `${identifier.scheme} ${identifier.value}`,
      matched_by: matchedBy,
      department,
      role,
      start_date: startDate,
      end_date: endDate,
    };
    const evidence = { source: 'orcid' as const, seen_at: now.getTime(), seen };
    const subject = { doi: null, orcids: [orcid], project_id: null, membership: null, title: null };
    return propose(id, { kind: 'affiliation', ...subject, period, evidence }, now);
  });
  const asked = new Set(wanted.map(({ id }) => id));
  const open = await openProposalsOf(orcid, 'affiliation');
  await inParallel(open, atOnce, async ({ id }) => {
    if (!asked.has(id)) await withdraw(id);
  });
}
