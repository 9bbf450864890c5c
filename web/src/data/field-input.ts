import { parseLocale } from '../../../src/vocabulary/locale.ts';
import { isPartialDate } from '../../../src/vocabulary/partial-date.ts';
import { localizedOf, type Translation, translationsOf } from '../text/translations.ts';
import {
  type Person,
  type PersonFault,
  type PersonRow,
  peopleOf,
  personFaults,
  personRows,
  written,
} from './people.ts';
import { isSame } from './same.ts';
import { textOf } from './value-text.ts';

/** How a field is edited. Those of the kind `shown` are not. */
export type FieldKind =
  | 'text'
  | 'long'
  | 'year'
  | 'date'
  | 'url'
  | 'boolean'
  | 'access'
  | 'type'
  | 'workType'
  | 'language'
  | 'lines'
  | 'people'
  | 'localized'
  | 'shown';

/** The state of a field's editor: a text, or rows of people or of languages. */
export type Input = string | readonly PersonRow[] | readonly Translation[];

/** A value as the editor of its field begins with it. */
export function inputOf(kind: FieldKind, value: unknown): Input {
  if (kind === 'people') return personRows(value);
  return kind === 'localized' ? translationsOf(value) : textOf(value);
}

/** The value of an input without a fault. */
export function editedValue(kind: FieldKind, input: Input): unknown {
  if (kind === 'people') return peopleOf(input as readonly PersonRow[]);
  if (kind === 'localized') return localizedOf(input as readonly Translation[]) || null;
  const trimmed = (input as string).trim();
  switch (kind) {
    case 'year':
      return trimmed === '' ? null : Number(trimmed);
    case 'boolean':
      return trimmed === '' ? null : trimmed === 'true';
    case 'lines':
      return trimmed.split('\n').flatMap((line) => line.trim() || []);
    default:
      return trimmed || null;
  }
}

export type Fault = PersonFault | 'year' | 'date' | 'url' | 'languages';

/** The fault of an input that the API would refuse, or that would be saved as something else. */
export function faultOf(kind: FieldKind, input: Input): Fault | undefined {
  if (kind === 'people') return (input as readonly PersonRow[]).flatMap(personFaults)[0];
  if (kind === 'localized') return translationFault(input as readonly Translation[]);
  const trimmed = (input as string).trim();
  if (trimmed === '') return undefined;
  switch (kind) {
    case 'year':
      return /^([12]\d{3}|3000)$/.test(trimmed) ? undefined : 'year';
    case 'date':
      return isPartialDate(trimmed) ? undefined : 'date';
    case 'url':
      return /^https?:\/\/[^\s/]\S*$/i.test(trimmed) && URL.canParse(trimmed) ? undefined : 'url';
    default:
      return undefined;
  }
}

/** Several languages need a tag and a text each; one text alone needs no tag. */
function translationFault(translations: readonly Translation[]): Fault | undefined {
  const [only] = translations;
  if (translations.length === 1 && only?.tag.trim() === '') return undefined;
  const tags = translations.map(({ tag }) => parseLocale(tag.trim()));
  const isWhole = tags.every(Boolean) && translations.every(({ text }) => text.trim() !== '');
  return isWhole && new Set(tags).size === tags.length ? undefined : 'languages';
}

/** Whether two values of a field are the same in what editors can write. */
export function isSameValue(kind: FieldKind, one: unknown, other: unknown): boolean {
  const comparable = (value: unknown) =>
    kind === 'people' && Array.isArray(value) ? value.map((person) => written(person as Person)) : value;
  return isSame(comparable(one), comparable(other));
}
