import { useHasText, useText } from '../../text/text.ts';
import { useVocabulary } from '../vocabulary.ts';
import { type CountedFilter, countedFilters } from './counts.ts';
import type { PublicationSearch } from './search.ts';

/** The filters with one of a few values; the first is that of the API. */
export const choicesOf = {
  status: ['active', 'deleted', 'all'],
  visibility: ['all', 'visible', 'hidden'],
  versions: ['shown', 'superseded', 'all'],
  is_edited: ['any', 'true', 'false'],
  is_retracted: ['any', 'true', 'false'],
} as const;
type Choice = keyof typeof choicesOf;

/** All filters, in the order of the menu. `years` is a range, `group` has groups and what counts as theirs. */
export const filterNames = [
  'orcid_id',
  'group',
  'journal',
  'publisher',
  'language',
  'years',
  'publication_year',
  'publication_type',
  'open_access_status',
  'license',
  'min_cited_by',
  'match_state',
  'is_edited',
  'is_retracted',
  'integrity',
  'missing',
  'source',
  'visibility',
  'status',
  'versions',
] as const;
export type FilterName = (typeof filterNames)[number];

export const isCounted = (filter: FilterName): filter is CountedFilter & FilterName =>
  (countedFilters as readonly string[]).includes(filter);

export const isChoice = (filter: FilterName): filter is Choice => Object.hasOwn(choicesOf, filter);

/** The parameters of the address that belong to a filter. */
export function parametersOf(filter: FilterName): (keyof PublicationSearch)[] {
  if (filter === 'years') return ['publication_year_from', 'publication_year_to'];
  return filter === 'group' ? ['group_id', 'subgroups', 'group_basis', 'group_primary'] : [filter];
}

export const valuesOf = (text: string | undefined): string[] => text?.split('|') ?? [];

/** The name of a filter's value. */
export function useNameOf(): (filter: FilterName, value: string) => string {
  const t = useText();
  const hasText = useHasText();
  const names = useVocabulary();
  const namesOf: Partial<Record<FilterName, (value: string) => string | undefined>> = {
    publication_type: names.type,
    open_access_status: names.access,
    source: names.source,
    match_state: names.match,
    integrity: names.integrity,
    language: names.language,
  };
  return (filter, value) => {
    const key = `publications.${filter}.${value}`;
    return hasText(key) ? t(key) : (namesOf[filter]?.(value) ?? value);
  };
}
