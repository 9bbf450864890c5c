import type { paths } from '../../api/schema.ts';
import { RecordLine } from '../../data/record-line.tsx';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Moment } from '../../ui/moment.tsx';
import { Table } from '../../ui/table.tsx';

type Plan = paths['/api/site-tools/refresh']['get']['responses'][200]['content']['application/json'];

/** The plan of the scheduled refresh for the current or next night. Reading it calls no source. */
export function RefreshPlan({ plan }: { plan: Plan }) {
  // An older API names nothing.
  const { night, sources, failing, failing_total, names: titles = {} } = plan;
  const t = useText();
  const format = useFormat();
  const names = useVocabulary();
  return (
    <section className="tool" aria-label={t('siteTools.refresh')}>
      <h2>{t('siteTools.refresh')}</h2>
      <p>
        {night
          ? t('siteTools.night', { from: format.dateTime(night.starts_at), to: format.dateTime(night.ends_at) })
          : t('siteTools.noNight')}
      </p>
      <p className="fine">{t('siteTools.pace')}</p>
      <Table
        caption={t('siteTools.refresh')}
        rows={sources}
        rowId={({ source }) => source}
        columns={[
          {
            id: 'source',
            header: t('siteTools.source'),
            isRowHeader: true,
            cell: ({ source }) => names.source(source),
          },
          { id: 'due', header: t('siteTools.due'), numeric: true, cell: ({ due }) => format.number(due) },
          {
            id: 'waiting',
            header: t('siteTools.waiting'),
            numeric: true,
            cell: ({ waiting }) => format.number(waiting),
          },
          {
            id: 'within',
            header: t('siteTools.within'),
            numeric: true,
            cell: ({ within_budget: { least, most } }) =>
              least === most ? format.number(most) : `${format.number(least)}–${format.number(most)}`,
          },
          {
            id: 'budget',
            header: t('siteTools.budget'),
            numeric: true,
            cell: ({ budget }) => `${format.number(budget.used)} / ${format.number(budget.requests)}`,
          },
          {
            id: 'paused',
            header: t('siteTools.paused'),
            numeric: true,
            cell: ({ paused_until }) => paused_until != null && <Moment ms={paused_until} />,
          },
        ]}
      />
      {failing_total > 0 && (
        <details>
          <summary>{t('siteTools.failing', { count: failing_total })}</summary>
          <ul className="tool-jobs">
            {failing.map(({ kind, id, source, reason, due_at }) => (
              <li key={`${kind} ${id} ${source}`}>
                {kind !== 'source' && <RecordLine id={id} name={titles[id]} />}
                <div className="fine">
                  {names.source(source)}: <span lang="en">{reason}</span> · {t('siteTools.nextTry')}{' '}
                  <Moment ms={due_at} />
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
