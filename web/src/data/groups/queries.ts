import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { answerOf, api, type Schema } from '../../api/client.ts';
import { useLocalized } from '../../text/localized.ts';

export type GroupItem = Schema<'GroupItem'>;

/** As many as the API gives at once. */
const perPage = 5_000;

/** All groups by name, also hidden ones: a tree is drawn of all, and a name may be that of any. */
export const allGroups = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: async ({ signal }): Promise<GroupItem[]> => {
    const groups: GroupItem[] = [];
    for (let [page, pages] = [1, 1]; page <= pages; page++) {
      const query = { q: '', sort: 'name', dir: 'asc', page, perPage } as const;
      const answer = await answerOf(api.GET('/api/groups', { params: { query }, signal }));
      groups.push(...answer.groups);
      pages = answer.pages;
    }
    return groups;
  },
  staleTime: 60_000,
});

export type OutputKind = 'publication' | 'work';

/** The groups that somebody has added an output to, or excluded it from. */
export const groupsOfOutput = (kind: OutputKind, id: string) =>
  queryOptions({
    queryKey: ['groups', kind, id],
    queryFn: ({ signal }) => {
      const options = { params: { path: { id } }, signal };
      return answerOf(
        kind === 'publication'
          ? api.GET('/api/publication-groups/{id}', options)
          : api.GET('/api/work-groups/{id}', options),
      );
    },
    placeholderData: undefined,
  });

const byId = (groups: readonly GroupItem[]) => new Map(groups.map((group) => [group.id, group]));

/** The name of a group by its id: the id until it is known, or if there is none. */
export function useGroupName(isNeeded = true): (id: string) => string {
  const localized = useLocalized();
  const { data } = useQuery({ ...allGroups, select: byId, enabled: isNeeded });
  return useCallback((id) => localized(data?.get(id)?.name) ?? id, [data, localized]);
}
