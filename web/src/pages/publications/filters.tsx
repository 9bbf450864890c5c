import { useQuery } from '@tanstack/react-query';
import { ListFilter, X } from 'lucide-react';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField, SelectField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { type CountedFilter, countedFilters, filterCounts } from './queries.ts';
import type { PublicationSearch } from './search.ts';

interface FiltersProps {
  search: PublicationSearch;
  onChange: (change: PublicationSearch) => void;
}

const filterNames = [
  ...countedFilters,
  'q',
  'status',
  'visibility',
  'versions',
  'is_retracted',
  'orcid_id',
] as const satisfies (keyof PublicationSearch)[];

export function Filters({ search, onChange }: FiltersProps) {
  const t = useText();
  const nameOf = useNameOf();
  const hasFilters = filterNames.some((name) => search[name] !== undefined);
  const noFilters = Object.fromEntries(filterNames.map((name) => [name, undefined]));
  return (
    <fieldset className="toolbar filters">
      <legend className="visually-hidden">{t('publications.filters')}</legend>
      <SelectField
        label={t('publications.status')}
        value={search.status ?? 'active'}
        options={(['active', 'deleted', 'all'] as const).map((value) => ({
          value,
          text: t(`publications.status.${value}`),
        }))}
        onChoose={(status) => onChange({ status: status === 'active' ? undefined : status })}
      />
      <SelectField
        label={t('publications.visibility')}
        value={search.visibility ?? 'all'}
        options={(['all', 'visible', 'hidden'] as const).map((value) => ({
          value,
          text: t(`publications.visibility.${value}`),
        }))}
        onChoose={(visibility) => onChange({ visibility: visibility === 'all' ? undefined : visibility })}
      />
      <SelectField
        label={t('publications.isRetracted')}
        value={String(search.is_retracted ?? 'any') as 'any' | 'true' | 'false'}
        options={(['any', 'true', 'false'] as const).map((value) => ({
          value,
          text: t(`publications.isRetracted.${value}`),
        }))}
        onChoose={(value) => onChange({ is_retracted: value === 'any' ? undefined : value === 'true' })}
      />
      <SelectField
        label={t('publications.versions')}
        value={search.versions ?? 'shown'}
        options={(['shown', 'superseded', 'all'] as const).map((value) => ({
          value,
          text: t(`publications.versions.${value}`),
        }))}
        onChoose={(versions) => onChange({ versions: versions === 'shown' ? undefined : versions })}
      />
      {countedFilters.map((filter) => (
        <PopoverButton
          key={filter}
          icon={ListFilter}
          label={t(`publications.filter.${filter}`)}
          value={search[filter]
            ?.split('|')
            .map((value) => nameOf(filter, value))
            .join(', ')}
        >
          <CountedValues filter={filter} search={search} onChange={onChange} />
        </PopoverButton>
      ))}
      {search.orcid_id !== undefined && (
        <Button icon={X} className="chosen" onClick={() => onChange({ orcid_id: undefined })}>
          {search.orcid_id}
        </Button>
      )}
      {hasFilters && (
        <Button kind="quiet" onClick={() => onChange(noFilters)}>
          {t('publications.clearFilters')}
        </Button>
      )}
    </fieldset>
  );
}

function useNameOf(): (filter: CountedFilter, value: string) => string {
  const names = useVocabulary();
  const namesOf = {
    publication_type: names.type,
    open_access_status: names.access,
    source: names.source,
    match_state: names.match,
    publication_year: undefined,
  };
  return (filter, value) => namesOf[filter]?.(value) ?? value;
}

/** The values of a filter with their numbers of publications, including chosen values without any. */
function CountedValues({ filter, search, onChange }: FiltersProps & { filter: CountedFilter }) {
  const t = useText();
  const { number } = useFormat();
  const nameOf = useNameOf();
  const { data, error, refetch } = useQuery(filterCounts(search, filter));
  const chosen = search[filter]?.split('|') ?? [];
  if (error) return <ErrorNotice error={error} onRetry={refetch} />;
  const counts = new Map(data?.flatMap(({ value, count }) => (value == null ? [] : [[String(value), count]])));
  const values = new Set([...counts.keys(), ...chosen]);
  const toggle = (value: string) => {
    const rest = chosen.filter((each) => each !== value);
    const next = rest.length < chosen.length ? rest : [...chosen, value];
    onChange({ [filter]: next.length > 0 ? next.join('|') : undefined });
  };
  if (values.size === 0) return data ? <p>{t('publications.noValues')}</p> : <TableSkeleton rows={4} />;
  return (
    <ul aria-busy={!data}>
      {[...values].map((value) => (
        <li key={value} className="choice">
          <CheckboxField
            label={nameOf(filter, value)}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          <span className="count">{number(counts.get(value) ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}
