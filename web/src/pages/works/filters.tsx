import { ListFilter, ListTree, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFilterForm } from '../../data/filter-form.ts';
import { GroupFilter, noGroup, useChosenGroups } from '../../data/groups/filter.tsx';
import { PersonFilter } from '../../data/person-filter.tsx';
import { parametersOf } from '../../data/publication-filters/filter-names.ts';
import { FixedFilters } from '../../data/publication-filters/filters.tsx';
import type { PublicationSearch } from '../../data/publication-filters/search.ts';
import { useTermOptions } from '../../data/terms.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import type { WorksSearch } from './search.ts';

interface FilterProps {
  search: WorksSearch;
  onChange: (change: WorksSearch) => void;
}

/** Whether the list is not that of all works that are not deleted. */
const hasFilter = ({ page: _, sort: __, dir: ___, ...filters }: WorksSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined);

const noneOfPanel = {
  identifier: undefined,
  work_type: undefined,
  publication_year_from: undefined,
  publication_year_to: undefined,
  origin: undefined,
  status: undefined,
  visibility: undefined,
} satisfies WorksSearch;
/** Filters of lists to which the numbers of reports lead. */
const fixedFilters = [
  'publication_year',
  'output_type',
  'open_access_status',
  'license',
  'journal',
  'publisher',
  'own_corresponding',
  'counted',
  'created_from',
  'and_group_id',
  'funder',
  'author_count',
  'min_authors',
  'max_authors',
  'country_count',
  'doi_hint',
  'report_year',
] as const;
const noneFixed = Object.fromEntries(fixedFilters.flatMap(parametersOf).map((name) => [name, undefined]));
const none = { q: undefined, orcid_id: undefined, ...noGroup, ...noneOfPanel, ...noneFixed } satisfies WorksSearch;

/** The person, the group, and all other filters in one panel, so that the list begins high on a phone. */
export function Filters({ search, onChange }: FilterProps) {
  const t = useText();
  const chosen = useChosen(search);
  const groups = useChosenGroups(search);
  return (
    <>
      <PersonFilter
        label={t('works.person')}
        clearLabel={t('works.clearFilter', { name: t('works.person') })}
        orcid={search.orcid_id}
        onChoose={(orcid_id) => onChange({ orcid_id })}
      />
      <Chip name={t('publications.filter.group')} onClear={groups !== '' && (() => onChange(noGroup))}>
        <PopoverButton icon={ListTree} label={t('publications.filter.group')} value={groups || undefined}>
          <GroupFilter search={search} onChange={onChange} />
        </PopoverButton>
      </Chip>
      <Chip name={t('works.filters')} onClear={chosen !== '' && (() => onChange(noneOfPanel))}>
        <PopoverButton icon={ListFilter} label={t('works.filters')} value={chosen || undefined}>
          {(close) => <OtherFilters search={search} onChange={onChange} onDone={close} />}
        </PopoverButton>
      </Chip>
      <FixedFilters names={fixedFilters} search={search as PublicationSearch} onChange={onChange as () => void} />
      {hasFilter(search) && (
        <Button kind="quiet" onClick={() => onChange(none)}>
          {t('works.clearFilters')}
        </Button>
      )}
    </>
  );
}

/** The chosen filters of the panel, in words. */
function useChosen(search: WorksSearch): string {
  const t = useText();
  const names = useVocabulary();
  const { publication_year_from: from, publication_year_to: to } = search;
  const chosen = [
    names.workType(search.work_type),
    (from ?? to) !== undefined && `${from ?? ''}–${to ?? ''}`,
    search.identifier,
    search.origin && t(`works.origin.${search.origin}`),
    search.visibility && search.visibility !== 'all' && t(`works.visibility.${search.visibility}`),
    search.status && search.status !== 'active' && `${t('works.status')}: ${t(`works.status.${search.status}`)}`,
  ];
  return joinTexts(chosen.filter((each) => typeof each === 'string'));
}

function OtherFilters({ search, onChange, onDone }: FilterProps & { onDone: () => void }) {
  const t = useText();
  const types = useTermOptions()('workType');
  const fault = (year: string) => (/^[12]\d{3}$|^$/.test(year) ? undefined : t('works.fault.year'));
  const faultOfEnd = ({ from, to }: { from: string; to: string }) =>
    fault(to) ?? (from !== '' && to !== '' && from > to ? t('works.fault.yearOrder') : undefined);
  const { typed, text, send } = useFilterForm({
    name: 'works',
    shown: {
      from: String(search.publication_year_from ?? ''),
      to: String(search.publication_year_to ?? ''),
      identifier: search.identifier ?? '',
    },
    faultOf: (all) => fault(all.from) ?? faultOfEnd(all),
    apply: ({ from, to, identifier }) =>
      onChange({
        publication_year_from: Number(from) || undefined,
        publication_year_to: Number(to) || undefined,
        identifier: identifier || undefined,
      }),
  });
  const submit = () => {
    send();
    onDone();
  };
  const year = { inputMode: 'numeric', maxLength: 4, placeholder: '2024' } as const;
  return (
    <Form submit={t('works.apply')} kind="plain" why={fault(typed.from) ?? faultOfEnd(typed)} onSubmit={submit}>
      <SelectField
        label={t('works.type')}
        value={search.work_type ?? ''}
        options={[{ value: '', text: t('works.any') }, ...types]}
        onChoose={(type) => onChange({ work_type: type || undefined })}
      />
      <SelectField
        label={t('works.origin')}
        value={search.origin ?? ''}
        options={[
          { value: '', text: t('works.any') },
          ...(['orcid', 'curator'] as const).map((value) => ({ value, text: t(`works.origin.${value}`) })),
        ]}
        onChoose={(origin) => onChange({ origin: origin === '' ? undefined : origin })}
      />
      <SelectField
        label={t('works.visibility')}
        value={search.visibility ?? 'all'}
        options={(['all', 'visible', 'hidden'] as const).map((value) => ({
          value,
          text: t(`works.visibility.${value}`),
        }))}
        onChoose={(visibility) => onChange({ visibility: visibility === 'all' ? undefined : visibility })}
      />
      <SelectField
        label={t('works.status')}
        value={search.status ?? 'active'}
        options={(['active', 'deleted', 'all'] as const).map((value) => ({ value, text: t(`works.status.${value}`) }))}
        onChoose={(status) => onChange({ status: status === 'active' ? undefined : status })}
      />
      <TextField {...year} label={t('works.yearFrom')} {...text('from')} issue={fault(typed.from)} />
      <TextField {...year} label={t('works.yearTo')} {...text('to')} issue={faultOfEnd(typed)} />
      <TextField
        {...text('identifier')}
        label={t('works.identifier')}
        hint={t('works.identifierHint')}
        spellCheck={false}
      />
    </Form>
  );
}

/** A filter in a panel, with a button that clears it. */
function Chip({ children, onClear, name }: { children: ReactNode; name: string; onClear: (() => void) | false }) {
  const t = useText();
  return (
    <span className="chip">
      {children}
      {onClear && <IconButton icon={X} label={t('works.clearFilter', { name })} onClick={onClear} />}
    </span>
  );
}
