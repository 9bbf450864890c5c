import { type ReactNode, useState } from 'react';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type OnPage, Pagination } from '../../ui/pagination.tsx';
import { type Shortcuts, useShortcuts } from '../../ui/shortcuts.ts';

interface QueueProps<Item> {
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** The line of an item in the list, and what it asks. */
  lineOf: (item: Item) => { name: string; about: string };
  position: { page: number; pages: number; per_page: number; total: number } | undefined;
  /** Whether decided items leave the list, so that what is left says how far one is. */
  isOpen: boolean;
  onPage: OnPage;
  busy: boolean;
  /** The keys of the current item, besides j and k, if it has actions. */
  keys: (item: Item) => Shortcuts | undefined;
  children: (item: Item) => ReactNode;
}

interface LoadedQueueProps<Item> extends Omit<QueueProps<Item>, 'items'> {
  items: readonly Item[] | undefined;
  error: Error | null;
  onRetry: () => unknown;
}

/** One item to decide, with the list beside it. j and k move through the list; after a decision the next item follows. */
export function Queue<Item>({ items, error, onRetry, ...props }: LoadedQueueProps<Item>) {
  return (
    <Loaded query={{ data: items, error, refetch: onRetry }} rows={8}>
      {(loaded) => <Items {...props} items={loaded} />}
    </Loaded>
  );
}

function Items<Item>({ label, items, idOf, lineOf, position, isOpen, onPage, busy, keys, children }: QueueProps<Item>) {
  const t = useText();
  const [chosen, setChosen] = useState(0);
  const count = items.length;
  const index = Math.max(0, Math.min(chosen, count - 1));
  const choose = (at: number) => {
    setChosen(at);
    const item = items[at];
    if (item) document.getElementById(`item-${idOf(item)}`)?.focus();
  };
  const move = (step: number) => {
    const next = index + step;
    if (next >= 0 && next < count) return choose(next);
    const page = (position?.page ?? 1) + step;
    if (busy || !position || page < 1 || page > position.pages) return;
    setChosen(step > 0 ? 0 : position.per_page - 1);
    onPage(page);
  };
  const active = items[index];
  useShortcuts({ j: () => move(1), k: () => move(-1), ...(active && !busy && keys(active)) });
  if (count === 0 && !position?.total) {
    return <EmptyNotice title={t('review.empty')}>{t('review.emptyHint')}</EmptyNotice>;
  }
  return (
    <>
      {position && isOpen && <Progress left={position.total} />}
      <div className="queue" aria-busy={busy || undefined}>
        <nav className="queue-list" aria-label={label}>
          <ol>
            {items.map((item, at) => {
              const { name, about } = lineOf(item);
              return (
                <li key={idOf(item)}>
                  <button
                    type="button"
                    id={`item-${idOf(item)}`}
                    className="queue-line"
                    aria-current={at === index || undefined}
                    onClick={() => setChosen(at)}
                  >
                    <bdi className="queue-name">{name}</bdi>
                    <span className="fine">{about}</span>
                  </button>
                </li>
              );
            })}
          </ol>
          {position && position.pages > 1 && (
            <Pagination
              page={position.page}
              pages={position.pages}
              perPage={position.per_page}
              total={position.total}
              onPage={(page, replace) => {
                setChosen(0);
                onPage(page, replace);
              }}
            />
          )}
        </nav>
        {active && (
          <article key={idOf(active)} className="queue-item" aria-label={lineOf(active).name}>
            {children(active)}
          </article>
        )}
      </div>
    </>
  );
}

/** How much of what was there when the page was opened is decided. */
function Progress({ left }: { left: number }) {
  const t = useText();
  const { number } = useFormat();
  const [most, setMost] = useState(left);
  if (left > most) setMost(left);
  const done = Math.max(most, left) - left;
  return (
    <label className="queue-progress">
      <span aria-live="polite">{t('review.progress', { done: number(done), left: number(left) })}</span>
      <progress max={Math.max(most, 1)} value={done} />
    </label>
  );
}
