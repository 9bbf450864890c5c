import { useText } from '../../text/text.ts';

interface LimitChartProps {
  title: string;
  /** One per minute, oldest first, without minutes that had no requests. */
  points: readonly { ms: number; value: number }[];
  warnsAbove: number;
  disablesAbove: number;
  show: (value: number) => string;
}

const width = 480;
const height = 140;
const margin = { left: 4, right: 4, top: 16, bottom: 8 };
const hourMs = 3_600_000;
const minuteMs = 60_000;

/** A line over the last hour, with marks at the limits. A table beside it has the same numbers. */
export function LimitChart({ title, points, warnsAbove, disablesAbove, show }: LimitChartProps) {
  const t = useText();
  const end = Math.max(Date.now(), points.at(-1)?.ms ?? 0);
  const top = Math.max(disablesAbove, ...points.map(({ value }) => value)) * 1.15;
  const x = (ms: number) => margin.left + (1 - (end - ms) / hourMs) * (width - margin.left - margin.right);
  const y = (value: number) => height - margin.bottom - (value / top) * (height - margin.top - margin.bottom);
  // Minutes without requests interrupt the line.
  const line = points
    .map(({ ms, value }, index) => {
      const before = points[index - 1];
      const joined = before !== undefined && ms - before.ms <= minuteMs;
      return `${joined ? 'L' : 'M'}${x(ms).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  const last = points.at(-1);
  return (
    <figure className="limit-chart">
      <figcaption>
        {title} <strong>{last ? show(last.value) : '–'}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('rollout.chart', { title })}>
        <Limit
          className="disables"
          at={y(disablesAbove)}
          text={t('rollout.disablesAt', { limit: show(disablesAbove) })}
        />
        <Limit className="warns" isBelow at={y(warnsAbove)} text={t('rollout.warnsAt', { limit: show(warnsAbove) })} />
        <path className="axis" d={`M0 ${height - margin.bottom}H${width}`} />
        <path className="line" d={line} />
        {points.map(({ ms, value }) => (
          <circle key={ms} cx={x(ms)} cy={y(value)} r="2" />
        ))}
      </svg>
    </figure>
  );
}

interface LimitProps {
  className: string;
  at: number;
  text: string;
  /** Whether the label is below the line, where lines are close together. */
  isBelow?: boolean;
}

function Limit({ className, at, text, isBelow = false }: LimitProps) {
  return (
    <g className={className}>
      <path d={`M0 ${at}H${width}`} />
      <text x={margin.left} y={isBelow ? at + 4 : at - 4} dominantBaseline={isBelow ? 'hanging' : undefined}>
        {text}
      </text>
    </g>
  );
}
