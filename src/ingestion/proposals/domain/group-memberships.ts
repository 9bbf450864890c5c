import { peopleAt } from '#src/matching/link.ts';
import {
  always,
  type DayInterval,
  daysOfDate,
  daysOfPeriod,
  differenceOf,
  intersectionOf,
  isOnDays,
  unionOf,
} from '#src/records/groups/days.ts';
import { ownDays } from '#src/records/groups/knowledge.ts';
import type { GroupMembership } from '#src/records/groups/member.ts';
import { dayTextOf, type StoredPeriod, toPeriodInMs } from '#src/records/groups/periods.ts';
import type { NamesOfGroups } from '#src/records/groups/printed-names.ts';
import { daysUpwards, type GroupTree } from '#src/records/groups/tree.ts';
import { type Employment, type Institution, institutionEvidence } from '#src/records/people/employment.ts';
import { authorsOf, type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import type { Evidence, ProposedMembership } from './proposal.ts';

/** Groups as texts name them, and their tree: made once for all people. */
export interface NamedGroups {
  tree: GroupTree;
  names: NamesOfGroups;
  institution: Institution;
  /** How many months after its end a membership counts. */
  monthsAfter: number;
}

/** The affiliations that a person has printed in one publication. */
export interface PrintedAffiliations {
  doi: string;
  source: Evidence['source'];
  days: DayInterval;
  texts: readonly string[];
}

/** A source's word that a person is a member of a group, and when. */
export interface MembershipClaim {
  membership: ProposedMembership;
  source: Evidence['source'];
  /** Makes it another question than others: an employment with other days is one, a further publication is none. */
  subject: readonly string[];
  seen: Record<string, unknown>;
}

const maxDois = 10;
const maxTexts = 5;
const maxTextLength = 500;
const dayMs = 86_400_000;

/** On which days the person is a member already. */
interface Membership {
  /** By group: also as a member of a group that belongs to it. */
  counted: ReadonlyMap<string, readonly DayInterval[]>;
  /** By group: as its own member, within its life or not. */
  own: ReadonlyMap<string, readonly DayInterval[]>;
}

function membershipOf({ tree, monthsAfter }: NamedGroups, memberships: readonly GroupMembership[]): Membership {
  const periods = memberships.map((each) => ({ ...each, ...toPeriodInMs(each) }));
  const own = new Map<string, readonly DayInterval[]>();
  for (const each of periods)
    own.set(each.group_id, unionOf([...(own.get(each.group_id) ?? []), ...daysOfPeriod(each)]));
  const counted = new Map<string, readonly DayInterval[]>();
  const knowledge = { tree, members: new Map([['', periods]]) };
  for (const [group, days] of ownDays(knowledge, '', { primary: false, monthsAfter }))
    for (const [above, holds] of daysUpwards(tree, group))
      counted.set(above, unionOf([...(counted.get(above) ?? []), ...intersectionOf(days, holds)]));
  return { counted, own };
}

/**
 * The days among these on which each of the named groups is meant: it exists, and no other one of them belongs to it,
 * which would say more.
 */
function meantDays(
  tree: GroupTree,
  named: Iterable<string>,
  days: readonly DayInterval[],
): Map<string, readonly DayInterval[]> {
  const alive = new Map<string, readonly DayInterval[]>();
  for (const id of named) alive.set(id, intersectionOf(days, tree.get(id)?.lifetime ?? []));
  const meant = new Map(alive);
  for (const [id, its] of alive)
    for (const [above, holds] of daysUpwards(tree, id)) {
      const left = above === id ? undefined : meant.get(above);
      if (left) meant.set(above, differenceOf(left, intersectionOf(its, holds)));
    }
  return new Map([...meant].filter(([, left]) => left.length > 0));
}

/**
 * Memberships that employments on an ORCID record claim: their department has the name of a group, or their organization
 * its ROR iD. If the institution is known, departments of others do not count. None while the person is a member.
 */
export function employedAt(
  employments: readonly Employment[],
  memberships: readonly GroupMembership[],
  known: NamedGroups,
): MembershipClaim[] {
  const { counted, own } = membershipOf(known, memberships);
  const claims = new Map<string, MembershipClaim>();
  for (const employment of employments) {
    const days = daysOfEmployment(employment);
    const named = days ? groupsNamedBy(employment, known) : new Map<string, string>();
    for (const [group_id, meant] of days ? meantDays(known.tree, named.keys(), [days]) : []) {
      const period = hullOf(meant);
      const isMember = isOnDays(own.get(group_id) ?? [], period);
      if (isMember || differenceOf(meant, counted.get(group_id) ?? []).length === 0) continue;
      const { putCode, organization, identifier, department, role, startDate, endDate } = employment;
      const subject = ['employment', startDate ?? '', endDate ?? ''];
      const key = [group_id, ...subject].join(' ');
      if (claims.has(key)) continue;
      const seen = {
        put_code: putCode,
        organization,
        identifier: identifier && `${identifier.scheme} ${identifier.value}`,
        matched_by: named.get(group_id),
        department,
        role,
        start_date: startDate,
        end_date: endDate,
      };
      claims.set(key, { membership: { group_id, ...toDays(period) }, source: 'orcid', subject, seen });
    }
  }
  return [...claims.values()];
}

/** From the first to the last day of its dates. An employment without a start says nothing. */
function daysOfEmployment({ startDate, endDate }: Employment): DayInterval | undefined {
  const from = daysOfDate(startDate)?.[0];
  const to = endDate === null ? Number.POSITIVE_INFINITY : daysOfDate(endDate)?.[1];
  return from === undefined || to === undefined || to < from ? undefined : [from, to];
}

/** The groups that an employment names, and by what. */
function groupsNamedBy(employment: Employment, { names, institution }: NamedGroups): Map<string, 'ror' | 'department'> {
  const { identifier, department } = employment;
  const byRor = identifier?.scheme.toUpperCase() === 'ROR' ? names.withRor(identifier.value) : [];
  const isKnown = Object.values(institution).some((ids) => ids.length > 0);
  const isInside = byRor.length > 0 || !isKnown || institutionEvidence(employment, institution) !== undefined;
  const byName = department !== null && isInside ? names.named(department) : [];
  return new Map([...byRor.map((id) => [id, 'ror'] as const), ...byName.map((id) => [id, 'department'] as const)]);
}

/** The affiliations of a person in a publication. None if it is deleted or has no date. */
export function affiliationsIn(record: PublicationRecord, orcid: string): PrintedAffiliations[] {
  const positions = [...peopleAt(record.researchers, 'authors')].filter(([, person]) => person === orcid);
  if (record.deleted_at !== null || positions.length === 0) return [];
  const authors = authorsOf(record);
  const texts = positions.flatMap(([position]) => {
    const { affiliations = [], affiliation_details = [] } = authors[position] ?? {};
    const details = affiliation_details.flatMap(({ printed, name }) => [printed ?? [], name ?? []].flat());
    return [...affiliations, ...details];
  });
  const days = texts.length > 0 ? daysOfDate(shownPublication(record).publication_date) : null;
  if (!days) return [];
  const source = record.source === 'datacite' ? 'datacite' : 'crossref';
  return [{ doi: record.doi, source, days, texts: [...new Set(texts)] }];
}

/**
 * Memberships that printed affiliations claim: one for each group, from the first to the last day of the publications
 * that print it while the person is no member. If they were one in between, only what comes after that. What is in one of
 * the `employed` memberships is no claim: a better one is made of it.
 */
export function printedBy(
  publications: readonly PrintedAffiliations[],
  memberships: readonly GroupMembership[],
  employed: readonly ProposedMembership[],
  known: NamedGroups,
): MembershipClaim[] {
  const { counted, own } = membershipOf(known, memberships);
  const isEmployed = (group: string, at: DayInterval) =>
    employed.some((each) => each.group_id === group && isOnDays(daysOfPeriod(toPeriodInMs(each)), at));
  const found = new Map<string, Printing[]>();
  for (const { doi, source, days, texts } of publications) {
    const named = new Map<string, string>();
    for (const text of texts) for (const id of known.names.printedIn(text)) if (!named.has(id)) named.set(id, text);
    for (const [group, meant] of named.size > 0 ? meantDays(known.tree, named.keys(), [days]) : []) {
      const at = hullOf(meant);
      if (isOnDays(counted.get(group) ?? [], at) || isEmployed(group, at)) continue;
      const printing = { doi, source, at, text: named.get(group) ?? '' };
      const others = found.get(group);
      if (others) others.push(printing);
      else found.set(group, [printing]);
    }
  }
  return [...found].map(([group, printings]) => claimOf(group, latest(printings, own.get(group) ?? [])));
}

interface Printing {
  doi: string;
  source: Evidence['source'];
  at: DayInterval;
  text: string;
}

/** Newest first: those since the person was last a member, or else before that. */
function latest(printings: readonly Printing[], own: readonly DayInterval[]): Printing[] {
  const sorted = printings.toSorted(
    (one, other) => other.at[0] - one.at[0] || other.at[1] - one.at[1] || (one.doi < other.doi ? -1 : 1),
  );
  const gaps = differenceOf([always], own).toReversed();
  const gap = gaps.find((each) => sorted.some(({ at }) => isOnDays([each], at))) ?? always;
  return sorted.filter(({ at }) => isOnDays([gap], at));
}

function claimOf(group_id: string, printings: readonly Printing[]): MembershipClaim {
  const period = hullOf(printings.map(({ at }) => at));
  const seen = {
    printed: [...new Set(printings.map(({ text }) => text.slice(0, maxTextLength)))].slice(0, maxTexts),
    dois: printings.slice(0, maxDois).map(({ doi }) => doi),
    publications: printings.length,
    first_year: yearOf(period[0]),
    last_year: yearOf(period[1]),
  };
  const source = printings[0]?.source ?? 'crossref';
  return { membership: { group_id, ...toDays(period) }, source, subject: ['affiliations'], seen };
}

/** The shortest interval that contains all of these. */
const hullOf = (intervals: readonly DayInterval[]): DayInterval => [
  Math.min(...intervals.map(([from]) => from)),
  Math.max(...intervals.map(([, to]) => to)),
];

const toDay = (day: number) => (Number.isFinite(day) ? dayTextOf(day * dayMs) : null);
const toDays = ([from, to]: DayInterval): StoredPeriod => ({ starts_at: toDay(from), ends_at: toDay(to) });
const yearOf = (day: number) => new Date(day * dayMs).getUTCFullYear();
