import {
  blockKeys,
  type Comparable,
  comparableOf,
  comparablePublication,
  comparableWork,
} from '../domain/duplicates/comparable.ts';
import { compare } from '../domain/duplicates/compare.ts';
import {
  type DuplicatePair,
  type Member,
  memberName,
  membersOf,
  type PairStatus,
  parseMember,
} from '../domain/duplicates/pair.ts';
import { curatedPublications } from '../lists/curated-publications.ts';
import { duplicatePairs } from '../lists/duplicates.ts';
import { works } from '../lists/works.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { pairId } from '../storage/duplicates/pairs.ts';
import { getPublications } from '../storage/publications.ts';
import { getWorks } from '../storage/works.ts';
import { type Candidate, propose, topCandidates, withdraw } from './find.ts';

/** Of a larger block, only the first are compared with each other: each of the others is still in its other blocks. */
const maxCompared = 64;
const pairsAtOnce = 200;
const writesAtOnce = 16;

/**
 * What a pass did. `examined`: pairs whose records were read. `complete`: whether the deadline came after the end.
 */
export interface PassResult {
  members: number;
  candidates: number;
  examined: number;
  proposed: number;
  withdrawn: number;
  complete: boolean;
}

/** A member as its list row shows it. */
interface RowMember {
  member: Member;
  comparable: Comparable;
}

/**
 * Finds the possible duplicates in the whole registry, from the lists in memory. Only pairs that are new, or are not found
 * any more, are read and written, so a run that was killed or came to the deadline (milliseconds since the epoch) is
 * continued by the next. It finds what was stored without blocks, and repairs what a write has left undone.
 */
export async function findAllDuplicates({ now, deadlineMs }: { now: Date; deadlineMs: number }): Promise<PassResult> {
  const [members, stored] = [await readMembers(), await readPairs()];
  const found = findPairs(members);
  const result = { members: members.length, candidates: found.size, examined: 0, proposed: 0, withdrawn: 0 };
  const isNew = ([id]: [string, unknown]) => (stored.get(id)?.status ?? 'obsolete') === 'obsolete';
  const lost = [...stored.values()].filter(({ id, status }) => status === 'open' && !found.has(id));
  const examined: [Member, Member][] = [...[...found].filter(isNew).map(([, pair]) => pair), ...lost.map(membersOf)];
  for (let start = 0; start < examined.length; start += pairsAtOnce) {
    if (Date.now() >= deadlineMs) return { ...result, complete: false };
    const group = examined.slice(start, start + pairsAtOnce);
    const comparables = await readComparables(group.flat());
    await inParallel(group, writesAtOnce, async ([one, other]) => {
      const [a, b] = [one, other].map((member) => comparables.get(memberName(member)));
      const likeness = a && b && compare(a, b);
      const status = stored.get(pairId(one, other))?.status;
      result.examined += 1;
      if (likeness && status !== 'open') {
        await propose(one, { member: other, likeness }, now);
        result.proposed += 1;
      } else if (!likeness && status === 'open') {
        await withdraw(pairId(one, other));
        result.withdrawn += 1;
      }
    });
  }
  return { ...result, complete: true };
}

/** The pairs that may be duplicates as far as rows show, by id. */
function findPairs(members: readonly RowMember[]): Map<string, [Member, Member]> {
  const blocks = new Map<string, RowMember[]>();
  for (const each of members) {
    for (const key of blockKeys(each.comparable)) {
      const block = blocks.get(key);
      if (block) block.push(each);
      else blocks.set(key, [each]);
    }
  }
  const candidates = new Map<string, Candidate[]>();
  const add = (name: string, candidate: Candidate) => {
    const known = candidates.get(name);
    if (!known) candidates.set(name, [candidate]);
    else if (!known.some(({ member }) => memberName(member) === memberName(candidate.member))) known.push(candidate);
  };
  for (const block of blocks.values()) {
    const compared = block.slice(0, maxCompared);
    for (const [index, one] of compared.entries()) {
      for (const other of compared.slice(index + 1)) {
        const likeness = compare(one.comparable, other.comparable);
        if (!likeness) continue;
        add(memberName(one.member), { member: other.member, likeness });
        add(memberName(other.member), { member: one.member, likeness });
      }
    }
  }
  const pairs = new Map<string, [Member, Member]>();
  for (const [name, found] of candidates) {
    const member = parseMember(name);
    for (const other of topCandidates(found)) pairs.set(pairId(member, other.member), [member, other.member]);
  }
  return pairs;
}

/** Rows do not name the venue: this one, of all of them, lets pairs pass that need a common one. */
const anyVenue = 'any';

/** All publications and works that are compared. */
async function readMembers(): Promise<RowMember[]> {
  const ofPublications = await curatedPublications.aggregate<RowMember[]>(
    {
      start: () => [],
      add: (members, row) => {
        if (row.deleted_at !== null) return;
        const { doi, title, publication_year: year, publication_type: type, orcids, author_names } = row;
        const authors = author_names === '' ? [] : author_names.split('\n');
        const described = { doi, title, subtitle: null, year, authors, venue: anyVenue, type, orcids };
        members.push({ member: { kind: 'publication', id: doi }, comparable: comparableOf(described) });
      },
    },
    0,
  );
  const ofWorks = await works.aggregate<RowMember[]>(
    {
      start: () => [],
      add: (members, { id, title, publication_year: year, work_type: type, orcid, deleted_at }) => {
        if (deleted_at !== null) return;
        const described = {
          doi: null,
          title,
          subtitle: null,
          year,
          authors: [],
          venue: anyVenue,
          type,
          orcids: [orcid],
        };
        members.push({ member: { kind: 'work', id }, comparable: comparableOf(described) });
      },
    },
    0,
  );
  return [...ofPublications.value, ...ofWorks.value];
}

type StoredPair = Pick<DuplicatePair, 'id' | 'doi' | 'other' | 'other_kind'> & { status: PairStatus };

async function readPairs(): Promise<Map<string, StoredPair>> {
  const { value } = await duplicatePairs.aggregate<Map<string, StoredPair>>(
    {
      start: () => new Map(),
      add: (pairs, { id, doi, other, other_kind, status }) =>
        void pairs.set(id, { id, doi, other, other_kind, status }),
    },
    0,
  );
  return value;
}

/** What is compared of these members, by name; nothing of those that are gone. */
async function readComparables(members: readonly Member[]): Promise<Map<string, Comparable>> {
  const idsOf = (kind: Member['kind']) => members.flatMap((each) => (each.kind === kind ? [each.id] : []));
  const [records, withoutDoi] = [await getPublications(idsOf('publication')), await getWorks(idsOf('work'))];
  const compared = [
    ...[...records.values()].map(
      (record) => [{ kind: 'publication', id: record.doi }, comparablePublication(record)] as const,
    ),
    ...[...withoutDoi.values()].map((work) => [{ kind: 'work', id: work.id }, comparableWork(work)] as const),
  ];
  return new Map(compared.flatMap(([member, comparable]) => (comparable ? [[memberName(member), comparable]] : [])));
}
