import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { inCalendar, type ShownPeriod } from './periods.ts';

/** Affiliation periods with their days, and the effect of a new one. */
export function PeriodTable({ periods }: { periods: readonly ShownPeriod[] }) {
  const t = useText();
  const { day } = useFormat();
  return (
    <div className="table-frame">
      <table>
        <caption className="visually-hidden">{t('people.periods')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('people.affiliation')}</th>
            <th scope="col">{t('people.starts')}</th>
            <th scope="col">{t('people.ends')}</th>
          </tr>
        </thead>
        <tbody>
          {inCalendar(periods).map(({ status, starts_at, ends_at, change }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two periods may be alike, and none ever moves
            <tr key={index}>
              <th scope="row">
                <span className="badges">
                  {t(`people.affiliation.${status}`)}
                  {change && <Badge tone="warning">{t(`people.change.${change}`)}</Badge>}
                  {ends_at != null && ends_at <= starts_at && <Badge>{t('people.superseded')}</Badge>}
                </span>
              </th>
              <td data-label={t('people.starts')}>{day(starts_at)}</td>
              <td data-label={t('people.ends')}>{ends_at == null ? t('people.open') : day(ends_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
