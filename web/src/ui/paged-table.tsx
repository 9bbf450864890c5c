import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { type OnPage, Pagination } from './pagination.tsx';
import { type Column, type Selection, type Sorting, Table } from './table.tsx';

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
  activeId?: string | undefined;
  /** How many rows there will be, about. */
  loadingRows?: number | undefined;
  /** The content beside the pagination. */
  beside?: ReactNode;
  /** Who can see the list, if not administrators of the workspace. */
  whoCan?: string;
}

/** A list in all its states: loading, failed, empty, or a table with pagination. */
export function PagedTable<Data extends ListPage, Row>({
  caption,
  query,
  columns,
  rowsOf,
  rowId,
  rowName,
  selection,
  empty,
  onPage,
  onSort,
  compact,
  activeId,
  loadingRows,
  beside,
  whoCan,
}: PagedTableProps<Data, Row>) {
  return (
    <Loaded query={query} rows={loadingRows} whoCan={whoCan}>
      {(data) => {
        if (data.total === 0) return empty;
        const dir = data.dir === 'asc' ? 'asc' : 'desc';
        const { page, pages, per_page, total } = data;
        const pagination = <Pagination page={page} pages={pages} perPage={per_page} total={total} onPage={onPage} />;
        return (
          <>
            <Table
              caption={caption}
              columns={columns}
              rows={rowsOf(data)}
              rowId={rowId}
              {...(rowName && { rowName })}
              {...(selection && { selection })}
              {...(onSort && data.sort && { sorting: { sort: data.sort, dir }, onSort })}
              activeId={activeId}
              busy={query.isPlaceholderData}
              compact={compact}
            />
            {beside ? (
              <div className="toolbar list-end">
                {beside}
                {pagination}
              </div>
            ) : (
              pagination
            )}
          </>
        );
      }}
    </Loaded>
  );
}
