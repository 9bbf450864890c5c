import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { CheckboxField, SelectField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { allGroups, useGroupName } from './queries.ts';
import { groupMatcher } from './tree.ts';

const bases = ['at_publication', 'current', 'ever'] as const;

/** The filter in an address: several groups are separated by `|`, and `none` is that of outputs that have no group. */
export interface GroupSearch {
  group_id?: string | undefined;
  subgroups?: false | undefined;
  group_basis?: (typeof bases)[number] | undefined;
  group_primary?: true | undefined;
}

/** The filter without any value. */
export const noGroup = {
  group_id: undefined,
  subgroups: undefined,
  group_basis: undefined,
  group_primary: undefined,
} satisfies GroupSearch;

const without = 'none';
const shown = 10;

const idsOf = ({ group_id }: GroupSearch) => group_id?.split('|') ?? [];

/** The chosen groups in words. */
export function useChosenGroups(search: GroupSearch): string {
  const t = useText();
  const ids = idsOf(search);
  const nameOf = useGroupName(ids.some((id) => id !== without));
  return joinTexts(ids.map((id) => (id === without ? t('group.without') : nameOf(id))));
}

interface GroupFilterProps {
  search: GroupSearch;
  onChange: (change: GroupSearch) => void;
  /** The number of outputs by group, of null those without; undefined while it is not known, or never is. */
  counts?: ReadonlyMap<string | null, number> | undefined;
}

/** Chooses groups by name, and the memberships that count. */
export function GroupFilter({ search, onChange, counts }: GroupFilterProps) {
  const t = useText();
  const localized = useLocalized();
  const { number } = useFormat();
  const [q, setQ] = useState('');
  const { data, error, refetch } = useQuery(allGroups);
  const chosen = idsOf(search);
  const countOf = (id: string) => counts?.get(id === without ? null : id) ?? 0;
  const found = useMemo(() => {
    const matching = (data ?? []).filter(groupMatcher(q));
    return matching.toSorted((one, other) => (counts?.get(other.id) ?? 0) - (counts?.get(one.id) ?? 0));
  }, [data, q, counts]);
  const names = new Map((data ?? []).map(({ id, name }) => [id, localized(name) ?? id]));
  const first = found.slice(0, shown).map(({ id }) => id);
  // Chosen groups can always be taken away.
  const ids = [...chosen.filter((id) => id !== without && !first.includes(id)), ...first, without];
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
    onChange(next.length > 0 ? { group_id: next.join('|') } : noGroup);
  };
  if (error) return <ErrorNotice error={error} onRetry={refetch} />;
  if (!data) return <TableSkeleton rows={4} />;
  return (
    <>
      <SearchField label={t('group.search')} value={q} onSearch={setQ} autoFocus />
      {found.length === 0 && <p className="fine">{t('ui.empty.noMatch')}</p>}
      <ul>
        {ids.map((id) => (
          <li key={id} className="choice">
            <CheckboxField
              label={<bdi>{id === without ? t('group.without') : (names.get(id) ?? id)}</bdi>}
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
            />
            {counts && <span className="count">{number(countOf(id))}</span>}
          </li>
        ))}
      </ul>
      {found.length > shown && <p className="fine">{t('picker.more', { count: found.length - shown })}</p>}
      <CheckboxField
        label={t('group.subgroups')}
        checked={search.subgroups !== false}
        onChange={({ target }) => onChange({ subgroups: target.checked ? undefined : false })}
      />
      <CheckboxField
        label={t('group.primary')}
        checked={search.group_primary === true}
        onChange={({ target }) => onChange({ group_primary: target.checked || undefined })}
      />
      <SelectField
        label={t('group.basis')}
        value={search.group_basis ?? ''}
        options={[
          { value: '', text: t('group.basis.standard') },
          ...bases.map((value) => ({ value, text: t(`group.basis.${value}`) })),
        ]}
        onChoose={(basis) => onChange({ group_basis: basis === '' ? undefined : basis })}
      />
    </>
  );
}
