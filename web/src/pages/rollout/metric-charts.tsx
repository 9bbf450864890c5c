import { useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/text.ts';
import { LimitChart } from './limit-chart.tsx';
import { type Metrics, minutesOf } from './queries.ts';
import { texts } from './texts.ts';

/** The error rate and latency of the last hour, with the limits, and as a table. */
export function MetricCharts({ metrics }: { metrics: Metrics }) {
  const r = useTexts(texts);
  const format = useFormat();
  const minutes = minutesOf(metrics);
  const { disables_above: disables, warns_above: warns } = metrics;
  const ms = (value: number) => r('milliseconds', { value: format.number(Math.round(value)) });
  return (
    <section className="section" aria-labelledby="metrics">
      <h2 id="metrics">{r('metrics')}</h2>
      {metrics.hour == null && <p className="fine">{r('noHour')}</p>}
      <div className="charts">
        <LimitChart
          title={r('errorRate')}
          points={minutes.map(({ startsAt, errorRate }) => ({ ms: startsAt, value: errorRate }))}
          warnsAbove={warns.error_rate}
          disablesAbove={disables.error_rate}
          show={format.percent}
        />
        <LimitChart
          title={r('latency')}
          points={minutes.map(({ startsAt, latencyMs }) => ({ ms: startsAt, value: latencyMs }))}
          warnsAbove={warns.average_latency_ms}
          disablesAbove={disables.average_latency_ms}
          show={ms}
        />
      </div>
      <p className="fine">
        {minutes.length === 0 && r('noSearches')}{' '}
        {r('rule', { requests: disables.min_requests, minutes: disables.window_minutes })}
      </p>
      {minutes.length > 0 && (
        <details>
          <summary>{r('asTable')}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{r('minute')}</th>
                <th scope="col" className="numeric">
                  {r('requests')}
                </th>
                <th scope="col" className="numeric">
                  {r('errorRate')}
                </th>
                <th scope="col" className="numeric">
                  {r('latency')}
                </th>
              </tr>
            </thead>
            <tbody>
              {minutes.map(({ startsAt, requests, errorRate, latencyMs }) => (
                <tr key={startsAt}>
                  <th scope="row">{format.dateTime(startsAt)}</th>
                  <td className="numeric" data-label={r('requests')}>
                    {format.number(requests)}
                  </td>
                  <td className="numeric" data-label={r('errorRate')}>
                    {format.percent(errorRate)}
                  </td>
                  <td className="numeric" data-label={r('latency')}>
                    {ms(latencyMs)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}
