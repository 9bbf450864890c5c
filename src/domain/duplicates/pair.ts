import * as z from 'zod';
import { duplicateReasons, type Likeness } from './compare.ts';

/**
 * The version of the shape of pairs, stored with each. Raise it when a field is added, removed or gets another meaning; a
 * field that is added has a `.default(...)`.
 */
export const duplicatePairShape = 1;

/** What is to be said of a pair. `obsolete`: it is no candidate any more; it may become one again. */
export const pairStatuses = ['open', 'different', 'merged', 'obsolete'] as const;
export type PairStatus = (typeof pairStatuses)[number];

/** Two records that may be of one publication: two publications, or a publication and a work of one of its researchers. */
export const DuplicatePair = z.object({
  id: z.string(),
  /** The DOI of a publication. Of two publications, the one that sorts first. */
  doi: z.string(),
  /** The DOI of the other publication, or the id of the work. */
  other: z.string(),
  other_kind: z.enum(['publication', 'work']),
  /** 70 to 100. */
  score: z.int(),
  reasons: z.array(z.enum(duplicateReasons)),
  status: z.enum(pairStatuses),
  /** The DOI of the publication that was kept; null unless they were merged. */
  kept: z.string().nullable(),
  /** Milliseconds since the epoch. */
  created_at: z.int(),
  /** When the last decision was made, or undone, and by whom, in the form of `actorOf` in src/auth. */
  decided_at: z.int().nullable(),
  decided_by: z.string().nullable(),
  /** Incremented by every write. A write is conditional on the version it read. */
  version: z.int(),
  /** When it was written. */
  changed: z.int(),
});
export type DuplicatePair = z.output<typeof DuplicatePair>;

/** A publication or a work in blocks and pairs. */
export interface Member {
  kind: 'publication' | 'work';
  /** A DOI or the id of a work. */
  id: string;
}

/** A name of a member, such as `publication:10.1234/abc`. */
export const memberName = ({ kind, id }: Member): string => `${kind}:${id}`;

/** The member with a name. */
export function parseMember(name: string): Member {
  const at = name.indexOf(':');
  return { kind: name.slice(0, at) === 'work' ? 'work' : 'publication', id: name.slice(at + 1) };
}

/** The members of a pair. */
export const membersOf = ({
  doi,
  other,
  other_kind,
}: Pick<DuplicatePair, 'doi' | 'other' | 'other_kind'>): [Member, Member] => [
  { kind: 'publication', id: doi },
  { kind: other_kind, id: other },
];

/** A new pair, open. One of the members must be a publication. */
export function newPair(id: string, [one, other]: [Member, Member], likeness: Likeness, now: Date): DuplicatePair {
  const [first, second] = [one, other].sort((a, b) => (memberName(a) < memberName(b) ? -1 : 1)) as [Member, Member];
  return {
    id,
    // "publication" sorts before "work".
    doi: first.id,
    other: second.id,
    other_kind: second.kind,
    ...likeness,
    status: 'open',
    kept: null,
    created_at: now.getTime(),
    decided_at: null,
    decided_by: null,
    version: 1,
    changed: now.getTime(),
  };
}
