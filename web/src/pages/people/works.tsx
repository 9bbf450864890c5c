import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import type { Schema } from '../../api/client.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { worksOf } from './queries.ts';

/** The latest works of a person that have no DOI. Nothing if there are none: most people have none. */
export function PersonWorks({ orcid }: { orcid: string }) {
  const t = useText();
  const columns = useColumns();
  const { data, error, refetch } = useQuery(worksOf(orcid));
  if (error) return <ErrorNotice error={error} onRetry={refetch} />;
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby="works">
      <div className="section-header">
        <h2 id="works">{t('people.works', { count: data.total })}</h2>
        <Link to="/works" search={{ orcid_id: orcid, sort: 'publication_date', dir: 'desc' }}>
          {t('people.worksList')}
        </Link>
      </div>
      <Table
        caption={t('people.works', { count: data.total })}
        rows={data.works}
        columns={columns}
        rowId={({ id }) => id}
        compact
      />
    </section>
  );
}

function useColumns(): Column<Schema<'CuratedWorkItem'>>[] {
  const t = useText();
  const names = useVocabulary();
  const { partialDate } = useFormat();
  return [
    {
      id: 'title',
      header: t('people.column.title'),
      isRowHeader: true,
      cell: ({ id, title }) => (
        <Link to="/works/$id" params={{ id }} className="two-lines row-link" title={title ?? undefined}>
          {title ?? t('people.untitledWork')}
        </Link>
      ),
    },
    {
      id: 'date',
      header: t('people.column.date'),
      numeric: true,
      width: '7.5rem',
      cell: ({ publication_date }) => publication_date && partialDate(publication_date),
    },
    { id: 'type', header: t('people.column.type'), width: '13rem', cell: ({ work_type }) => names.workType(work_type) },
    {
      id: 'state',
      header: t('people.column.state'),
      width: '9.5rem',
      cell: ({ visible }) => !visible && <Badge icon={EyeOff}>{t('people.hiddenWork')}</Badge>,
    },
  ];
}
