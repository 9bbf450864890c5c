import { useCallback, useMemo } from 'react';
import { useDraft } from '../../data/draft.ts';
import { isSame } from '../../data/same.ts';
import { type FieldName, fields } from './fields.ts';
import { editedValue, inputOf } from './input.ts';
import { type Draft, type Drafts, namesOf } from './patch.ts';

/** The unsaved edits of a publication. A refetch never changes them. */
export function useDrafts(id: string) {
  const [stored, change] = useDraft<Record<FieldName, Draft>>(`publication.${id}`);
  const drafts = useMemo(() => readable(stored), [stored]);
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

/** The drafts of this tab. A tab may have some of an earlier release, which kept every input as a text. */
const readable = (drafts: Partial<Record<FieldName, Draft & { text?: string }>>): Drafts =>
  Object.fromEntries(
    namesOf(drafts).flatMap((name) => {
      const { base, input, text = '' } = drafts[name] as Draft & { text?: string };
      if (!(name in fields)) return [];
      const begun = inputOf(name, base);
      return [[name, { base, input: input ?? (typeof begun === 'string' ? text : begun) }]];
    }),
  );

/** The drafts that remain after saving: input typed since, based on the saved values. */
function afterSaving(now: Drafts, saved: Drafts): Drafts {
  const later = namesOf(now).flatMap((name) => {
    const [typed, stored] = [now[name] as Draft, saved[name]];
    if (isSame(typed.input, stored?.input)) return [];
    const base = stored ? editedValue(name, stored.input) : typed.base;
    return [[name, { ...typed, base }] as const];
  });
  return Object.fromEntries(later);
}

const withoutNames = (drafts: Drafts, names: readonly FieldName[]): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([name]) => !names.includes(name as FieldName)));
