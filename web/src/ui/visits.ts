import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { remember } from '../preferences.ts';

interface Visit {
  path: string;
  search: Record<string, unknown>;
}

const storageKey = 'registry.visits';
const mostVisits = 50;

/** The pages of this tab by their place in its history, kept when it is loaded again. */
let visits: ReadonlyMap<number, Visit> = read();

function read(): Map<number, Visit> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return new Map();
  }
}

const isSame = (one: Visit | undefined, other: Visit) => JSON.stringify(one) === JSON.stringify(other);

/** Notes the page at a place. Another page than before ends what was ahead. */
function note(place: number, visit: Visit): void {
  const before = visits.get(place);
  if (isSame(before, visit)) return;
  const left = [...visits].filter(([at]) => at < place || (at > place && before?.path === visit.path));
  visits = new Map([...left, [place, visit] as const].sort(([one], [other]) => one - other).slice(-mostVisits));
  remember(sessionStorage, storageKey, JSON.stringify([...visits]));
}

/** The pages before and after this one in the history of the tab, and the last one before with a path. */
export function useVisits() {
  const { pathname: path, search, state } = useRouterState({ select: ({ location }) => location });
  const place = (state as { __TSR_index?: number }).__TSR_index ?? 0;
  // As it was when the page was opened: what is ahead is where somebody comes back from.
  const [next] = useState(() => (visits.get(place)?.path === path ? visits.get(place + 1) : undefined));
  useEffect(() => note(place, { path, search: search as Visit['search'] }), [place, path, search]);
  return {
    previous: visits.get(place - 1),
    next,
    lastOf: (wanted: string) => [...visits].findLast(([at, visit]) => at < place && visit.path === wanted)?.[1],
  };
}
