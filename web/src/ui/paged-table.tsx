import type { ReactNode } from 'react';
import { ErrorNotice } from './notice.tsx';
import { type OnPage, Pagination } from './pagination.tsx';
import { type Column, type Selection, type Sorting, Table, TableSkeleton } from './table.tsx';

/** The envelope of a list. Only sortable lists have `sort` and `dir`. */
interface ListPage {
  page: number;
  pages: number;
  per_page: number;
  total: number;
  sort?: string;
  dir?: string;
}

interface PagedTableProps<Data extends ListPage, Row> {
  /** The content of the table, for screen readers. */
  caption: string;
  /** The query of the list, from useQuery. */
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown; isPlaceholderData: boolean };
  columns: readonly Column<Row>[];
  rowsOf: (data: Data) => readonly Row[];
  rowId: (row: Row) => string;
  /** The name of a row in its checkbox label. */
  rowName?: (row: Row) => string;
  selection?: Selection;
  /** Shown for an empty list: why it is empty, and what to do. */
  empty: ReactNode;
  onPage: OnPage;
  onSort?: (sorting: Sorting) => void;
  /** See `Table`. */
  compact?: boolean;
  /** Who can see the list, if not administrators of the workspace. */
  whoCan?: string;
}

/** A list in all its states: loading, failed, empty, or a table with pagination. */
export function PagedTable<Data extends ListPage, Row>({
  caption,
  query: { data, error, refetch, isPlaceholderData },
  columns,
  rowsOf,
  rowId,
  rowName,
  selection,
  empty,
  onPage,
  onSort,
  compact,
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
            {...(rowName && { rowName })}
            {...(selection && { selection })}
            busy={isPlaceholderData}
            compact={compact}
            {...sorted}
          />
          <Pagination page={data.page} pages={data.pages} perPage={data.per_page} total={data.total} onPage={onPage} />
        </>
      )}
    </>
  );
}
