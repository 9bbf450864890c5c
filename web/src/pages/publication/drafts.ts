import { useCallback, useEffect, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { type FieldName, isSame, parsedValue, pathOf, valuesOf } from './fields.ts';

type Publication = Schema<'DashboardPublication'>;

/** An edit that is not saved: the value it began with, and what is typed now. */
export interface Draft {
  base: unknown;
  text: string;
}

export type Drafts = Readonly<Partial<Record<FieldName, Draft>>>;

/**
 * The unsaved edits of a publication. A refetch never touches them, and this tab remembers them until they are saved or
 * discarded, also if the session ends meanwhile.
 */
export function useDrafts(id: string, email: string) {
  const storageKey = `registry.drafts.${email}.${id}`;
  const [drafts, setDrafts] = useState<Drafts>(() => read(storageKey));
  useEffect(() => {
    if (Object.keys(drafts).length > 0) sessionStorage.setItem(storageKey, JSON.stringify(drafts));
    else sessionStorage.removeItem(storageKey);
  }, [storageKey, drafts]);
  const write = useCallback(
    (name: FieldName, draft: Draft | undefined) =>
      setDrafts(({ [name]: _, ...rest }) => ({ ...rest, ...(draft && { [name]: draft }) })),
    [],
  );
  const discard = useCallback(() => setDrafts({}), []);
  return { drafts, write, discard };
}

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

function read(storageKey: string): Drafts {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Drafts;
  } catch {
    return {};
  }
}
