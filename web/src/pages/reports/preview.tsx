import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import type { ReportDefinition } from '../../../../src/records/reports/definition.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { CountsTable } from './counts-table.tsx';
import { ListLink } from './list-link.tsx';
import { reportPreview } from './queries.ts';
import type { Preview } from './shapes.ts';
import { Trend } from './trend.tsx';

const pauseMs = 400;

/** A value that nobody has changed for a moment. */
function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value);
  const written = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal value is the same one
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [written]);
  return paused;
}

/** The numbers and the first citations of a report as it is being made. Its name does not change them. */
export function ReportPreview({ definition }: { definition: ReportDefinition }) {
  const t = useText();
  const { number } = useFormat();
  const asked = usePaused({ ...definition, name: 'preview' });
  const query = useQuery(reportPreview(asked));
  const { sections, counting } = definition;
  return (
    <section className="section report-preview" aria-labelledby="preview">
      <h2 id="preview">{t('reports.preview')}</h2>
      <Loaded query={query}>
        {(preview) => (
          <div aria-busy={query.isPlaceholderData || undefined} className="report-preview">
            <p role="status">
              <ListLink list={preview.list} query={preview.overall.query}>
                {t('reports.totalOutputs', { count: preview.total, shown: number(preview.total) })}
              </ListLink>
            </p>
            {sections.includes('counts') && <CountsTable counts={preview} isFractional={counting === 'fractional'} />}
            {sections.includes('counts') && <Trend definition={asked} />}
            {sections.includes('list') && <Citations preview={preview} locale={definition.locale} />}
          </div>
        )}
      </Loaded>
    </section>
  );
}

function Citations({ preview: { items, total }, locale }: { preview: Preview; locale: string }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <section aria-labelledby="citations">
      <h3 id="citations">{t('reports.citations')}</h3>
      {items.length < total && (
        <p className="fine">{t('reports.firstCitations', { shown: number(items.length), total: number(total) })}</p>
      )}
      <ol className="report-citations">
        {items.map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <Citation item={item} locale={locale} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type Item = Preview['items'][number];

function Citation({ item: { kind, id, citation, runs }, locale }: { item: Item; locale: string }) {
  const t = useText();
  const text = citation || id;
  return (
    <>
      <bdi lang={locale}>{runs.length > 0 ? runs.map(shownRun) : text}</bdi>{' '}
      {kind === 'publication' ? (
        <Link to="/publication/$" params={{ _splat: id }} aria-label={t('reports.open', { name: text })}>
          {t('reports.openShort')}
        </Link>
      ) : (
        <Link to="/works/$id" params={{ id }} aria-label={t('reports.open', { name: text })}>
          {t('reports.openShort')}
        </Link>
      )}
    </>
  );
}

/** A piece of a citation, as documents have it. */
function shownRun({ text, italic, bold, link, right_to_left }: Item['runs'][number], at: number): ReactNode {
  let shown: ReactNode = text;
  if (italic) shown = <em>{shown}</em>;
  if (bold) shown = <strong>{shown}</strong>;
  if (right_to_left) shown = <bdi dir="rtl">{shown}</bdi>;
  if (link !== undefined)
    shown = (
      <a href={link} target="_blank" rel="noreferrer">
        {shown}
      </a>
    );
  return <Fragment key={at}>{shown}</Fragment>;
}
