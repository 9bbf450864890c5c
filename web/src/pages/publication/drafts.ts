import { useCallback } from 'react';
import { useDraft } from '../../data/draft.ts';
import { type FieldName, parsedValue } from './fields.ts';
import { type Draft, type Drafts, namesOf } from './patch.ts';

/** The unsaved edits of a publication. A refetch never changes them. */
export function useDrafts(id: string) {
  const [drafts, change] = useDraft<Record<FieldName, Draft>>(`publication.${id}`);
  const write = useCallback(
    (name: FieldName, draft: Draft | undefined) =>
      change(({ [name]: _, ...rest }) => ({ ...rest, ...(draft && { [name]: draft }) })),
    [change],
  );
  /** Discards edits and returns a function that restores them. */
  const discard = useCallback(
    (discarded: Drafts) => {
      change((now) => withoutNames(now, namesOf(discarded)));
      return () => change((now) => ({ ...discarded, ...now }));
    },
    [change],
  );
  const settle = useCallback((saved: Drafts) => change((now) => afterSaving(now, saved)), [change]);
  return { drafts, write, discard, settle };
}

/** The drafts that remain after saving: input typed since, based on the saved values. */
function afterSaving(now: Drafts, saved: Drafts): Drafts {
  const later = namesOf(now).flatMap((name) => {
    const [typed, stored] = [now[name] as Draft, saved[name]];
    if (typed.text === stored?.text) return [];
    const base = stored ? parsedValue(name, stored.text, stored.base) : typed.base;
    return [[name, { ...typed, base }] as const];
  });
  return Object.fromEntries(later);
}

const withoutNames = (drafts: Drafts, names: readonly FieldName[]): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([name]) => !names.includes(name as FieldName)));
