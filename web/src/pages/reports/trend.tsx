import { useQuery } from '@tanstack/react-query';
import { columnChart } from '../../../../src/formats/column-chart.ts';
import { type OpenAccessColumns, openAccessColumns } from '../../../../src/formats/open-access-columns.ts';
import type { ReportDefinition } from '../../../../src/records/reports/definition.ts';
import type { OpenAccessStatus } from '../../../../src/vocabulary/open-access-status.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { ListLink } from './list-link.tsx';
import { reportPreview } from './queries.ts';
import type { CountKey, Counts } from './shapes.ts';

/** The outputs of a definition by year and open access, as they are now. */
export function Trend({ definition }: { definition: ReportDefinition }) {
  const { data } = useQuery(reportPreview({ ...definition, group_by: ['year', 'open_access'], counting: 'whole' }));
  // An error is that of the preview beside it.
  return data ? <OpenAccessChart counts={data} /> : null;
}

/** Whether counts are by year and open access, and can be drawn. */
export const isDrawn = ({ group_by }: Pick<Counts, 'group_by'>): boolean =>
  group_by.length === 2 && group_by.includes('year') && group_by.includes('open_access');

/** Columns by year and open access, and the same numbers as a table in which each leads to its list. */
export function OpenAccessChart({ counts }: { counts: Counts }) {
  const t = useText();
  const { number } = useFormat();
  const names = useVocabulary();
  const [ofYear, ofStatus] = [counts.group_by.indexOf('year'), counts.group_by.indexOf('open_access')];
  const cells = counts.counts.map(({ keys, whole, query }) => ({
    year: numberIn(keys[ofYear]),
    open_access: (keys[ofStatus] ?? null) as OpenAccessStatus | null,
    count: whole,
    query,
  }));
  const chart = openAccessColumns(cells);
  if (!chart) return null;
  const nameOf = (status: string) => (status === 'unknown' ? t('reports.unknown') : (names.access(status) ?? status));
  const cellOf = (year: number | null, status: string) =>
    cells.find((cell) => cell.year === year && (cell.open_access ?? 'unknown') === status);
  const sumOf = (year: number | null) => counts.sums.find(({ by, key }) => by === 'year' && numberIn(key) === year);
  return (
    <figure className="report-chart">
      <figcaption>{t('reports.trend')}</figcaption>
      <Picture chart={chart} title={t('reports.trend')} />
      <div className="table-frame">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('reports.year')}</th>
              {chart.series.map(({ status, colour }) => (
                <th key={status} scope="col" className="numeric">
                  <svg width="12" height="12" aria-hidden="true">
                    <rect width="12" height="12" fill={colour} />
                  </svg>{' '}
                  {nameOf(status)}
                </th>
              ))}
              <th scope="col" className="numeric">
                {t('reports.total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {chart.rows.map(({ year, counts: row, total }) => (
              <tr key={year}>
                <th scope="row">{year ?? t('reports.none.year')}</th>
                {chart.series.map(({ status }, at) => (
                  <td key={status} className="numeric" data-label={nameOf(status)}>
                    <NumberLink list={counts.list} cell={cellOf(year, status)} shown={number(row[at] ?? 0)} />
                  </td>
                ))}
                <td className="numeric" data-label={t('reports.total')}>
                  <NumberLink list={counts.list} cell={sumOf(year)} shown={number(sumOf(year)?.whole ?? total)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const numberIn = (key: CountKey | undefined): number | null => (key == null ? null : Number(key));

interface NumberLinkProps {
  list: Counts['list'];
  cell: { query: Record<string, string> } | undefined;
  shown: string;
}

/** A number; without a cell there is no list of it. */
function NumberLink({ list, cell, shown }: NumberLinkProps) {
  if (!cell) return shown;
  return (
    <ListLink list={list} query={cell.query}>
      {shown}
    </ListLink>
  );
}

function Picture({ chart: { series, columns }, title }: { chart: OpenAccessColumns; title: string }) {
  if (columns.length === 0) return null;
  const { width, height, base, left, columns: drawn, ticks } = columnChart(columns);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title} fontSize="12" fill="currentColor">
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <line x1={left} x2={width} y1={y} y2={y} stroke="currentColor" strokeOpacity="0.2" />
          <text x={left - 6} y={y + 4} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {drawn.map(({ label, x, width: wide, isLabelled, parts }) => (
        <g key={label}>
          {parts.map(({ series: at, y, height: high }) => (
            <rect key={at} x={x} y={y} width={wide} height={high} fill={series[at]?.colour} className="report-bar" />
          ))}
          {isLabelled && (
            <text x={x + wide / 2} y={base + 18} textAnchor="middle">
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
