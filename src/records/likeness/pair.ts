import * as z from 'zod';
import { duplicateReasons, type Likeness, newerReasons } from './compare.ts';

/** Stored shape version. Raise it as `publicationShape`. */
export const duplicatePairShape = 3;

/** `obsolete` pairs are no longer candidates, but may become candidates again. */
export const pairStatuses = ['open', 'different', 'merged', 'obsolete'] as const;

/**
 * Two records that may be one: two publications, a publication and a work of one of its researchers, or two works of a
 * researcher.
 */
export const DuplicatePair = z.object({
  id: z.string(),
  /** A publication's DOI: of two, the first in sort order. Of two works, the first one's id. */
  doi: z.string(),
  /** Whether `doi` is one. The previous release takes a work's id for a DOI that is not in the registry. */
  first_kind: z.enum(['publication', 'work']).default('publication'),
  /** The other publication's DOI, or the work's id. */
  other: z.string(),
  other_kind: z.enum(['publication', 'work']),
  score: z.int(),
  reasons: z.array(z.enum(duplicateReasons)),
  /** Reasons that the previous release does not know. */
  newer_reasons: z.array(z.enum(newerReasons)).default([]),
  status: z.enum(pairStatuses),
  /** The DOI of the kept publication, or the id of the kept work; null unless merged. */
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

/** A pair's score and reasons as stored. */
export function likenessFields({
  score,
  reasons,
}: Likeness): Pick<DuplicatePair, 'score' | 'reasons' | 'newer_reasons'> {
  const known = reasons.filter((each) =>
    duplicateReasons.some((reason) => reason === each),
  ) as DuplicatePair['reasons'];
  const newer = reasons.filter((each) => newerReasons.some((reason) => reason === each));
  return { score, reasons: known, newer_reasons: newer as DuplicatePair['newer_reasons'] };
}

/** The kinds and ids of the records of a pair. */
export type PairedRecords = Pick<DuplicatePair, 'doi' | 'first_kind' | 'other' | 'other_kind'>;

export const recordsOf = (pair: PairedRecords): [ComparedRecord, ComparedRecord] => [
  { kind: pair.first_kind, id: pair.doi },
  { kind: pair.other_kind, id: pair.other },
];

/** The ids of a pair's publications. */
export const publicationsOf = (pair: PairedRecords): string[] =>
  recordsOf(pair).flatMap(({ kind, id }) => (kind === 'publication' ? [id] : []));

/** A new open pair. */
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
    first_kind: first.kind,
    other: second.id,
    other_kind: second.kind,
    ...likenessFields(likeness),
    status: 'open',
    kept: null,
    created_at: now.getTime(),
    decided_at: null,
    decided_by: null,
    version: 1,
    changed: now.getTime(),
  };
}
