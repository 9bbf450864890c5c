import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import '../../styles/publications.css';
import { useText } from '../../text/text.ts';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import { ActionBar } from './action-bar.tsx';
import { useBulkActions } from './bulk-actions.ts';
import { type Publication, usePublicationColumns } from './columns.tsx';
import { Filters } from './filters.tsx';
import { publicationList, standardPageSize } from './queries.ts';
import { type PublicationSearch, pageSizes } from './search.ts';
import { type ShownRows, withoutGone } from './selection.ts';
import { ColumnChoice, ExportMenu, SavedViews, useShownColumns } from './views.tsx';

const route = getRouteApi('/publications');

export function PublicationsPage() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(publicationList(search));
  const rows = data?.publications ?? noRows;
  const { selected, select, keep } = useSelection(rows, isPlaceholderData || !data ? undefined : search);
  const actions = useBulkActions();
  const columns = usePublicationColumns(actions.outcomes);
  const shown = useShownColumns(columns);
  const activeId = useListKeys(rows, { selected, select, keep }, actions);
  const perPage = search.perPage ?? standardPageSize;
  /** Changes the address. Every change except that of the page returns to the first page. */
  const show = (change: PublicationSearch, replace = false) =>
    navigate({ search: (current) => ({ ...current, page: undefined, ...change }), replace });
  return (
    <Page title={t('page.publications')} actions={<ExportMenu search={search} total={data?.total} />}>
      <div className="toolbar">
        <SearchField
          label={t('publications.search')}
          value={search.q ?? ''}
          onSearch={(q) => show({ q: q || undefined }, true)}
        />
        <SavedViews search={search} onShow={(view) => navigate({ search: view })} />
        <ColumnChoice all={columns} shown={shown} />
      </div>
      <Filters search={search} onChange={show} />
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <TableSkeleton rows={perPage} />}
      {data?.total === 0 && <EmptyNotice title={t('publications.empty')}>{t('publications.emptyHint')}</EmptyNotice>}
      {data && data.total > 0 && (
        <>
          <Table
            caption={t('page.publications')}
            columns={shown}
            rows={rows}
            rowId={({ id }) => id}
            rowName={({ title, id }) => title ?? id}
            sorting={{ sort: search.sort ?? 'last_fetched_at', dir: search.dir ?? 'desc' }}
            onSort={(sorting) => show(sorting as PublicationSearch)}
            selection={{ ids: new Set(selected.keys()), onChange: select }}
            activeId={activeId}
            busy={isPlaceholderData}
            compact
          />
          <div className="toolbar list-end">
            <SelectField
              label={t('publications.perPage')}
              value={String(perPage)}
              options={pageSizes.map((size) => ({ value: String(size), text: String(size) }))}
              onChoose={(size) => show({ perPage: Number(size) as (typeof pageSizes)[number] })}
            />
            <Pagination
              page={data.page}
              pages={data.pages}
              perPage={perPage}
              total={data.total}
              onPage={(page, replace) => show({ page }, replace)}
            />
          </div>
        </>
      )}
      <ActionBar rows={[...selected.values()]} actions={actions} onSelect={select} onDone={keep} />
    </Page>
  );
}

const noRows: readonly Publication[] = [];

/**
 * The selected publications, including those on other pages. Shown ones have the list's current values. What leaves the
 * list leaves the selection, so that nothing is changed that nobody sees: rows that a list read again no longer has, and
 * with other filters all that are not shown. `search` is that of the rows; undefined while they are being read.
 */
function useSelection(rows: readonly Publication[], search: PublicationSearch | undefined) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Publication>>(new Map());
  const known = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const shown = useRef<ShownRows>(undefined);
  useEffect(() => {
    if (!search) return;
    const now = { search, ids: new Set(known.keys()) };
    const before = shown.current;
    shown.current = now;
    if (before) setChosen((chosen) => withoutGone(chosen, before, now));
  }, [known, search]);
  const selected = useMemo(() => new Map([...chosen].map(([id, row]) => [id, known.get(id) ?? row])), [chosen, known]);
  const select = useCallback(
    (ids: ReadonlySet<string>) =>
      setChosen((before) => {
        const found = [...ids].flatMap((id) => known.get(id) ?? before.get(id) ?? []);
        return new Map(found.map((row) => [row.id, row]));
      }),
    [known],
  );
  /** After an action: rows of other pages may have left the list, except those where the action failed. */
  const keep = useCallback(
    (failed: ReadonlySet<string>) =>
      setChosen((before) => new Map([...before].filter(([id]) => known.has(id) || failed.has(id)))),
    [known],
  );
  return { selected, select, keep };
}

/** The keys of the list: j and k move through the rows, the others act on the selection, or else on the current row. */
function useListKeys(
  rows: readonly Publication[],
  { selected, select, keep }: ReturnType<typeof useSelection>,
  { setVisible, setDeleted, progress }: ReturnType<typeof useBulkActions>,
): string | undefined {
  const navigate = route.useNavigate();
  const [activeId, setActiveId] = useState<string | undefined>();
  const index = rows.findIndex(({ id }) => id === activeId);
  const move = (step: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, index === -1 ? 0 : index + step))];
    if (!next) return;
    setActiveId(next.id);
    const row = document.getElementById(`row-${next.id}`);
    row?.scrollIntoView({ block: 'nearest' });
    row?.querySelector('a')?.focus({ preventScroll: true });
  };
  const active = rows[index];
  const targets = selected.size > 0 ? [...selected.values()] : active ? [active] : [];
  const whenIdle = (act: () => void) => () => {
    if (!progress && targets.length > 0) act();
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      if (!active) return;
      const ids = new Set(selected.keys());
      if (!ids.delete(active.id)) ids.add(active.id);
      select(ids);
    },
    e: () => active && navigate({ to: '/publication/$', params: { _splat: active.id } }),
    h: whenIdle(async () =>
      keep(
        await setVisible(
          targets,
          targets.every(({ visible }) => !visible),
        ),
      ),
    ),
    Delete: whenIdle(async () => select(await setDeleted(targets, true))),
  });
  return activeId;
}
