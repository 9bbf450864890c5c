import { useCallback } from 'react';
import type { Schema } from '../../api/client.ts';
import { useDraft } from '../../data/draft.ts';
import { type FieldName, isSame, parsedValue, pathOf, valuesOf } from './fields.ts';

type Publication = Schema<'DashboardPublication'>;

/** An edit that is not saved: the value it began with, and what is typed now. */
export interface Draft {
  base: unknown;
  text: string;
}

export type Drafts = Readonly<Partial<Record<FieldName, Draft>>>;

/** The unsaved edits of a publication. A refetch never touches them. */
export function useDrafts(id: string) {
  const [drafts, change] = useDraft<Record<FieldName, Draft>>(`publication.${id}`);
  const write = useCallback(
    (name: FieldName, draft: Draft | undefined) =>
      change(({ [name]: _, ...rest }) => ({ ...rest, ...(draft && { [name]: draft }) })),
    [change],
  );
  /** Forgets edits, and returns how to bring them back. */
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

/** What is left to save: what was typed since, as a change of what is saved now. */
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

const namesOf = (drafts: Drafts) => Object.keys(drafts) as FieldName[];

/** The fields that somebody else has changed to another value since the edit began. */
export function conflictsOf(drafts: Drafts, publication: Publication): FieldName[] {
  return namesOf(drafts).filter((name) => {
    const draft = drafts[name] as Draft;
    const { shown } = valuesOf(publication, name);
    return !isSame(shown, draft.base) && !isSame(shown, parsedValue(name, draft.text, draft.base));
  });
}

/** A patch that sets the edited fields, if they still have the values the edits began with. */
export function patchOf(drafts: Drafts, publication: Publication): Schema<'JsonPatch'> {
  return namesOf(drafts).flatMap((name) => {
    const draft = drafts[name] as Draft;
    const { shown } = valuesOf(publication, name);
    const value = parsedValue(name, draft.text, draft.base);
    if (isSame(value, shown)) return [];
    const path = pathOf(name);
    return [
      { op: 'test' as const, path, value: shown },
      { op: 'replace' as const, path, value },
    ];
  });
}
