import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PublicationSearch } from '../../data/publication-filters/search.ts';
import type { Publication } from './columns.tsx';
import { isSameList, type ShownRows, withoutGone } from './selection.ts';

/** The publications that an action is for: some, or all that a search finds. */
export type Targets = { rows: readonly Publication[] } | { search: PublicationSearch; total: number };

export const countOf = (targets: Targets): number => ('rows' in targets ? targets.rows.length : targets.total);

/**
 * The selected publications, including those on other pages, or the whole result. Shown ones have the list's current
 * values. What leaves the list leaves the selection, so that nothing is changed that nobody sees: rows that a list read
 * again no longer has, and with other filters all that are not shown, and the whole result. `search` is that of the
 * rows; undefined while they are being read.
 */
export function useSelection(rows: readonly Publication[], search: PublicationSearch | undefined, total: number) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Publication>>(new Map());
  const [whole, setWhole] = useState<PublicationSearch>();
  const known = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const shown = useRef<ShownRows>(undefined);
  useEffect(() => {
    if (!search) return;
    const now = { search, ids: new Set(known.keys()) };
    const before = shown.current;
    shown.current = now;
    if (before) setChosen((chosen) => withoutGone(chosen, before, now));
    setWhole((all) => all && (isSameList(all, search) ? all : undefined));
  }, [known, search]);
  const selected = useMemo(() => new Map([...chosen].map(([id, row]) => [id, known.get(id) ?? row])), [chosen, known]);
  const select = useCallback(
    (ids: ReadonlySet<string> | undefined) => {
      if (!ids) return;
      setWhole(undefined);
      setChosen((before) => {
        const found = [...ids].flatMap((id) => known.get(id) ?? before.get(id) ?? []);
        return new Map(found.map((row) => [row.id, row]));
      });
    },
    [known],
  );
  /** After an action that was tried: rows of other pages may have left the list, except those where the action failed. */
  const keep = useCallback(
    (failed: ReadonlySet<string> | undefined) => {
      if (!failed) return;
      setWhole(undefined);
      setChosen((before) => new Map([...before].filter(([id]) => known.has(id) || failed.has(id))));
    },
    [known],
  );
  const targets: Targets = useMemo(
    () => (whole ? { search: whole, total } : { rows: [...selected.values()] }),
    [whole, total, selected],
  );
  return {
    targets,
    /** The ids of the selected rows, as the table shows them. */
    ids: useMemo(() => new Set(whole ? known.keys() : selected.keys()), [whole, known, selected]),
    select,
    keep,
    /** Selects all publications of the list; undefined if that is no more than what is selected. */
    selectAll: search && !whole && total > selected.size ? { total, act: () => setWhole(search) } : undefined,
  };
}

export type SelectionOfList = ReturnType<typeof useSelection>;
