import {
  editedValue,
  type Fault,
  type FieldKind,
  faultOf,
  type Input,
  inputOf,
  isSameValue,
} from '../../data/field-input.ts';
import type { Person } from '../../data/people.ts';
import { written } from '../../data/people.ts';
import { isEmpty } from '../../data/value-text.ts';
import type { NamedField } from '../../data/vocabulary.ts';
import type { Patch, Work } from './queries.ts';

/** The fields of a work in the order of the page. */
export const fields = {
  title: 'localized',
  work_type: 'workType',
  publication_date: 'date',
  authors: 'people',
  editors: 'people',
  container_title: 'text',
  series_title: 'text',
  publisher: 'text',
  institution: 'text',
  publication_place: 'text',
  volume: 'text',
  issue: 'text',
  pages: 'text',
  edition: 'text',
  isbn: 'lines',
  issn: 'lines',
  pmid: 'text',
  handle: 'text',
  url: 'url',
  language: 'language',
  abstract: 'long',
} as const satisfies Partial<Record<NamedField, FieldKind>>;

export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as FieldName[];

type Shown = Work['merged'];
type Promoted = 'title' | 'work_type' | 'publication_date';
const promoted: readonly FieldName[] = ['title', 'work_type', 'publication_date'] satisfies Promoted[];

export const pathOf = (name: FieldName): string => (promoted.includes(name) ? `/${name}` : `/data/${name}`);

/** The value that is shown. */
export const shownValue = (shown: Shown, name: FieldName): unknown =>
  (promoted.includes(name) ? shown[name as Promoted] : shown.data[name]) ?? null;

/** Whether an editor has set the field. */
export function isEdited({ edited }: Work, name: FieldName): boolean {
  const place = promoted.includes(name) ? edited : (edited.data as Record<string, unknown> | undefined);
  return place !== undefined && Object.hasOwn(place, name);
}

/** Values that were typed and are not saved. */
export type Typed = Readonly<Partial<Record<FieldName, Input>>>;

const namesOf = (typed: Typed) => Object.keys(typed) as FieldName[];

export const inputIn = (typed: Typed, shown: Shown | undefined, name: FieldName): Input =>
  typed[name] ?? inputOf(fields[name], shown && shownValue(shown, name));

/** The faults of what was typed; `required` for a work without title or type. */
export function faultsOf(typed: Typed, shown: Shown | undefined): Partial<Record<FieldName, Fault | 'required'>> {
  const faults: Partial<Record<FieldName, Fault | 'required'>> = {};
  for (const name of namesOf(typed)) {
    const fault = faultOf(fields[name], typed[name] as Input);
    if (fault) faults[name] = fault;
  }
  for (const name of ['title', 'work_type'] as const) {
    const isMissing = isEmpty(editedValue(fields[name], inputIn(typed, shown, name)));
    if (isMissing) faults[name] ??= 'required';
  }
  return faults;
}

/** The typed values that differ from the shown ones, in the form of the API. */
export function changesIn(typed: Typed, shown: Shown | undefined): [FieldName, unknown][] {
  return namesOf(typed).flatMap((name): [FieldName, unknown][] => {
    const value = editedValue(fields[name], typed[name] as Input);
    const before = shown ? shownValue(shown, name) : null;
    if (isSameValue(fields[name], value, before) || (isEmpty(value) && isEmpty(before))) return [];
    return [[name, fields[name] === 'people' ? (value as Person[]).map(written) : value]];
  });
}

/** The fields that somebody else has changed since they were seen, to another value than the typed one. */
export function conflictsOf(typed: Typed, seen: Shown, now: Shown): FieldName[] {
  return namesOf(typed).filter((name) => {
    const [kind, value] = [fields[name], shownValue(now, name)];
    const isMine = isSameValue(kind, value, editedValue(kind, typed[name] as Input));
    return !isMine && !isSameValue(kind, value, shownValue(seen, name));
  });
}

/** A patch for the version that `shown` is from. A field may be missing there, so that `replace` would be refused. */
export const patchOf = (typed: Typed, shown: Shown): Patch =>
  changesIn(typed, shown).map(([name, value]) => ({ op: 'add' as const, path: pathOf(name), value }));
