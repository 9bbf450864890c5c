import { ListFilter, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useLeave } from '../../ui/overlay/leaving.ts';
import { PopoverButton } from '../../ui/popover.tsx';
import { useChosenGroups } from '../groups/filter.tsx';
import { usePersonName } from '../person-picker.tsx';
import { FilterEditor, type FilterProps } from './filter-editor.tsx';
import { type FilterName, filterNames, parametersOf, useNameOf, valuesOf } from './filter-names.ts';

/** The filters in use as chips, each of which opens its values, and a list of the others. */
export function Filters({ search, onChange }: FilterProps) {
  const t = useText();
  const isUsed = (filter: FilterName) => parametersOf(filter).some((name) => search[name] !== undefined);
  const used = filterNames.filter(isUsed);
  const none = Object.fromEntries([...filterNames.flatMap(parametersOf), 'q'].map((name) => [name, undefined]));
  return (
    <fieldset className="toolbar filters">
      <legend className="visually-hidden">{t('publications.filters')}</legend>
      {used.map((filter) => (
        <Chip key={filter} filter={filter} search={search} onChange={onChange} />
      ))}
      <AddFilter used={used} search={search} onChange={onChange} />
      {(used.length > 0 || search.q !== undefined) && (
        <Button kind="quiet" onClick={() => onChange(none)}>
          {t('publications.clearFilters')}
        </Button>
      )}
    </fieldset>
  );
}

function Chip({ filter, search, onChange }: FilterProps & { filter: FilterName }) {
  const t = useText();
  const value = useChosen({ filter, search });
  const label = t(`publications.filter.${filter}`);
  return (
    <span className="chip">
      <PopoverButton icon={ListFilter} label={label} value={value}>
        {(close) => <FilterEditor filter={filter} search={search} onChange={onChange} onDone={close} />}
      </PopoverButton>
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
  const person = usePersonName(filter === 'orcid_id' ? search.orcid_id : undefined);
  const groups = useChosenGroups(filter === 'group' ? search : {});
  const { publication_year_from: from, publication_year_to: to } = search;
  if (filter === 'orcid_id') return person ?? search.orcid_id ?? '';
  if (filter === 'group') return groups;
  if (filter === 'min_cited_by') return `≥ ${search.min_cited_by}`;
  if (filter === 'years') {
    if (from && to) return `${from}–${to}`;
    return from ? t('publications.filter.since', { year: from }) : t('publications.filter.until', { year: to });
  }
  return valuesOf(String(search[filter]))
    .map((value) => nameOf(filter, value))
    .join(', ');
}

interface AddFilterProps extends FilterProps {
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
function UnusedFilters({ used, search, onChange, onDone }: AddFilterProps & { onDone: () => void }) {
  const t = useText();
  const leave = useLeave();
  const [open, setOpen] = useState<FilterName>();
  const toggle = (filter: FilterName) => {
    leave();
    setOpen(filter === open ? undefined : filter);
  };
  const shown = filterNames.filter((filter) => filter === open || !used.includes(filter));
  return (
    <ul>
      {shown.map((filter) => (
        <li key={filter}>
          <Button kind="quiet" aria-expanded={filter === open} onClick={() => toggle(filter)}>
            {t(`publications.filter.${filter}`)}
          </Button>
          {filter === open && (
            <div className="filter-values">
              <FilterEditor filter={filter} search={search} onChange={onChange} onDone={onDone} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
