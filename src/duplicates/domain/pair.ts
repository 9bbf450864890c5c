import * as z from 'zod';
import { duplicateReasons, type Likeness } from './compare.ts';

/** Stored shape version. Raise it as `publicationShape`. */
export const duplicatePairShape = 2;

/** `obsolete` pairs are no longer candidates, but may become candidates again. */
export const pairStatuses = ['open', 'different', 'merged', 'obsolete'] as const;
export type PairStatus = (typeof pairStatuses)[number];

/** Two records that may be one publication: two publications, or a publication and a work of one of its researchers. */
export const DuplicatePair = z.object({
  id: z.string(),
  /** A publication's DOI: of two, the first in sort order. */
  doi: z.string(),
  /** The other publication's DOI, or the work's id. */
  other: z.string(),
  other_kind: z.enum(['publication', 'work']),
  score: z.int(),
  reasons: z.array(z.enum(duplicateReasons)),
  status: z.enum(pairStatuses),
  /** The DOI of the kept publication; null unless merged. */
  kept: z.string().nullable(),
  /** Milliseconds since the epoch. */
  created_at: z.int(),
  /** Time and actor of the last decision or undo; the actor in the form of `actorOf` in src/identity. */
  decided_at: z.int().nullable(),
  decided_by: z.string().nullable(),
  /** Incremented by every write, which is conditional on the version it read. */
  version: z.int(),
  changed: z.int(),
});
export type DuplicatePair = z.output<typeof DuplicatePair>;

/** A record that is compared with others. */
export interface ComparedRecord {
  kind: 'publication' | 'work';
  id: string;
}

/** Its name in keys and links, such as `publication:10.1234/abc`. */
export const recordName = ({ kind, id }: ComparedRecord): string => `${kind}:${id}`;

export function parseRecordName(name: string): ComparedRecord {
  const at = name.indexOf(':');
  return { kind: name.slice(0, at) === 'work' ? 'work' : 'publication', id: name.slice(at + 1) };
}

export const recordsOf = ({
  doi,
  other,
  other_kind,
}: Pick<DuplicatePair, 'doi' | 'other' | 'other_kind'>): [ComparedRecord, ComparedRecord] => [
  { kind: 'publication', id: doi },
  { kind: other_kind, id: other },
];

/** A new open pair. At least one record must be a publication. */
export function newPair(
  id: string,
  [one, other]: [ComparedRecord, ComparedRecord],
  likeness: Likeness,
  now: Date,
): DuplicatePair {
  const [first, second] = [one, other].sort((a, b) => (recordName(a) < recordName(b) ? -1 : 1)) as [
    ComparedRecord,
    ComparedRecord,
  ];
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
