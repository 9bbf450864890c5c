import { ListFilter, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useLeave } from '../../ui/overlay/leaving.ts';
import { PopoverButton } from '../../ui/popover.tsx';
import { useChosenGroups } from '../groups/filter.tsx';
import { usePersonName } from '../person-picker.tsx';
import { FilterEditor, type FilterProps, lastRun } from './filter-editor.tsx';
import {
  type FilterName,
  filterNames,
  isOther,
  otherFilters,
  parametersOf,
  useNameOf,
  valuesOf,
} from './filter-names.ts';

/** The filters in use as chips, each of which opens its values, and a list of the others. */
export function Filters({
  search,
  onChange,
  names = filterNames,
  standards,
}: FilterProps & { names?: readonly FilterName[] }) {
  const t = useText();
  const isUsed = (filter: FilterName) => parametersOf(filter).some((name) => search[name] !== undefined);
  const all = [...names, ...otherFilters];
  const used = all.filter(isUsed);
  const none = Object.fromEntries([...all.flatMap(parametersOf), 'q'].map((name) => [name, undefined]));
  const shared = { search, onChange, ...(standards && { standards }) };
  return (
    <fieldset className="toolbar filters">
      <legend className="visually-hidden">{t('publications.filters')}</legend>
      {used.map((filter) => (
        <Chip key={filter} filter={filter} {...shared} />
      ))}
      <AddFilter names={names} used={used} {...shared} />
      {(used.length > 0 || search.q !== undefined) && (
        <Button kind="quiet" onClick={() => onChange(none)}>
          {t('publications.clearFilters')}
        </Button>
      )}
    </fieldset>
  );
}

/** The filters in use of these, each of which can only be taken away. */
export function FixedFilters({ names, search, onChange }: FilterProps & { names: readonly FilterName[] }) {
  const used = names.filter((filter) => parametersOf(filter).some((name) => search[name] !== undefined));
  return used.map((filter) => <Chip key={filter} filter={filter} search={search} onChange={onChange} isFixed />);
}

function Chip({ filter, isFixed, ...props }: FilterProps & { filter: FilterName; isFixed?: boolean }) {
  const t = useText();
  const { search, onChange } = props;
  const value = useChosen({ filter, search });
  const label = t(`publications.filter.${filter}`);
  return (
    <span className="chip">
      {isFixed || isOther(filter) ? (
        <span className="chip-text">
          {label}: <bdi>{value}</bdi>
        </span>
      ) : (
        <PopoverButton icon={ListFilter} label={label} value={value}>
          {(close) => <FilterEditor filter={filter} {...props} onDone={close} />}
        </PopoverButton>
      )}
      <IconButton
        icon={X}
        label={t('publications.filter.remove', { name: label })}
        onClick={() => onChange(Object.fromEntries(parametersOf(filter).map((name) => [name, undefined])))}
      />
    </span>
  );
}

/** The chosen values of a filter, in words. */
function useChosen({ filter, search }: Pick<FilterProps, 'search'> & { filter: FilterName }): string {
  const t = useText();
  const nameOf = useNameOf();
  const { day } = useFormat();
  const people = filter === 'orcid_id' ? valuesOf(search.orcid_id) : [];
  const person = usePersonName(people.length === 1 && people[0] !== 'unknown' ? people[0] : undefined);
  const groups = useChosenGroups(
    filter === 'group' ? search : filter === 'and_group_id' ? { group_id: search.and_group_id } : {},
  );
  const range = (from: number | undefined, to: number | undefined) => {
    if (from && to) return from === to ? String(from) : `${from}–${to}`;
    return from ? t('publications.filter.since', { year: from }) : t('publications.filter.until', { year: to });
  };
  if (person !== undefined) return person;
  switch (filter) {
    case 'group':
    case 'and_group_id':
      return groups;
    case 'min_cited_by':
      return `≥ ${search.min_cited_by}`;
    case 'years':
      return range(search.publication_year_from, search.publication_year_to);
    case 'counted': {
      const { counted_year: years, counted_year_from: from, counted_year_to: to, year_of } = search;
      const shown = years ? [joinTexts(valuesOf(years).map((year) => nameOf(filter, year)))] : [];
      if (from || to) shown.push(range(from, to));
      if (year_of) shown.push(t(`publications.year_of.${year_of}`));
      return shown.join(' · ');
    }
    case 'created_from':
    case 'retracted_from': {
      const from = String(search[filter]);
      if (from === lastRun) return t('publications.filter.lastRun');
      return /^\d{5,}$/.test(from) ? day(Number(from)) : from;
    }
  }
  return valuesOf(String(search[filter]))
    .map((value) => nameOf(filter, value))
    .join(', ');
}

interface AddFilterProps extends FilterProps {
  names: readonly FilterName[];
  used: readonly FilterName[];
}

function AddFilter(props: AddFilterProps) {
  const t = useText();
  return (
    <PopoverButton icon={Plus} label={t('publications.filter.add')}>
      {(close) => <UnusedFilters {...props} onDone={close} />}
    </PopoverButton>
  );
}

/** The other filters, one of which is open below its name, and stays there once it has values. */
function UnusedFilters({ names, used, onDone, ...props }: AddFilterProps & { onDone: () => void }) {
  const t = useText();
  const leave = useLeave();
  const [open, setOpen] = useState<FilterName>();
  const toggle = (filter: FilterName) => {
    leave();
    setOpen(filter === open ? undefined : filter);
  };
  const shown = names.filter((filter) => filter === open || !used.includes(filter));
  return (
    <ul>
      {shown.map((filter) => (
        <li key={filter}>
          <Button kind="quiet" aria-expanded={filter === open} onClick={() => toggle(filter)}>
            {t(`publications.filter.${filter}`)}
          </Button>
          {filter === open && (
            <div className="filter-values">
              <FilterEditor filter={filter} {...props} onDone={onDone} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
