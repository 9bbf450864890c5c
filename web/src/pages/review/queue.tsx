import { type ReactNode, useState } from 'react';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { type OnPage, Pagination } from '../../ui/pagination.tsx';
import { type Shortcuts, useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyQueue } from './empty-queue.tsx';

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
  /** Whether a decision is being sent. */
  busy: boolean;
  /** Whether the items are those of another page, until this one is read: nothing is decided about them. */
  isBefore: boolean;
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

function Items<Item>({
  label,
  items,
  idOf,
  lineOf,
  position,
  isOpen,
  onPage,
  busy,
  isBefore,
  keys,
  children,
}: QueueProps<Item>) {
  const ids = items.map(idOf);
  const { index, setChosen } = useChosen(ids, isBefore);
  const count = items.length;
  const choose = (at: number) => {
    setChosen(at);
    document.getElementById(`item-${ids[at]}`)?.focus();
  };
  const move = (step: number) => {
    const next = index + step;
    if (next >= 0 && next < count) return choose(next);
    const page = (position?.page ?? 1) + step;
    if (busy || isBefore || !position || page < 1 || page > position.pages) return;
    setChosen(step > 0 ? 0 : position.per_page - 1);
    onPage(page);
  };
  const active = items[index];
  useShortcuts({ j: () => move(1), k: () => move(-1), ...(active && !busy && !isBefore && keys(active)) });
  if (count === 0 && !position?.total) return <EmptyQueue />;
  return (
    <>
      {position && isOpen && <Progress left={position.total} />}
      <div className="queue" aria-busy={busy || isBefore || undefined}>
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

interface Chosen {
  /** The item that is shown; undefined until its page is read. */
  id: string | undefined;
  /** Where it is in the list. */
  at: number;
  /** The one that was shown before and has left the list, which is shown again if it returns. */
  left?: string | undefined;
}

/**
 * The position of the shown item. It stays the same item when others come and go; when it is decided the next one
 * follows, and an undo brings it back.
 */
function useChosen(ids: readonly string[], isBefore: boolean) {
  const [{ id, at, left }, setChosen] = useState<Chosen>({ id: undefined, at: 0 });
  const returned = left === undefined ? -1 : ids.indexOf(left);
  const found = returned >= 0 ? returned : id === undefined ? -1 : ids.indexOf(id);
  const index = found >= 0 ? found : Math.max(0, Math.min(at, ids.length - 1));
  const shown = ids[index];
  if (!isBefore && shown !== undefined && (shown !== id || index !== at)) {
    const hasLeft = id !== undefined && !ids.includes(id);
    setChosen({ id: shown, at: index, left: hasLeft ? id : returned >= 0 ? undefined : left });
  }
  return { index, setChosen: (next: number) => setChosen({ id: undefined, at: next }) };
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
