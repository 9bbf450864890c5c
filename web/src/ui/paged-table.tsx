import type { ReactNode } from 'react';
import { ErrorNotice } from './notice.tsx';
import { type OnPage, Pagination } from './pagination.tsx';
import { type Column, type Sorting, Table, TableSkeleton } from './table.tsx';

/** The envelope of a list of the API; `sort` and `dir` are of lists that can be sorted. */
interface ListPage {
  page: number;
  pages: number;
  per_page: number;
  total: number;
  sort?: string;
  dir?: string;
}

interface PagedTableProps<Data extends ListPage, Row> {
  /** What the table shows, for screen readers. */
  caption: string;
  /** The query of the list, as useQuery returns it. */
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown; isPlaceholderData: boolean };
  columns: readonly Column<Row>[];
  rowsOf: (data: Data) => readonly Row[];
  rowId: (row: Row) => string;
  /** Shown when the list has no rows: why, and what to do. */
  empty: ReactNode;
  onPage: OnPage;
  onSort?: (sorting: Sorting) => void;
  /** Who can see the list, if administrators of the workspace cannot. */
  whoCan?: string;
}

/** A list of the API in all its states: loading, failed, empty, and a table with the way to the other pages. */
export function PagedTable<Data extends ListPage, Row>({
  caption,
  query: { data, error, refetch, isPlaceholderData },
  columns,
  rowsOf,
  rowId,
  empty,
  onPage,
  onSort,
  whoCan,
}: PagedTableProps<Data, Row>) {
  const dir = data?.dir === 'asc' ? 'asc' : 'desc';
  const sorted = onSort && data?.sort ? { sorting: { sort: data.sort, dir } as const, onSort } : {};
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={refetch} {...(whoCan && { whoCan })} />}
      {!data && !error && <TableSkeleton />}
      {data?.total === 0 && empty}
      {data && data.total > 0 && (
        <>
          <Table
            caption={caption}
            columns={columns}
            rows={rowsOf(data)}
            rowId={rowId}
            busy={isPlaceholderData}
            {...sorted}
          />
          <Pagination page={data.page} pages={data.pages} perPage={data.per_page} total={data.total} onPage={onPage} />
        </>
      )}
    </>
  );
}
