import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { NewPeriodDialog } from './new-period-dialog.tsx';
import { PeriodTable } from './period-table.tsx';
import { inCalendar, type ShownPeriod } from './periods.ts';
import type { Person } from './queries.ts';

/** The affiliation periods of a person as a timeline and a table, and a button for a new one. */
export function Affiliations({ person }: { person: Person }) {
  const t = useText();
  const isMember = useHasRole('workspace_member');
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-labelledby="periods">
      <div className="page-header">
        <h2 id="periods">{t('people.periods')}</h2>
        {isMember && (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            {t('people.newPeriod')}
          </Button>
        )}
      </div>
      {person.affiliations.length === 0 ? (
        <p className="fine">
          {t('people.noPeriods')}. {t('people.noPeriodsHint')}
        </p>
      ) : (
        <>
          <Timeline periods={person.affiliations} />
          <PeriodTable periods={person.affiliations} />
        </>
      )}
      {isAdding && <NewPeriodDialog person={person} onClose={() => setAdding(false)} />}
    </section>
  );
}

const rowHeight = 24;

/** A bar for each period. Screen readers use the table. */
function Timeline({ periods }: { periods: readonly ShownPeriod[] }) {
  const t = useText();
  const now = Date.now();
  const lasting = inCalendar(periods).filter(({ starts_at, ends_at }) => ends_at == null || ends_at > starts_at);
  if (lasting.length === 0) return null;
  const firstYear = new Date(Math.min(...lasting.map(({ starts_at }) => starts_at))).getFullYear();
  const lastMs = Math.max(now, ...lasting.map(({ starts_at, ends_at }) => ends_at ?? starts_at));
  const endYear = new Date(lastMs).getFullYear() + 1;
  const startMs = new Date(firstYear, 0).getTime();
  const endMs = new Date(endYear, 0).getTime();
  const percent = (ms: number) => ((ms - startMs) / (endMs - startMs)) * 100;
  const step = Math.ceil((endYear - firstYear) / 8);
  const years = Array.from({ length: Math.ceil((endYear - firstYear) / step) }, (_, index) => firstYear + index * step);
  const height = lasting.length * rowHeight + rowHeight;
  return (
    <figure className="timeline">
      <svg aria-hidden width="100%" height={height}>
        {years.map((year) => {
          const x = `${percent(new Date(year, 0).getTime())}%`;
          return (
            <g key={year}>
              <line x1={x} x2={x} y1={0} y2={height - rowHeight} className="tick" />
              <text x={x} dx={2} y={height - 8}>
                {year}
              </text>
            </g>
          );
        })}
        {lasting.map(({ status, starts_at, ends_at }, index) => {
          const from = percent(starts_at);
          return (
            <rect
              key={`${status} ${starts_at}`}
              className={status}
              x={`${from}%`}
              y={index * rowHeight + 4}
              width={`${Math.max(0.5, percent(ends_at ?? endMs) - from)}%`}
              height={rowHeight - 8}
              rx={2}
            />
          );
        })}
        <line x1={`${percent(now)}%`} x2={`${percent(now)}%`} y1={0} y2={height - rowHeight} className="today" />
      </svg>
      <figcaption className="fine">
        <span className="key primary_entity" /> {t('people.affiliation.primary_entity')}{' '}
        <span className="key external" /> {t('people.affiliation.external')} <span className="key today" />{' '}
        {t('people.today')}
      </figcaption>
    </figure>
  );
}
