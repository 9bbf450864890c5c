import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import '../../styles/publications.css';
import { Filters } from '../../data/publication-filters/filters.tsx';
import { type PublicationSearch, pageSizes } from '../../data/publication-filters/search.ts';
import { ReportLink } from '../../data/report-link.tsx';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { EmptyList } from '../../ui/empty-list.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { useVisits } from '../../ui/visits.ts';
import { ActionBar } from './action-bar.tsx';
import { useBulkActions } from './bulk-actions.ts';
import { type Publication, usePublicationColumns } from './columns.tsx';
import { ExportMenu } from './export.tsx';
import { Outputs } from './outputs.tsx';
import { publicationList, standardPageSize } from './queries.ts';
import { SavedViews } from './saved-views.tsx';
import { countOf, type SelectionOfList, useSelection } from './use-selection.ts';
import { ColumnChoice, useShownColumns } from './views.tsx';

const route = getRouteApi('/publications');

export function PublicationsPage() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const hasWorks = search.include === 'works';
  const query = useQuery({ ...publicationList(search), enabled: !hasWorks });
  const { data, isPlaceholderData } = query;
  useNextPage(search, isPlaceholderData ? 0 : (data?.pages ?? 0));
  const rows = data?.publications ?? noRows;
  const selection = useSelection(rows, isPlaceholderData || !data ? undefined : search, data?.total ?? 0);
  const actions = useBulkActions();
  const isMember = useHasRole('workspace_member');
  const columns = usePublicationColumns(actions.outcomes);
  const sort = search.sort ?? 'last_fetched_at';
  const shown = useShownColumns(columns, sort);
  const activeId = useListKeys(rows, selection, actions, isMember);
  const perPage = search.perPage ?? standardPageSize;
  /** Changes the address. Every change except that of the page returns to the first page. */
  const show = (change: PublicationSearch, replace = false) =>
    navigate({ search: (current) => ({ ...current, page: undefined, ...change }), replace });
  const empty = (
    <EmptyList title={t('publications.empty')} search={search} onClear={() => navigate({ search: {} })}>
      {isMember && (
        <Link to="/import" className="button primary">
          {t('page.import')}
        </Link>
      )}
    </EmptyList>
  );
  return (
    <Page
      title={t('page.publications')}
      actions={
        <>
          <ReportLink search={search} />
          {!hasWorks && <ExportMenu targets={{ search, total: data?.total ?? 0 }} />}
        </>
      }
    >
      <div className="toolbar">
        <SearchField
          label={t('publications.search')}
          value={search.q ?? ''}
          onSearch={(q) => show({ q: q || undefined }, true)}
        />
        <SavedViews search={search} onShow={(view) => navigate({ search: view })} />
        {!hasWorks && <ColumnChoice all={columns} sort={sort} />}
      </div>
      <Filters search={search} onChange={show} />
      {hasWorks ? (
        <Outputs search={search} empty={empty} />
      ) : (
        <>
          <PagedTable
            caption={t('page.publications')}
            query={query}
            columns={shown}
            rowsOf={({ publications }) => publications}
            rowId={({ id }) => id}
            rowName={({ title, id }) => title ?? id}
            selection={{ ids: selection.ids, onChange: selection.select }}
            activeId={activeId}
            loadingRows={perPage}
            compact
            empty={empty}
            onSort={(sorting) => show(sorting as PublicationSearch)}
            onPage={(page, replace) => show({ page }, replace)}
            beside={
              <SelectField
                label={t('publications.perPage')}
                value={String(perPage)}
                options={pageSizes.map((size) => ({ value: String(size), text: String(size) }))}
                onChoose={(size) => show({ perPage: Number(size) as (typeof pageSizes)[number] })}
              />
            }
          />
          <ActionBar selection={selection} actions={actions} />
        </>
      )}
    </Page>
  );
}

const noRows: readonly Publication[] = [];

/** Reads the next page beforehand for people who have begun to turn pages: a page then costs no wait. */
function useNextPage(search: PublicationSearch, pages: number): void {
  const client = useQueryClient();
  const { page = 1 } = search;
  useEffect(() => {
    if (page > 1 && page < pages) void client.prefetchQuery(publicationList({ ...search, page: page + 1 }));
  }, [client, search, page, pages]);
}

/** The publication of an address. */
const idIn = (path: string | undefined) =>
  path?.startsWith('/publication/') ? decodeURIComponent(path.slice('/publication/'.length)) : undefined;

/** The keys of the list: j and k move through the rows, the others act on the selection, or else on the current row. */
function useListKeys(
  rows: readonly Publication[],
  { targets: chosen, ids: selected, select, keep }: SelectionOfList,
  { setVisible, setDeleted, progress }: ReturnType<typeof useBulkActions>,
  mayChange: boolean,
): string | undefined {
  const navigate = route.useNavigate();
  const cameFrom = idIn(useVisits().next?.path);
  const [activeId, setActiveId] = useState(cameFrom);
  const hasReturned = useRef(false);
  useEffect(() => {
    if (hasReturned.current || cameFrom === undefined || !rows.some(({ id }) => id === cameFrom)) return;
    hasReturned.current = true;
    const row = document.getElementById(`row-${cameFrom}`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector('a')?.focus({ preventScroll: true });
  }, [rows, cameFrom]);
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
  const targets = selected.size > 0 ? chosen : { rows: active ? [active] : [] };
  const whenIdle = (act: () => void) => () => {
    if (mayChange && !progress && countOf(targets) > 0) act();
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      if (!active) return;
      const ids = new Set(selected);
      if (!ids.delete(active.id)) ids.add(active.id);
      select(ids);
    },
    e: () => active && navigate({ to: '/publication/$', params: { _splat: active.id } }),
    h: whenIdle(async () =>
      keep(await setVisible(targets, 'rows' in targets && targets.rows.every(({ visible }) => !visible))),
    ),
    Delete: whenIdle(async () => select(await setDeleted(targets, true))),
  });
  return activeId;
}
