import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';

interface ColumnChartProps {
  title: string;
  /** Oldest first; `key` is a day or a month. */
  points: readonly { key: string; count: number }[];
}

const width = 420;
const height = 150;
const top = 18;
const bottom = 20;

/** A column for each period with its number, and the same numbers as a table. */
export function ColumnChart({ title, points }: ColumnChartProps) {
  const t = useText();
  const format = useFormat();
  const highest = Math.max(1, ...points.map(({ count }) => count));
  const step = width / Math.max(1, points.length);
  // Small screens have no room for a label below each day.
  const isSpare = (index: number) => points[index]?.key.length === 10 && (points.length - index) % 2 === 0;
  const size = (count: number) => (count / highest) * (height - top - bottom);
  return (
    <figure className="column-chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('overview.chart', { title })}>
        {points.map(({ key, count }, index) => {
          const middle = (index + 0.5) * step;
          return (
            <g key={key}>
              <rect x={middle - step * 0.3} width={step * 0.6} y={height - bottom - size(count)} height={size(count)} />
              <text x={middle} y={height - bottom - size(count) - 4}>
                {format.number(count)}
              </text>
              <text x={middle} y={height - 4} className={isSpare(index) ? 'period spare' : 'period'}>
                {format.shortDate(key)}
              </text>
            </g>
          );
        })}
        <path d={`M0 ${height - bottom}H${width}`} />
      </svg>
      <details>
        <summary>{t('overview.asTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('overview.period')}</th>
              <th scope="col" className="numeric">
                {t('overview.count')}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ key, count }) => (
              <tr key={key}>
                <th scope="row">{format.partialDate(key)}</th>
                <td className="numeric">{format.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
