import { groupFilterGrants } from '../group-query.ts';

/** What counting and listing outputs for a report reads, and what a steward looks after. */
export const countGrants = [
  'lists:curated-publications',
  'lists:works',
  'lists:people',
  'publications:read',
  'works:read',
  'people:read',
  'journals:read',
  'groups:read',
  'group-tree:read',
  'users:query',
  'setting:institution',
  'rollout:count',
  ...groupFilterGrants,
] as const;

/** What finding out which groups a steward looks after reads. */
export const readerGrants = ['groups:read', 'group-tree:read', 'users:query'] as const;
