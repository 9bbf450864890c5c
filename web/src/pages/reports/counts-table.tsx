import { useState } from 'react';
import type { ReportDimension } from '../../../../src/records/reports/definition.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ListLink } from './list-link.tsx';
import { inOrder, useDimensionName, useKeyName } from './names.ts';
import type { Counted, Counts } from './shapes.ts';

const firstRows = 100;

interface CountsTableProps {
  counts: Counts;
  isFractional: boolean;
}

/** The numbers of a report, the sums of each dimension, and the total. Each number leads to its list. */
export function CountsTable({ counts, isFractional }: CountsTableProps) {
  const t = useText();
  const dimensionName = useDimensionName();
  const nameOf = useKeyName(counts.labels);
  const { group_by: dimensions, list, overall } = counts;
  const shared = { list, isFractional };
  const rows = inOrder(dimensions, counts.counts, ({ keys }) => keys).map(({ keys, ...counted }) => ({
    names: dimensions.map((dimension, at) => nameOf(dimension, keys[at] ?? null)),
    counted,
  }));
  const sumsOf = (by: ReportDimension) =>
    inOrder(
      [by],
      counts.sums.filter((sum) => sum.by === by),
      ({ key }) => [key],
    ).map(({ key, ...counted }) => ({ names: [nameOf(by, key)], counted }));
  return (
    <div className="report-counts">
      <NumberTable
        {...shared}
        caption={t('reports.counts')}
        heads={dimensions.map(dimensionName)}
        rows={rows}
        total={overall}
      />
      {dimensions.length > 1 &&
        dimensions.map((dimension) => (
          <details key={dimension}>
            <summary>{t('reports.sumsBy', { dimension: dimensionName(dimension) })}</summary>
            <NumberTable
              {...shared}
              caption={t('reports.sumsBy', { dimension: dimensionName(dimension) })}
              heads={[dimensionName(dimension)]}
              rows={sumsOf(dimension)}
              total={overall}
            />
          </details>
        ))}
    </div>
  );
}

interface NumberTableProps {
  caption: string;
  heads: readonly string[];
  rows: readonly { names: readonly string[]; counted: Counted }[];
  total: Counted;
  list: string;
  isFractional: boolean;
}

function NumberTable({ caption, heads, rows, total, list, isFractional }: NumberTableProps) {
  const t = useText();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, firstRows);
  const numbers = { list, isFractional };
  return (
    <>
      <div className="table-frame">
        <table className="report-table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <th scope="col" className="numeric">
                {t('reports.outputs')}
              </th>
              <th scope="col" className="numeric">
                {t('reports.inSeveral')}
              </th>
              {isFractional && (
                <>
                  <th scope="col" className="numeric">
                    {t('reports.fractions')}
                  </th>
                  <th scope="col" className="numeric">
                    {t('reports.unknownShares')}
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ names, counted }) => (
              <tr key={names.join('\n')}>
                {names.map((name, at) => (
                  <th key={heads[at]} scope="row" data-label={heads[at]}>
                    <bdi>{name}</bdi>
                  </th>
                ))}
                <Numbers {...numbers} counted={counted} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={Math.max(1, heads.length)}>
                {t('reports.total')}
              </th>
              <Numbers {...numbers} counted={total} />
            </tr>
          </tfoot>
        </table>
      </div>
      {shown.length < rows.length && (
        <Button onClick={() => setShowsAll(true)}>{t('reports.showAll', { count: rows.length })}</Button>
      )}
    </>
  );
}

interface NumbersProps {
  list: string;
  isFractional: boolean;
  counted: Counted;
}

function Numbers({ list, isFractional, counted }: NumbersProps) {
  const t = useText();
  const { number } = useFormat();
  const { whole, in_several, fractional, fractional_unknown, query } = counted;
  return (
    <>
      <td className="numeric" data-label={t('reports.outputs')}>
        <ListLink list={list} query={query}>
          {number(whole)}
        </ListLink>
      </td>
      <td className="numeric" data-label={t('reports.inSeveral')}>
        {number(in_several)}
      </td>
      {isFractional && (
        <>
          <td className="numeric" data-label={t('reports.fractions')}>
            {fractional == null ? t('reports.unknown') : number(Math.round(fractional * 100) / 100)}
          </td>
          <td className="numeric" data-label={t('reports.unknownShares')}>
            {number(fractional_unknown ?? 0)}
          </td>
        </>
      )}
    </>
  );
}
