import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { columnName } from '../../../../../src/formats/documents/document-texts.ts';
import { type ReportColumn, reportColumns } from '../../../../../src/records/reports/definition.ts';
import { RecordLine } from '../../../data/record-line.tsx';
import { useVocabulary } from '../../../data/vocabulary.ts';
import { useFormat } from '../../../text/format.ts';
import { useHasText, useText } from '../../../text/text.ts';
import { SelectField } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useDocumentLanguage } from '../names.ts';
import { reportRuns, runChanges } from '../queries.ts';
import type { Run, RunChanges } from '../shapes.ts';

const route = getRouteApi('/reports/$id/runs/$runId');

/** Outputs that are new, gone or changed since another run, by default the one before. */
export function Differences({ run: { id, report_id, previous_run } }: { run: Run }) {
  const t = useText();
  const { dateTime } = useFormat();
  const navigate = route.useNavigate();
  const { since = previous_run ?? '' } = route.useSearch();
  const { data } = useQuery(reportRuns(report_id));
  const others = (data?.runs ?? []).filter((run) => run.id !== id && run.state === 'finished');
  if (data && others.length === 0) {
    return (
      <section className="section" aria-labelledby="differences">
        <h2 id="differences">{t('reports.differences')}</h2>
        <p className="fine">{t('reports.noOtherRun')}</p>
      </section>
    );
  }
  return (
    <section className="section" aria-labelledby="differences">
      <h2 id="differences">{t('reports.differences')}</h2>
      <SelectField
        label={t('reports.since')}
        value={since}
        options={[
          { value: '', text: t('reports.noRun') },
          ...others.map((run) => ({ value: run.id, text: dateTime(run.as_of ?? run.requested_at) })),
        ]}
        onChoose={(value) => navigate({ search: { since: value }, replace: true })}
      />
      {since !== '' && <Since runId={id} since={since} />}
    </section>
  );
}

function Since({ runId, since }: { runId: string; since: string }) {
  const t = useText();
  const query = useQuery(runChanges(runId, since));
  return (
    <Loaded query={query} rows={3}>
      {(changes) => {
        const { totals } = changes;
        if (totals.new + totals.gone + totals.changed === 0) return <p>{t('reports.noDifference')}</p>;
        return (
          <>
            <Outputs title={t('reports.new.count', { count: totals.new })} outputs={changes.new} total={totals.new} />
            <Outputs
              title={t('reports.gone.count', { count: totals.gone })}
              outputs={changes.gone}
              total={totals.gone}
            />
            <Changed changes={changes} />
          </>
        );
      }}
    </Loaded>
  );
}

interface OutputsProps {
  title: string;
  outputs: RunChanges['new'];
  total: number;
}

function Outputs({ title, outputs, total }: OutputsProps) {
  if (total === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className="report-outputs">
        {outputs.map(({ kind, id, title: name }) => (
          <li key={`${kind} ${id}`}>
            <RecordLine id={id} name={name ?? id} />
          </li>
        ))}
      </ul>
      <Rest shown={outputs.length} total={total} />
    </section>
  );
}

function Rest({ shown, total }: { shown: number; total: number }) {
  const t = useText();
  const { number } = useFormat();
  if (shown >= total) return null;
  return <p className="fine">{t('reports.firstOf', { shown: number(shown), total: number(total) })}</p>;
}

function Changed({ changes: { changed, totals } }: { changes: RunChanges }) {
  const t = useText();
  const nameOf = useFieldName();
  if (totals.changed === 0) return null;
  return (
    <section aria-label={t('reports.changed.count', { count: totals.changed })}>
      <h3>{t('reports.changed.count', { count: totals.changed })}</h3>
      <ul className="report-outputs">
        {changed.map(({ kind, id, title, fields }) => (
          <li key={`${kind} ${id}`}>
            <RecordLine id={id} name={title ?? id} />
            <div className="table-frame">
              <table className="change-table">
                <thead>
                  <tr>
                    <th scope="col">{t('reports.changedField')}</th>
                    <th scope="col">{t('reports.before')}</th>
                    <th scope="col">{t('reports.after')}</th>
                  </tr>
                </thead>
                <tbody>
                  {fields.map(({ field, before, after }) => (
                    <tr key={field}>
                      <th scope="row">{nameOf(field)}</th>
                      <td data-label={t('reports.before')} dir="auto">
                        {textOf(before)}
                      </td>
                      <td data-label={t('reports.after')} dir="auto">
                        {textOf(after)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </li>
        ))}
      </ul>
      <Rest shown={changed.length} total={totals.changed} />
    </section>
  );
}

function useFieldName(): (field: string) => string {
  const t = useText();
  const hasText = useHasText();
  const names = useVocabulary();
  const language = useDocumentLanguage();
  return (field) => {
    const key = `reports.changed.${field}`;
    if (hasText(key)) return t(key);
    const column = reportColumns.find((each): each is ReportColumn => each === field);
    return column ? columnName(column, language) : names.field(field);
  };
}

/** A value of a run in words: names of people and groups rather than their records. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(textOf).join('; ') || '–';
  if (typeof value !== 'object') return String(value);
  const { names, name, title, family, given, literal, id, issn } = value as Record<string, unknown>;
  if (Array.isArray(names)) return textOf(names);
  const ofPerson = [family, given].filter((part) => typeof part === 'string' && part !== '').join(', ');
  const shown = [name, title, literal, ofPerson, id, issn].find((text) => typeof text === 'string' && text !== '');
  return typeof shown === 'string' ? shown : Object.values(value).map(textOf).join(' · ');
}
