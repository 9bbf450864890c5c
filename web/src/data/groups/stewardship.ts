import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHasRole, useSession } from '../../session/session.ts';
import { allGroups } from './queries.ts';
import { withBelow } from './tree.ts';

const none: readonly { group_id: string }[] = [];

/** The ids of the groups that the user looks after. */
export function useStewardedGroups(): readonly string[] {
  const { data } = useSession();
  const stewardships = data?.stewardships ?? none;
  return useMemo(() => stewardships.map(({ group_id }) => group_id), [stewardships]);
}

/** Tells whether the user may change the members of a group and what belongs to it. `isAny`: of any group. */
export function useMayChange(): { ofGroup: (id: string) => boolean; isAny: boolean } {
  const isAdmin = useHasRole('workspace_admin');
  const own = useStewardedGroups();
  const isNeeded = !isAdmin && own.length > 0;
  const { data } = useQuery({ ...allGroups, enabled: isNeeded });
  return useMemo(() => {
    const within = withBelow(own, data ?? []);
    return { ofGroup: (id) => isAdmin || within.has(id), isAny: isAdmin || own.length > 0 };
  }, [isAdmin, own, data]);
}
