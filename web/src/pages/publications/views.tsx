import { Columns3 } from 'lucide-react';
import { changePreferences, usePreferences } from '../../preferences.ts';
import { useText } from '../../text/text.ts';
import { CheckboxField } from '../../ui/field.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import type { Column } from '../../ui/table.tsx';
import type { Publication } from './columns.tsx';

const listName = 'publications';

/** The columns that the user does not want to see. */
function useHiddenColumns(): readonly string[] {
  const chosen = usePreferences().hiddenColumns?.[listName];
  return Array.isArray(chosen)
    ? (chosen as readonly string[])
    : ['researchers', 'type', 'source', 'doi', 'edits', 'fetched'];
}

/** The columns that are shown: always the title, and the one that the list is ordered by. */
export function useShownColumns(columns: readonly Column<Publication>[], sort: string) {
  const hidden = useHiddenColumns();
  return columns.filter((column) => column.isRowHeader || column.sort === sort || !hidden.includes(column.id));
}

interface ColumnChoiceProps {
  all: readonly Column<Publication>[];
  /** The sort of the list, whose column stays. */
  sort: string;
}

export function ColumnChoice({ all, sort }: ColumnChoiceProps) {
  const t = useText();
  const { hiddenColumns } = usePreferences();
  const hidden = useHiddenColumns();
  const toggle = (id: string) => {
    const now = hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id];
    changePreferences({ hiddenColumns: { ...hiddenColumns, [listName]: now } });
  };
  return (
    <PopoverButton icon={Columns3} label={t('publications.columns')}>
      <ul>
        {all
          .filter(({ isRowHeader }) => !isRowHeader)
          .map((column) => (
            <li key={column.id} className="choice">
              {column.sort === sort ? (
                <CheckboxField label={t('publications.columns.order', { column: column.header })} checked disabled />
              ) : (
                <CheckboxField
                  label={column.header}
                  checked={!hidden.includes(column.id)}
                  onChange={() => toggle(column.id)}
                />
              )}
            </li>
          ))}
      </ul>
    </PopoverButton>
  );
}
