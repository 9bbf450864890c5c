import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { LimitChart } from './limit-chart.tsx';
import { type Metrics, minutesOf } from './queries.ts';

/** The error rate and latency of the last hour, with the limits, and as a table. */
export function MetricCharts({ metrics }: { metrics: Metrics }) {
  const t = useText();
  const format = useFormat();
  const minutes = minutesOf(metrics);
  const { disables_above: disables, warns_above: warns } = metrics;
  const ms = (value: number) => t('rollout.milliseconds', { value: format.number(Math.round(value)) });
  return (
    <section className="section" aria-labelledby="metrics">
      <h2 id="metrics">{t('rollout.metrics')}</h2>
      {metrics.hour == null && <p className="fine">{t('rollout.noHour')}</p>}
      <div className="charts">
        <LimitChart
          title={t('rollout.errorRate')}
          points={minutes.map(({ startsAt, errorRate }) => ({ ms: startsAt, value: errorRate }))}
          warnsAbove={warns.error_rate}
          disablesAbove={disables.error_rate}
          show={format.percent}
        />
        <LimitChart
          title={t('rollout.latency')}
          points={minutes.map(({ startsAt, latencyMs }) => ({ ms: startsAt, value: latencyMs }))}
          warnsAbove={warns.average_latency_ms}
          disablesAbove={disables.average_latency_ms}
          show={ms}
        />
      </div>
      <p className="fine">
        {minutes.length === 0 && t('rollout.noSearches')}{' '}
        {t('rollout.rule', { requests: disables.min_requests, minutes: disables.window_minutes })}
      </p>
      {minutes.length > 0 && (
        <details>
          <summary>{t('rollout.asTable')}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('rollout.minute')}</th>
                <th scope="col" className="numeric">
                  {t('rollout.requests')}
                </th>
                <th scope="col" className="numeric">
                  {t('rollout.errorRate')}
                </th>
                <th scope="col" className="numeric">
                  {t('rollout.latency')}
                </th>
              </tr>
            </thead>
            <tbody>
              {minutes.map(({ startsAt, requests, errorRate, latencyMs }) => (
                <tr key={startsAt}>
                  <th scope="row">{format.dateTime(startsAt)}</th>
                  <td className="numeric" data-label={t('rollout.requests')}>
                    {format.number(requests)}
                  </td>
                  <td className="numeric" data-label={t('rollout.errorRate')}>
                    {format.percent(errorRate)}
                  </td>
                  <td className="numeric" data-label={t('rollout.latency')}>
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
