import { FilterX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../text/text.ts';
import { Button } from './button.tsx';
import { EmptyNotice } from './empty-notice.tsx';

/** The parameters of an address that leave all rows in a list. */
const harmless: readonly string[] = ['page', 'perPage', 'sort', 'dir'];

interface EmptyListProps {
  /** Why the list is empty without a search or filters. */
  title: string;
  /** The search and filters in the address. */
  search: Readonly<Record<string, unknown>>;
  /** Takes them away. */
  onClear: () => void;
  /** The next step in a list that has nothing at all. */
  children: ReactNode;
}

/** An empty list by its cause, with one thing to do: nothing matches, or there is nothing yet. */
export function EmptyList({ title, search, onClear, children }: EmptyListProps) {
  const t = useText();
  const isFiltered = Object.entries(search).some(([name, value]) => value !== undefined && !harmless.includes(name));
  if (!isFiltered) return <EmptyNotice title={title}>{children}</EmptyNotice>;
  return (
    <EmptyNotice title={t('ui.empty.noMatch')}>
      <Button icon={FilterX} onClick={onClear}>
        {t('ui.empty.showAll')}
      </Button>
    </EmptyNotice>
  );
}
