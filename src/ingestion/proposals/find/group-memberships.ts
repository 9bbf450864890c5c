import { createHash } from 'node:crypto';
import { groups } from '#src/lists/groups/groups.ts';
import { publications } from '#src/lists/publications.ts';
import type { GroupRow } from '#src/records/groups/group.ts';
import { staffIdOf } from '#src/records/groups/member.ts';
import { groupPlace } from '#src/records/groups/place.ts';
import { namesOfGroups } from '#src/records/groups/printed-names.ts';
import { getGroupMember } from '#src/records/groups/store/members.ts';
import { groupTree } from '#src/records/groups/tree.ts';
import { type Employment, Institution } from '#src/records/people/employment.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { type ChangedRow, rowIds, rowsChangedAfter } from '#src/records/store/list-rows.ts';
import { env } from '#src/runtime/env.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { employmentsOf } from '#src/sources/orcid/employments.ts';
import { listShards } from '#src/table/keys.ts';
import { hourlyPauses, PassRun } from '#src/table/passes/run.ts';
import type { PassProgress } from '#src/table/passes/stored-pass.ts';
import { type PassPart, retryFailed, walk } from '#src/table/passes/walk.ts';
import { writeBoundMs } from '#src/table/table.ts';
import { getOrcidSection } from '../../store/source-answers.ts';
import {
  affiliationsIn,
  employedAt,
  type MembershipClaim,
  type NamedGroups,
  type PrintedAffiliations,
  printedBy,
} from '../domain/group-memberships.ts';
import type { Proposal } from '../domain/proposal.ts';
import { proposalId, proposalsOfKind, proposeOf, withdraw } from '../store/proposals.ts';
import { continuedAfter, firstRowAt, positionOf, rowAt } from './changed-rows.ts';

const kind = 'group_membership';
const atOnce = 10;
const peopleAtOnce = 5;
const publicationsAtOnce = 20;
/** Everybody is looked at again: what has left a person's publications is in no change. */
const everyMs = 7 * 24 * 3_600_000;
/** How old the groups may be with which an ingestion compares employments. */
const ingestionStalenessMs = 60_000;

interface MembershipCounts {
  people: number;
  publications: number;
  claims: number;
  withdrawn: number;
}

/**
 * Proposes memberships of groups from employments on ORCID records and from printed affiliations, and withdraws those that
 * no longer apply, as far as one run gets; the next run continues. Looks at people whose publications or memberships have
 * changed, and at everybody once a week or after a change of the groups. Throws at the end if somebody could not be looked at.
 */
export async function findGroupMemberships(now: Date, deadlineMs: number): Promise<MembershipCounts> {
  const startedMs = Date.now();
  const run = await PassRun.continue({ pass: 'group-memberships', now, deadlineMs, pauses: hourlyPauses });
  const rows = await existingGroups(0);
  const look = new MembershipLook(rows, startedMs);
  const isBegun = run.progressOf(everybody(0)) !== undefined;
  if (rows.length === 0 && !isBegun) return look.counts;
  const shards = Array.from({ length: listShards }, (_, shard) => shard);
  // Changes come first: a look at everybody may take several runs.
  for (const part of shards.flatMap((shard) => [
    look.changedMembers(run, shard),
    look.changedPublications(run, shard),
  ])) {
    await walk(run, part);
    await retryFailed(run, part);
  }
  for (const part of shards.map((shard) => look.people(run, shard))) {
    if (!look.hasSeenAll(run.progressOf(part.name), now)) await walk(run, part);
    await retryFailed(run, part);
  }
  run.throwIfFailed();
  return look.counts;
}

/**
 * Proposes memberships from the employments on a person's ORCID record that were read just now, and withdraws those of
 * employments that are gone.
 */
export async function proposeEmployedMemberships(orcid: string, read: readonly Employment[], now: Date): Promise<void> {
  const known = namedGroups(await existingGroups(ingestionStalenessMs));
  const member = await getGroupMember(orcid);
  const claims = employedAt(read, member?.memberships ?? [], known);
  const asked = await proposeAll(orcid, claims, now);
  const open = (await proposalsOfKind(orcid, kind)).filter(isOpen).filter(isFromOrcid);
  await inParallel(open, atOnce, async ({ id }) => {
    if (!asked.has(id)) await withdraw(id);
  });
}

/** Whether there are groups with which employments can be compared. */
export const areThereGroups = async (): Promise<boolean> => (await existingGroups(ingestionStalenessMs)).length > 0;

const all = { page: 1, per_page: Number.MAX_SAFE_INTEGER, q: '', dir: 'asc', where: [] } as const;

const existingGroups = async (stalenessMs: number): Promise<GroupRow[]> =>
  (await groups.find({ ...all, sort: 'created_at', equals: { deleted: 'false' } }, stalenessMs)).rows;

const namedGroups = (rows: readonly GroupRow[]): NamedGroups => ({
  tree: groupTree(rows.map(groupPlace)),
  names: namesOfGroups(rows),
  institution: Institution.parse(JSON.parse(env('INSTITUTION'))),
  monthsAfter: env('GROUP_MONTHS_AFTER'),
});

/** All that decides, beside people and publications, what is proposed. */
function fingerprintOf(rows: readonly GroupRow[]): string {
  const told = rows.map(({ name, printed_names, ror, ...row }) => [groupPlace(row), name, printed_names, ror]);
  const settings = [env('INSTITUTION'), env('GROUP_MONTHS_AFTER')];
  const text = [...settings, ...told.map((each) => JSON.stringify(each)).sort()].join('\n');
  return createHash('sha256').update(text).digest('hex');
}

const idOf = (orcid: string, { membership, subject }: MembershipClaim): string =>
  proposalId(kind, orcid, membership.group_id, ...subject);

const isOpen = ({ status }: Proposal) => status === 'open';
const isFromOrcid = ({ evidence }: Proposal) => evidence.source === 'orcid';

/** Proposes claims, and returns the ids of their proposals. */
async function proposeAll(orcid: string, claims: readonly MembershipClaim[], now: Date): Promise<Set<string>> {
  const ids = await inParallel(claims, atOnce, async (claim) => {
    const { membership, source, seen } = claim;
    const id = idOf(orcid, claim);
    const subject = { doi: null, orcids: [orcid], project_id: null, period: null, title: null, membership };
    await proposeOf(orcid, id, { kind, ...subject, evidence: { source, seen_at: now.getTime(), seen } }, now);
    return id;
  });
  return new Set(ids);
}

const everybody = (shard: number) => `people-${shard}`;

/** One run's look at people. */
class MembershipLook {
  readonly counts: MembershipCounts = { people: 0, publications: 0, claims: 0, withdrawn: 0 };
  readonly #known: NamedGroups;
  readonly #target: string;
  readonly #startedMs: number;
  /** People at whom it has looked: each change of theirs leads to them. */
  readonly #seen = new Set<string>();

  constructor(rows: readonly GroupRow[], startedMs: number) {
    this.#known = namedGroups(rows);
    this.#target = fingerprintOf(rows);
    this.#startedMs = startedMs;
  }

  /** Whether this week's look at everybody of a shard is done, with the groups as they are. */
  hasSeenAll(progress: PassProgress | undefined, now: Date): boolean {
    return (
      progress?.ended === true && progress.target === this.#target && now.getTime() - progress.started_at < everyMs
    );
  }

  /** Everybody of a shard. */
  people(run: PassRun, shard: number): PassPart {
    return {
      name: everybody(shard),
      target: this.#target,
      startsOver: ({ ended }) => ended,
      atOnce: 1,
      batchSize: publicationsAtOnce,
      findPage: async (after) => {
        const { items, next } = await rowIds('PERSON', shard, after);
        return { items: items.map((id) => ({ id, position: id })), next };
      },
      handle: (orcids) => this.#lookAt(orcids, run.now),
    };
  }

  /** People whose memberships have changed since the last run. */
  changedMembers(run: PassRun, shard: number): PassPart {
    const handle = (ids: string[]) =>
      this.#lookAt(
        ids.filter((id) => staffIdOf(id) === undefined),
        run.now,
      );
    return feed(run, `members-${shard}`, 'GROUP_MEMBER', shard, handle);
  }

  /** People with publications that have changed since the last run. */
  changedPublications(run: PassRun, shard: number): PassPart {
    return feed(run, `publications-${shard}`, 'PUB', shard, async (dois) => {
      const records = [...(await getPublications(dois)).values()];
      await this.#lookAt(
        records.flatMap(({ researchers }) => researchers.map(({ orcid }) => orcid)),
        run.now,
      );
    });
  }

  #lookAt(orcids: readonly string[], now: Date): Promise<unknown> {
    const others = [...new Set(orcids)].filter((orcid) => !this.#seen.has(orcid));
    return inParallel(others, peopleAtOnce, async (orcid) => {
      await this.#lookAtPerson(orcid, now);
      this.#seen.add(orcid);
    });
  }

  async #lookAtPerson(orcid: string, now: Date): Promise<void> {
    if (!(await getPerson(orcid))) return;
    this.counts.people += 1;
    const before = await proposalsOfKind(orcid, kind);
    const memberships = (await getGroupMember(orcid))?.memberships ?? [];
    const section = await getOrcidSection(orcid, 'employments');
    const employed = employedAt(employmentsOf(section?.raw), memberships, this.#known);
    const rejected = new Set(before.filter(({ status }) => status === 'rejected').map(({ id }) => id));
    const notRejected = employed.filter((claim) => !rejected.has(idOf(orcid, claim)));
    const printed = printedBy(
      await this.#affiliationsOf(orcid),
      memberships,
      notRejected.map(({ membership }) => membership),
      this.#known,
    );
    const claims = [...employed, ...printed];
    this.counts.claims += claims.length;
    const asked = await proposeAll(orcid, claims, now);
    const gone = before.filter(isOpen).filter(({ id }) => !asked.has(id));
    await inParallel(gone, atOnce, ({ id }) => withdraw(id));
    this.counts.withdrawn += gone.length;
  }

  /** The affiliations that a person has printed, by publication. */
  async #affiliationsOf(orcid: string): Promise<PrintedAffiliations[]> {
    const asked = { ...all, sort: 'title', equals: { orcid } } as const;
    const { rows } = await publications.find(asked, Date.now() - this.#startedMs, ['doi']);
    const printed: PrintedAffiliations[] = [];
    for (let start = 0; start < rows.length; start += publicationsAtOnce) {
      const dois = rows.slice(start, start + publicationsAtOnce).map(({ doi }) => doi);
      for (const record of (await getPublications(dois)).values()) printed.push(...affiliationsIn(record, orcid));
      this.counts.publications += dois.length;
    }
    return printed;
  }
}

/** Rows of a list that were written since the last run, or since the first one. */
function feed(
  run: PassRun,
  name: string,
  collection: 'GROUP_MEMBER' | 'PUB',
  shard: number,
  handle: PassPart['handle'],
): PassPart {
  const progress = run.progressOf(name);
  const begunMs = (progress?.started_at ?? run.now.getTime()) - writeBoundMs;
  let start: ChangedRow | undefined = continuedAfter(progress) ?? firstRowAt(begunMs);
  return {
    name,
    isFeed: true,
    atOnce: 1,
    batchSize: publicationsAtOnce,
    findPage: async (after) => {
      const { items, next } = await rowsChangedAfter(collection, shard, start ?? rowAt(after ?? ''));
      start = undefined;
      return {
        items: items.map((row) => ({ id: row.id, position: positionOf(row) })),
        next: next && positionOf(next),
      };
    },
    handle,
  };
}
