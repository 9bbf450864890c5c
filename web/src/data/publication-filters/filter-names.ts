import { useContext } from 'react';
import { outputTypeName } from '../../../../src/formats/documents/document-texts.ts';
import { TextContext, useHasText, useText } from '../../text/text.ts';
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
  own_corresponding: ['any', 'yes', 'no', 'unknown'],
  include: ['publications', 'works'],
} as const;
export type Choice = keyof typeof choicesOf;

/** The filters that somebody can choose, in the order of the menu. Those with several parameters are in `parametersOf`. */
export const filterNames = [
  'orcid_id',
  'group',
  'journal',
  'publisher',
  'language',
  'years',
  'publication_year',
  'publication_type',
  'output_type',
  'open_access_status',
  'license',
  'own_corresponding',
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
  'include',
  'counted',
  'created_from',
  'retracted_from',
] as const;

/** Filters of lists that numbers of reports lead to, which can only be taken away. */
export const otherFilters = [
  'and_group_id',
  'publication_subtype',
  'exclude_subtype',
  'identifier',
  'funder',
  'author_count',
  'min_authors',
  'max_authors',
  'country_count',
  'doi_hint',
  'report_year',
] as const;
type OtherFilter = (typeof otherFilters)[number];
export type FilterName = (typeof filterNames)[number] | OtherFilter;

export const isOther = (filter: FilterName): filter is OtherFilter =>
  (otherFilters as readonly string[]).includes(filter);

export const isCounted = (filter: FilterName): filter is CountedFilter & FilterName =>
  (countedFilters as readonly string[]).includes(filter);

export const isChoice = (filter: FilterName): filter is Choice => Object.hasOwn(choicesOf, filter);

const several: Partial<Record<FilterName, (keyof PublicationSearch)[]>> = {
  years: ['publication_year_from', 'publication_year_to'],
  group: ['group_id', 'subgroups', 'group_basis', 'group_primary'],
  counted: ['counted_year', 'counted_year_from', 'counted_year_to', 'year_of'],
};

/** The parameters of the address that belong to a filter. */
export function parametersOf(filter: FilterName): (keyof PublicationSearch)[] {
  return several[filter] ?? [filter as keyof PublicationSearch];
}

export const valuesOf = (text: string | undefined): string[] => text?.split('|') ?? [];

/** The name of a filter's value. */
export function useNameOf(): (filter: FilterName, value: string) => string {
  const t = useText();
  const hasText = useHasText();
  const names = useVocabulary();
  const { language } = useContext(TextContext);
  const namesOf: Partial<Record<FilterName, (value: string) => string | undefined>> = {
    publication_type: names.type,
    open_access_status: names.access,
    source: names.source,
    match_state: names.match,
    integrity: names.integrity,
    language: names.language,
    output_type: (type) => outputTypeName(type, language),
  };
  return (filter, value) => {
    const key = `publications.${filter}.${value}`;
    if (hasText(key)) return t(key);
    return value === 'unknown' ? t('publications.filter.unknown') : (namesOf[filter]?.(value) ?? value);
  };
}
