import { type ReactNode, useState } from 'react';
import { useText } from '../../text/text.ts';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { type OnPage, Pagination } from '../../ui/pagination.tsx';
import { type Shortcuts, useShortcuts } from '../../ui/shortcuts.ts';
import { TableSkeleton } from '../../ui/table.tsx';

interface QueueProps<Item> {
  label: string;
  items: readonly Item[] | undefined;
  idOf: (item: Item) => string;
  position: { page: number; pages: number; per_page: number; total: number } | undefined;
  onPage: OnPage;
  error: unknown;
  onRetry: () => void;
  busy: boolean;
  /** The keys of the current item, besides j and k, if it has actions. */
  keys: (item: Item) => Shortcuts | undefined;
  children: (item: Item) => ReactNode;
}

/** A list of items to decide. j and k move through it; after a decision the next item follows. */
export function Queue<Item>({
  label,
  items,
  idOf,
  position,
  onPage,
  error,
  onRetry,
  busy,
  keys,
  children,
}: QueueProps<Item>) {
  const t = useText();
  const [chosen, setChosen] = useState(0);
  const count = items?.length ?? 0;
  const index = Math.max(0, Math.min(chosen, count - 1));
  const move = (step: number) => {
    const next = Math.max(0, Math.min(count - 1, index + step));
    setChosen(next);
    const item = items?.[next];
    if (item) document.getElementById(`item-${idOf(item)}`)?.focus();
  };
  const active = items?.[index];
  useShortcuts({ j: () => move(1), k: () => move(-1), ...(active && !busy && keys(active)) });
  const notice = !!error && <ErrorNotice error={error} onRetry={onRetry} />;
  if (!items) return notice || <TableSkeleton rows={8} />;
  if (count === 0 && !position?.total) {
    return notice || <EmptyNotice title={t('review.empty')}>{t('review.emptyHint')}</EmptyNotice>;
  }
  return (
    <>
      {notice}
      <ol className="queue" aria-label={label} aria-busy={busy || undefined}>
        {items.map((item, at) => (
          <li
            key={idOf(item)}
            id={`item-${idOf(item)}`}
            tabIndex={-1}
            className={at === index ? 'queue-item active' : 'queue-item'}
            aria-current={at === index || undefined}
          >
            {children(item)}
          </li>
        ))}
      </ol>
      {position && (
        <Pagination
          page={position.page}
          pages={position.pages}
          perPage={position.per_page}
          total={position.total}
          onPage={onPage}
        />
      )}
    </>
  );
}
