import { useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { inCalendar, type ShownPeriod } from './periods.ts';
import { texts } from './texts.ts';

/** Affiliation periods with their days, and the effect of a new one. */
export function PeriodTable({ periods }: { periods: readonly ShownPeriod[] }) {
  const p = useTexts(texts);
  const { day } = useFormat();
  return (
    <div className="table-frame">
      <table>
        <caption className="visually-hidden">{p('periods')}</caption>
        <thead>
          <tr>
            <th scope="col">{p('affiliation')}</th>
            <th scope="col">{p('starts')}</th>
            <th scope="col">{p('ends')}</th>
          </tr>
        </thead>
        <tbody>
          {inCalendar(periods).map(({ status, starts_at, ends_at, change }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two periods may be alike, and none ever moves
            <tr key={index}>
              <th scope="row">
                <span className="badges">
                  {p(`affiliation.${status}`)}
                  {change && <Badge tone="warning">{p(`change.${change}`)}</Badge>}
                  {ends_at != null && ends_at <= starts_at && <Badge>{p('superseded')}</Badge>}
                </span>
              </th>
              <td data-label={p('starts')}>{day(starts_at)}</td>
              <td data-label={p('ends')}>{ends_at == null ? p('open') : day(ends_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
