import { Columns3 } from 'lucide-react';
import { changePreferences, usePreferences } from '../../preferences.ts';
import { useText } from '../../text/text.ts';
import { CheckboxField } from '../../ui/field.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import type { Column } from '../../ui/table.tsx';
import type { Publication } from './columns.tsx';

const listName = 'publications';

/** The columns that the user wants to see. The title is always shown, and so is the one that the list is ordered by. */
export function useShownColumns(columns: readonly Column<Publication>[], sort: string) {
  const { hiddenColumns } = usePreferences();
  const chosen = hiddenColumns?.[listName];
  const hidden = Array.isArray(chosen)
    ? (chosen as readonly string[])
    : ['researchers', 'type', 'source', 'doi', 'edits', 'fetched'];
  return columns.filter(
    ({ id, isRowHeader, ...column }) => isRowHeader || column.sort === sort || !hidden.includes(id),
  );
}

export function ColumnChoice({ all, shown }: Record<'all' | 'shown', readonly Column<Publication>[]>) {
  const t = useText();
  const { hiddenColumns } = usePreferences();
  const isShown = (id: string) => shown.some((column) => column.id === id);
  const toggle = (wanted: string) => {
    const hidden = all.map(({ id }) => id).filter((id) => (id === wanted ? isShown(id) : !isShown(id)));
    changePreferences({ hiddenColumns: { ...hiddenColumns, [listName]: hidden } });
  };
  return (
    <PopoverButton icon={Columns3} label={t('publications.columns')}>
      <ul>
        {all
          .filter(({ isRowHeader }) => !isRowHeader)
          .map(({ id, header }) => (
            <li key={id} className="choice">
              <CheckboxField label={header} checked={isShown(id)} onChange={() => toggle(id)} />
            </li>
          ))}
      </ul>
    </PopoverButton>
  );
}
