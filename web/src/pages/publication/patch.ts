import type { components } from '../../api/schema.ts';
import { authorPatch, hasOtherAuthors } from './authors.ts';
import { type FieldName, isSame, parsedValue, pathOf, valuesOf } from './fields.ts';

type Publication = components['schemas']['DashboardPublication'];
type Author = { name: string };

/** An unsaved edit: the original value and the input. */
export interface Draft {
  base: unknown;
  text: string;
}

export type Drafts = Readonly<Partial<Record<FieldName, Draft>>>;

/** The fields with an unsaved edit. */
export const namesOf = (drafts: Drafts) => Object.keys(drafts) as FieldName[];

/** The fields that somebody else has set to another value since the edit began. */
export function conflictsOf(drafts: Drafts, publication: Publication): FieldName[] {
  return namesOf(drafts).filter((name) => {
    const draft = drafts[name] as Draft;
    const { shown } = valuesOf(publication, name);
    return !isSame(shown, draft.base) && !isSame(shown, parsedValue(name, draft.text, draft.base));
  });
}

/**
 * A patch that sets the edited fields if they still have their original values. For many authors, sets only the edited
 * ones.
 */
export function patchOf(drafts: Drafts, publication: Publication): components['schemas']['JsonPatch'] {
  return namesOf(drafts).flatMap((name) => {
    const draft = drafts[name] as Draft;
    const { shown } = valuesOf(publication, name);
    const value = parsedValue(name, draft.text, draft.base);
    if (isSame(value, shown)) return [];
    if (name === 'authors' && hasOtherAuthors(publication)) return authorPatch(shown as Author[], value as Author[]);
    const path = pathOf(name);
    return [
      { op: 'test' as const, path, value: shown },
      { op: 'replace' as const, path, value },
    ];
  });
}
