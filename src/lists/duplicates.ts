import { DuplicatePair, duplicatePairShape } from '#src/records/likeness/pair.ts';
import { defineList } from './define-list.ts';
import { listSpec } from './model/spec.ts';

/** The sorts of the queue; the first is the default. */
export const duplicateSorts = ['score', 'created_at', 'decided_at'] as const;

export const duplicateSpec = /* @__PURE__ */ listSpec({
  collection: 'DUPLICATE',
  schema: DuplicatePair,
  shape: duplicatePairShape,
  id: ({ id }) => id,
  texts: () => [],
  sorts: {
    score: (row) => row.score,
    created_at: (row) => row.created_at,
    decided_at: (row) => row.decided_at,
  },
  equals: {
    status: (row) => row.status,
    kind: (row) => row.other_kind,
    record: (row) => [row.doi, row.other],
  },
  atLeast: { score: (row) => row.score },
  where: {},
});

/** All pairs of possible duplicates, including decided ones. */
export const duplicatePairs = /* @__PURE__ */ defineList(duplicateSpec);
