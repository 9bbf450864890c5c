import {
  type Days,
  daysOf,
  endOfDay,
  firstDay,
  isReversed,
  lastDay,
  periodOf,
  startOfDay,
} from '../../data/groups/days.ts';
import { localizedOf, type Translation, translationsOf } from '../../text/translations.ts';
import type { Group, GroupPatch } from './queries.ts';

/** A group that another belongs to, with the days. */
export interface ParentValue extends Days {
  id: string | null;
}

export type TextName = 'kind' | 'starts_at' | 'ends_at' | 'external_id' | 'ror' | 'homepage' | 'printed_names';

/** The fields of a group in the form, by their names in requests. */
export type Values = Record<TextName, string> & {
  name: readonly Translation[];
  parents: readonly ParentValue[];
  visible: boolean;
};
export type Field = keyof Values;

export const emptyValues: Values = {
  name: [{ tag: '', text: '' }],
  kind: '',
  parents: [],
  starts_at: '',
  ends_at: '',
  external_id: '',
  ror: '',
  homepage: '',
  printed_names: '',
  visible: true,
};

export const valuesOf = (group: Group): Values => ({
  name: translationsOf(group.name),
  kind: group.kind ?? '',
  parents: group.parents.map(({ id, ...period }) => ({ id, ...daysOf(period) })),
  starts_at: firstDay(group.starts_at),
  ends_at: lastDay(group.ends_at),
  external_id: group.external_id ?? '',
  ror: group.ror ?? '',
  homepage: group.homepage ?? '',
  printed_names: group.printed_names.join('\n'),
  visible: group.visible,
});

const orNull = (text: string) => text.trim() || null;

type Input = Required<Pick<GroupPatch, Field>>;

/** Converts values for the API. A line of a parent without a group is left out. */
export const inputOf = (values: Values): Input => ({
  name: localizedOf(values.name),
  kind: orNull(values.kind),
  parents: values.parents.flatMap(({ id, ...days }) => (id === null ? [] : { id, ...periodOf(days) })),
  starts_at: startOfDay(values.starts_at),
  ends_at: endOfDay(values.ends_at),
  external_id: orNull(values.external_id),
  ror: orNull(values.ror),
  homepage: orNull(values.homepage),
  printed_names: values.printed_names.split('\n').flatMap((line) => line.trim() || []),
  visible: values.visible,
});

/** Only some fields, for a patch. */
export const partOf = (input: Input, fields: readonly Field[]): GroupPatch =>
  Object.fromEntries(fields.map((field) => [field, input[field]]));

/** The changed fields that somebody else has set to another value since `seen`. */
export function conflictsOf(typed: Partial<Values>, seen: Group, now: Group): Field[] {
  const [before, after] = [valuesOf(seen), valuesOf(now)];
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return (Object.keys(typed) as Field[]).filter(
    (field) => !isSame(before[field], after[field]) && !isSame(typed[field], after[field]),
  );
}

export type Fault = 'required' | 'language' | 'order' | 'address';

/** The faults of the values, as far as they can be told without the API. */
export function faultsOf(values: Values): Partial<Record<Field, Fault>> {
  const tags = values.name.map(({ tag }) => tag.trim());
  const isEmpty = values.name.every(({ text }) => text.trim() === '');
  const isUnclear = tags.length > 1 && (tags.includes('') || new Set(tags).size < tags.length);
  const { starts_at: from, ends_at: to, homepage } = values;
  return {
    ...(isUnclear && { name: 'language' as const }),
    ...(isEmpty && { name: 'required' as const }),
    ...(isReversed({ from, to }) && { ends_at: 'order' as const }),
    ...(values.parents.some(isReversed) && { parents: 'order' as const }),
    ...(homepage.trim() !== '' && !/^https?:\/\/./.test(homepage.trim()) && { homepage: 'address' as const }),
  };
}
