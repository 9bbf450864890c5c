import { doiHintReads } from '../curated-outputs/doi-hints.ts';
import { groupFilterGrants } from '../group-query.ts';

/** For counting and listing the outputs of a report, and for the groups that a steward looks after. */
export const countGrants = [
  'lists:curated-publications',
  'lists:works',
  ...doiHintReads,
  'lists:people',
  'publications:read',
  'works:read',
  'people:read',
  'journals:read',
  'groups:read',
  'group-tree:read',
  'users:read',
  'setting:institution',
  'rollout:count',
  ...groupFilterGrants,
] as const;

/** For the groups that a steward looks after. */
export const readerGrants = ['groups:read', 'group-tree:read', 'users:read'] as const;
