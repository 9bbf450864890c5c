import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useText } from '../text/text.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The value of the list's `sort` parameter. Columns without one are not sortable. */
  sort?: string;
  numeric?: boolean;
  /** A fixed width. If any column has one, the others share the rest, and nothing moves from page to page. */
  width?: string;
  /** Whether a compact card has the header before the value, which alone would not say what it is. */
  isLabelled?: boolean;
  /** The cell that names the row for screen readers and titles its card on small screens. */
  isRowHeader?: boolean;
}

export interface Sorting {
  sort: string;
  dir: 'asc' | 'desc';
}

export interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

interface TableProps<Row> {
  /** The content of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The name of a row in its checkbox label. */
  rowName?: (row: Row) => string;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  selection?: Selection;
  /** The current row of keys like j and k. */
  activeId?: string | undefined;
  /** Whether new rows are loading; the old ones stay until then. */
  busy?: boolean;
  /** On small screens: cards of few lines, whose cells say without a label what they are. */
  compact?: boolean | undefined;
}

/** A native table, or cards on screens narrower than 40 em (640 px at the default text size). */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowId,
  rowName,
  sorting,
  onSort,
  selection,
  activeId,
  busy,
  compact,
}: TableProps<Row>) {
  const isFixed = columns.some(({ width }) => width !== undefined);
  const className = [isFixed && 'fixed', compact && 'compact'].filter(Boolean).join(' ') || undefined;
  const t = useText();
  const allSelected = selection !== undefined && rows.length > 0 && rows.every((row) => selection.ids.has(rowId(row)));
  const toggle = (id: string) => {
    const ids = new Set(selection?.ids);
    if (!ids.delete(id)) ids.add(id);
    selection?.onChange(ids);
  };
  /** Keeps selected rows of other pages. */
  const toggleAll = () => {
    const ids = new Set(selection?.ids);
    for (const row of rows) allSelected ? ids.delete(rowId(row)) : ids.add(rowId(row));
    selection?.onChange(ids);
  };
  return (
    <div className="table-frame" aria-busy={busy || undefined}>
      <table className={className} {...(isFixed && { style: widthOf(columns) })}>
        <caption className="visually-hidden">{caption}</caption>
        {isFixed && (
          <colgroup>
            {selection && <col className="select-column" />}
            {columns.map(({ id, width }) => (
              <col key={id} {...(width && { style: { width } })} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr data-label={t('ui.table.sortBy')}>
            {selection && (
              <th scope="col" className="select-cell">
                <label className="checkbox">
                  <input
                    type="checkbox"
                    aria-label={t('ui.table.selectAll')}
                    checked={allSelected}
                    onChange={toggleAll}
                  />
                </label>
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = rowId(row);
            return (
              <tr
                key={id}
                id={`row-${id}`}
                aria-selected={selection ? selection.ids.has(id) : undefined}
                className={id === activeId ? 'active' : undefined}
              >
                {selection && (
                  <td className="select-cell">
                    <label className="checkbox">
                      <input
                        type="checkbox"
                        aria-label={t('ui.table.selectRow', { name: rowName?.(row) ?? id })}
                        checked={selection.ids.has(id)}
                        onChange={() => toggle(id)}
                      />
                    </label>
                  </td>
                )}
                {columns.map((column) => {
                  const Cell = column.isRowHeader ? 'th' : 'td';
                  return (
                    <Cell
                      key={column.id}
                      scope={column.isRowHeader ? 'row' : undefined}
                      className={cellClass(column)}
                      data-label={column.header}
                    >
                      {column.cell(row)}
                    </Cell>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The width of all columns that have one, so that the others keep room beside them. */
const widthOf = (columns: readonly Column<never>[]) =>
  ({ '--columns-width': `calc(${columns.flatMap(({ width }) => width ?? []).join(' + ')})` }) as CSSProperties;

const cellClass = ({ numeric, isLabelled }: Column<never>) =>
  [numeric && 'numeric', isLabelled && 'labelled'].filter(Boolean).join(' ') || undefined;

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
}

function HeaderCell<Row>({ column: { header, sort, numeric }, sorting, onSort }: HeaderCellProps<Row>) {
  const className = numeric ? 'numeric' : undefined;
  if (!sort || !onSort) {
    return (
      <th scope="col" className={className}>
        {header}
      </th>
    );
  }
  const dir = sorting?.sort === sort ? sorting.dir : undefined;
  const Icon = dir === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={dir === undefined ? 'none' : dir === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className="sort" onClick={() => onSort({ sort, dir: dir === 'desc' ? 'asc' : 'desc' })}>
        {header}
        {dir && <Icon aria-hidden size={12} />}
      </button>
    </th>
  );
}

/** Placeholder rows while the first page of a list loads. */
export function TableSkeleton({ rows = 10 }: { rows?: number }) {
  const t = useText();
  return (
    <div className="table-frame" role="status" aria-label={t('ui.table.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these rows are identical
        <div key={index} className="skeleton-row" />
      ))}
    </div>
  );
}
