import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { type Sorting, Table, TableSkeleton } from '../../ui/table.tsx';
import { ActionBar } from './action-bar.tsx';
import { useWorkActs } from './acts.ts';
import { useWorkColumns } from './columns.tsx';
import { Filters, hasFilter } from './filters.tsx';
import { workList } from './queries.ts';
import type { WorksSearch } from './search.ts';

const route = getRouteApi('/works');

export function WorksPage() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(workList(search));
  const acts = useWorkActs();
  const columns = useWorkColumns(acts);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = data?.works ?? [];
  // What leaves the list leaves the selection.
  const selected = rows.filter(({ id }) => chosen.has(id));
  const show = (change: WorksSearch, replace = false) =>
    navigate({ search: (current) => ({ ...current, page: undefined, ...change }), replace });
  return (
    <Page
      title={t('works.title')}
      actions={
        <Button kind="primary" icon={Plus} onClick={() => navigate({ to: '/new-work' })}>
          {t('works.add')}
        </Button>
      }
    >
      <p className="fine">{t('works.hint')}</p>
      <div className="toolbar">
        <SearchField
          label={t('works.search')}
          value={search.q ?? ''}
          onSearch={(q) => show({ q: q || undefined }, true)}
        />
        <Filters search={search} onChange={show} />
      </div>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <TableSkeleton />}
      {data?.total === 0 && (
        <EmptyNotice title={t(hasFilter(search) ? 'works.noneFound' : 'works.none')}>
          {t(hasFilter(search) ? 'works.noneFoundHint' : 'works.noneHint')}
        </EmptyNotice>
      )}
      {data && data.total > 0 && (
        <>
          <Table
            caption={t('page.works')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            rowName={({ id, title }) => title ?? id}
            busy={isPlaceholderData}
            selection={{ ids: new Set(selected.map(({ id }) => id)), onChange: setChosen }}
            sorting={{ sort: data.sort, dir: data.dir === 'asc' ? 'asc' : 'desc' }}
            onSort={(sorting: Sorting) => show(sorting as WorksSearch)}
          />
          <Pagination
            page={data.page}
            pages={data.pages}
            perPage={data.per_page}
            total={data.total}
            onPage={(page, replace) => show({ page }, replace)}
          />
        </>
      )}
      <ActionBar rows={selected} acts={acts} onClear={() => setChosen(new Set())} />
    </Page>
  );
}
