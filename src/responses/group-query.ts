import * as z from 'zod';
import { filter, oneOf } from '#src/http/query.ts';
import { echoValues, valuesFilter } from '#src/http/values-filter.ts';
import { requireScope } from '#src/identity/credentials/credential-auth.ts';
import type { CopiedGroups } from '#src/lists/changes/output-changes.ts';
import { type AskedGroups, type GroupReader, groupFilter, type KnownGroups } from '#src/lists/groups/group-filter.ts';
import type { CountedGroups } from '#src/lists/model/counting.ts';
import type { GroupFilter } from '#src/lists/model/query.ts';
import { groupBases } from '#src/records/groups/knowledge.ts';
import { invalidField } from '#src/runtime/errors.ts';

const flag = (description: string) => filter(z.enum(['true', 'false']), { type: 'boolean' }, description);

/** The filters of lists of outputs by group. */
export const groupFilters = {
  group_id: valuesFilter(
    z.string().toLowerCase().max(80),
    { type: 'string' },
    'Only what belongs to this group, or to no group: `none`. An unknown group has nothing.',
  ),
  subgroups: flag('Whether what belongs to a part of a group belongs to it, too, as long as it is one. Default: true.'),
  group_basis: oneOf(
    groupBases,
    'When somebody must be a member: on the day of publication, today, or ever. Default: the setting of the registry.',
  ),
  group_primary: flag("Whether only a person's primary membership counts, while there is one. Default: false."),
};

/** The grants of routes with these filters, beside those of their lists. */
export const groupFilterGrants = [
  'lists:groups',
  'lists:group-members',
  'lists:group-outputs',
  'setting:groups',
] as const;

/** The lists that a request without a group does not read. */
export const groupFilterReads = ['lists:groups', 'lists:group-members', 'lists:group-outputs'] as const;

export type GroupQuery = z.output<z.ZodObject<typeof groupFilters>>;

/** The rule that a request asks for. */
export const groupRuleOf = ({ subgroups, group_basis, group_primary }: GroupQuery): Omit<AskedGroups, 'ids'> => ({
  subgroups: subgroups !== 'false',
  basis: group_basis ?? undefined,
  primary: group_primary === 'true',
});

const isGiven = ({ group_id, subgroups, group_basis, group_primary }: GroupQuery) =>
  [group_id, subgroups, group_basis, group_primary].some((value) => value !== null);

/** Throws Problem `scope_not_granted` for a request with a filter by group of a caller who may not read groups. */
export function requireGroupScope(query: GroupQuery, caller: { scopes: string[] }): void {
  if (isGiven(query)) requireScope(caller, 'groups.read');
}

/** Throws Problem `invalid_query` for a request with a filter by group of a list that has none. */
export function refuseGroups(query: GroupQuery, list: string): void {
  const names = Object.keys(groupFilters) as (keyof GroupQuery)[];
  const given = names.find((name) => query[name] !== null);
  if (given) throw invalidField('query', given, `is no filter of the list ${list}`);
}

/** The groups of which a client keeps the outputs; undefined for all outputs. */
export const copiedGroups = (query: GroupQuery, now: Date): CopiedGroups | undefined =>
  query.group_id === null ? undefined : { ids: query.group_id, ...groupRuleOf(query), now };

type BothGroups = GroupQuery & { and_group_id?: readonly string[] | null | undefined };

/** The condition of a list; none if no group is asked for. */
export const groupConditions = async (query: BothGroups, of: GroupReader, now: Date) =>
  combined(await Promise.all(askedGroups(query).map((asked) => groupFilter(of, asked, now))));

/** The condition of a list by groups as they are known. */
export const groupConditionsOf = (known: KnownGroups, query: BothGroups, now: Date) =>
  combined(askedGroups(query).map((asked) => known.filter(asked, now)));

const askedGroups = (query: BothGroups): AskedGroups[] =>
  [query.group_id, query.and_group_id ?? null].flatMap((ids) => (ids === null ? [] : { ids, ...groupRuleOf(query) }));

const combined = ([filter, and]: readonly GroupFilter[]): { groups?: GroupFilter } =>
  filter ? { groups: and ? bothFilters(filter, and) : filter } : {};

const both = new WeakMap<GroupFilter, WeakMap<GroupFilter, GroupFilter>>();

/** Outputs that pass two filters; the same object for the same two, so that its result is kept. */
function bothFilters(filter: GroupFilter, and: GroupFilter): GroupFilter {
  const known = both.get(filter) ?? new WeakMap<GroupFilter, GroupFilter>();
  both.set(filter, known);
  const made = known.get(and) ?? { ...filter, and };
  known.set(and, made);
  return made;
}

/** How outputs are counted by the groups that may be named: if some are asked for, by these and what is below them. */
export function countedGroups(known: KnownGroups, query: GroupQuery, now: Date): CountedGroups {
  const ids = query.group_id?.filter((id) => id !== 'none') ?? [];
  const asked = query.subgroups === 'false' ? new Set(ids) : known.withBelow(ids);
  return {
    ...{ kind: 'groups', counting: known.counting(groupRuleOf(query), now), levelOf: known.levelOf },
    only: ids.length === 0 ? known.named : new Set([...asked].filter((id) => known.named.has(id))),
  };
}

/** Echoes the applied filters, those that are given. */
export const echoGroups = ({ group_id, subgroups, group_basis, group_primary }: GroupQuery) => ({
  ...(group_id && { group_id: String(echoValues(group_id)) }),
  ...(subgroups && { subgroups: subgroups === 'true' }),
  ...(group_basis && { group_basis }),
  ...(group_primary && { group_primary: group_primary === 'true' }),
});

/** The echoed filters in a response. */
export const groupEcho = {
  group_id: z.string().optional(),
  subgroups: z.boolean().optional(),
  group_basis: z.enum(groupBases).optional(),
  group_primary: z.boolean().optional(),
};
