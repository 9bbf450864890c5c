import type { components } from '../../api/schema.ts';
import { type Person, written } from '../../data/people.ts';
import { authorPatch, hasOtherAuthors } from './authors.ts';
import { type FieldName, fields, pathOf, valuesOf } from './fields.ts';
import { editedValue, faultOf, type Input, isSameValue } from './input.ts';

type Publication = components['schemas']['DashboardPublication'];

/** An unsaved edit: the original value and the input. */
export interface Draft {
  base: unknown;
  input: Input;
}

export type Drafts = Readonly<Partial<Record<FieldName, Draft>>>;

/** The fields with an unsaved edit. */
export const namesOf = (drafts: Drafts) => Object.keys(drafts) as FieldName[];

/** The fields that somebody else has set to another value since the edit began. */
export function conflictsOf(drafts: Drafts, publication: Publication): FieldName[] {
  return namesOf(drafts).filter((name) => {
    const draft = drafts[name] as Draft;
    const { shown } = valuesOf(publication, name);
    return !isSameValue(name, shown, draft.base) && !isSameValue(name, shown, editedValue(name, draft.input));
  });
}

/** The fields whose input is not valid. */
export const faultyOf = (drafts: Drafts): FieldName[] =>
  namesOf(drafts).filter((name) => faultOf(name, (drafts[name] as Draft).input) !== undefined);

/**
 * A patch that sets the edited fields if they still have their original values. For many authors, sets only the edited
 * ones.
 */
export function patchOf(drafts: Drafts, publication: Publication): components['schemas']['JsonPatch'] {
  return namesOf(drafts).flatMap((name) => {
    const draft = drafts[name] as Draft;
    const { shown } = valuesOf(publication, name);
    const edited = editedValue(name, draft.input);
    if (isSameValue(name, edited, shown)) return [];
    if (name === 'authors' && hasOtherAuthors(publication)) return authorPatch(shown as Person[], edited as Person[]);
    const path = pathOf(name);
    const value = fields[name] === 'people' ? (edited as Person[]).map(written) : edited;
    return [
      { op: 'test' as const, path, value: shown },
      { op: 'replace' as const, path, value },
    ];
  });
}
