import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EyeOff, Trash2, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { useFormat } from '../../text/format.ts';
import { useText, useTexts } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyNotice, ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { type Column, Table, TableSkeleton } from '../../ui/table.tsx';
import { perPage, publicationList } from './queries.ts';
import type { PublicationSearch } from './search.ts';
import { texts } from './texts.ts';

type Publication = Schema<'CuratedPublicationItem'>;

const route = getRouteApi('/publications');

export function PublicationsPage() {
  const t = useText();
  const p = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch, isPlaceholderData } = useQuery(publicationList(search));
  const columns = usePublicationColumns();
  /** Changes the address; every change but one of the page goes back to the first. */
  const show = (change: PublicationSearch, replace = false) =>
    navigate({ search: (current) => ({ ...current, page: undefined, ...change }), replace });
  return (
    <Page title={t('page.publications')}>
      <div className="toolbar">
        <SearchField label={p('search')} value={search.q ?? ''} onSearch={(q) => show({ q: q || undefined }, true)} />
        <SelectField
          label={p('status')}
          value={search.status ?? 'active'}
          options={(['active', 'deleted', 'all'] as const).map((value) => ({
            value,
            text: p(`status.${value}`),
          }))}
          onChoose={(status) => show({ status: status === 'active' ? undefined : status })}
        />
      </div>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <TableSkeleton />}
      {data?.total === 0 && <EmptyNotice title={p('empty')}>{p('emptyHint')}</EmptyNotice>}
      {data && data.total > 0 && (
        <>
          <Table
            caption={t('page.publications')}
            columns={columns}
            rows={data.publications}
            rowId={({ id }) => id}
            rowName={({ title, id }) => title ?? id}
            sorting={{ sort: search.sort ?? 'last_fetched_at', dir: search.dir ?? 'desc' }}
            onSort={(sorting) => show(sorting as PublicationSearch)}
            selection={{ ids: selected, onChange: setSelected }}
            busy={isPlaceholderData}
          />
          <Pagination
            page={data.page}
            pages={data.pages}
            perPage={perPage}
            total={data.total}
            onPage={(page) => show({ page })}
          />
        </>
      )}
    </Page>
  );
}

function usePublicationColumns(): Column<Publication>[] {
  const p = useTexts(texts);
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'title',
        header: p('column.title'),
        sort: 'title',
        isRowHeader: true,
        cell: ({ title, id }) => (
          <span className="two-lines" title={title ?? id}>
            {title ?? id}
          </span>
        ),
      },
      {
        id: 'researchers',
        header: p('column.researchers'),
        cell: ({ researchers }) => researchers.map(({ name, orcid }) => name ?? orcid).join(', '),
      },
      {
        id: 'date',
        header: p('column.date'),
        sort: 'publication_date',
        numeric: true,
        cell: ({ publication_date }) => publication_date && format.partialDate(publication_date),
      },
      {
        id: 'cited',
        header: p('column.citations'),
        sort: 'cited_by_count',
        numeric: true,
        cell: ({ cited_by_count }) => cited_by_count !== null && format.number(cited_by_count),
      },
      {
        id: 'state',
        header: p('column.state'),
        cell: ({ visible, deleted_at, match_state, is_retracted }) => (
          <span className="badges">
            {deleted_at !== null && (
              <Badge tone="bad" icon={Trash2}>
                {p('deleted')}
              </Badge>
            )}
            {!visible && <Badge icon={EyeOff}>{p('hidden')}</Badge>}
            {is_retracted && <Badge tone="bad">{p('retracted')}</Badge>}
            {match_state === 'needs_attention' && (
              <Badge tone="warning" icon={TriangleAlert}>
                {p('needsAttention')}
              </Badge>
            )}
          </span>
        ),
      },
      {
        id: 'fetched',
        header: p('column.fetched'),
        sort: 'last_fetched_at',
        numeric: true,
        cell: ({ last_fetched_at }) => <Moment ms={last_fetched_at} />,
      },
    ],
    [p, format],
  );
}
