import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';

export interface Bar {
  key: string;
  label: string;
  count: number;
  /** The list whose length is the count; a bar without one is no link. */
  search?: Extract<LinkProps['search'], object> | undefined;
}

interface ChartProps {
  title: string;
  bars: readonly Bar[];
  /** The content in place of the bars if there are none. */
  none?: ReactNode;
}

/** Horizontal bars, the longest first. Each names its number, so that nobody needs the picture. */
export function BarChart({ title, bars, none, of }: ChartProps & { of?: number | undefined }) {
  const { number, percent } = useFormat();
  const id = useId();
  const longest = of ?? Math.max(1, ...bars.map(({ count }) => count));
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {bars.length === 0 && <p className="fine">{none}</p>}
      <ul className="bars">
        {bars.map((bar) => (
          <li key={bar.key}>
            <BarLink bar={bar} className="bar">
              <span className="bar-name">{bar.label}</span>
              <span className="bar-count">
                {number(bar.count)}
                {of !== undefined && <span className="fine"> {percent(of === 0 ? 0 : bar.count / of)}</span>}
              </span>
              <span aria-hidden className="bar-track">
                <span style={{ width: `${(bar.count / Math.max(1, longest)) * 100}%` }} />
              </span>
            </BarLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Columns in the order of time. */
export function ColumnChart({ title, bars, none }: ChartProps) {
  const t = useText();
  const { number } = useFormat();
  const id = useId();
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <section className="card wide" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {bars.length === 0 && <p className="fine">{none}</p>}
      <ol className="columns-chart">
        {bars.map((bar) => (
          <li key={bar.key}>
            <BarLink bar={bar} className="column">
              <span className="column-count">
                {number(bar.count)}
                <span className="visually-hidden"> {t('overview.bar', { count: bar.count })} </span>
              </span>
              <span className="column-bar" style={{ height: `${(bar.count / highest) * 100}%` }} />
              <span className="column-name">{bar.label}</span>
            </BarLink>
          </li>
        ))}
      </ol>
    </section>
  );
}

function BarLink({ bar, className, children }: { bar: Bar; className: string; children: ReactNode }) {
  if (!bar.search) return <span className={className}>{children}</span>;
  return (
    <Link to="/publications" search={bar.search} className={className}>
      {children}
    </Link>
  );
}
