import { CircleAlert, CircleCheck, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import type { Schema } from '../../api/client.ts';
import type { BulkOutcome } from '../../data/bulk.ts';
import { AccessMark, CitationMark, PublicationLine } from '../../data/publication-line.tsx';
import { PublicationStates } from '../../data/publication-states.tsx';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { Column } from '../../ui/table.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';

export type Publication = Schema<'CuratedPublicationItem'>;

/** All columns of the list. `outcomes` has the outcomes of the last bulk action. */
export function usePublicationColumns(outcomes: ReadonlyMap<string, BulkOutcome>): Column<Publication>[] {
  const t = useText();
  const format = useFormat();
  const names = useVocabulary();
  return useMemo(
    () => [
      {
        id: 'title',
        header: t('publications.column.title'),
        sort: 'title',
        isRowHeader: true,
        cell: (row) => <PublicationLine publication={row} />,
      },
      {
        id: 'researchers',
        header: t('publications.column.researchers'),
        width: '13rem',
        cell: ({ researchers }) =>
          researchers.length > 0 && <TwoLines text={joinTexts(researchers.map(({ name, orcid }) => name ?? orcid))} />,
      },
      {
        id: 'type',
        header: t('publications.column.type'),
        width: '9rem',
        cell: ({ publication_type }) => names.type(publication_type),
      },
      {
        id: 'date',
        header: t('publications.column.date'),
        sort: 'publication_date',
        numeric: true,
        width: '7.5rem',
        cell: ({ publication_date }) => publication_date && format.partialDate(publication_date),
      },
      {
        id: 'cited',
        header: t('publications.column.citations'),
        sort: 'cited_by_count',
        numeric: true,
        width: '6rem',
        cell: ({ cited_by_count }) => <CitationMark count={cited_by_count} />,
      },
      {
        id: 'access',
        header: t('publications.column.access'),
        width: '7rem',
        cell: ({ open_access_status }) => <AccessMark status={open_access_status} />,
      },
      {
        id: 'source',
        header: t('publications.column.source'),
        width: '7rem',
        cell: ({ source }) => names.source(source),
      },
      {
        id: 'doi',
        header: t('publications.column.doi'),
        width: '12rem',
        cell: ({ id, doi_url }) => (
          <a href={doi_url} target="_blank" rel="noreferrer" className="two-lines identifier" title={id}>
            {id}
          </a>
        ),
      },
      {
        id: 'edits',
        header: t('publications.column.edits'),
        sort: 'edit_count',
        numeric: true,
        width: '5rem',
        cell: ({ edit_count }) => edit_count > 0 && format.number(edit_count),
      },
      {
        id: 'state',
        header: t('publications.column.state'),
        width: '9.5rem',
        cell: (row) => (
          <PublicationStates publication={row}>
            <OutcomeBadge outcome={outcomes.get(row.id)} />
          </PublicationStates>
        ),
      },
      {
        id: 'fetched',
        header: t('publications.column.fetched'),
        sort: 'last_fetched_at',
        numeric: true,
        width: '9rem',
        cell: ({ last_fetched_at }) => <Moment ms={last_fetched_at} />,
      },
    ],
    [t, format, outcomes, names],
  );
}

function OutcomeBadge({ outcome }: { outcome: BulkOutcome | undefined }) {
  const t = useText();
  if (outcome?.outcome === 'changed') {
    return (
      <Badge tone="good" icon={CircleCheck}>
        {t('publications.outcome.changed')}
      </Badge>
    );
  }
  if (outcome?.outcome === 'unchanged') return <Badge icon={Pencil}>{t('publications.outcome.unchanged')}</Badge>;
  if (outcome?.outcome !== 'failed') return null;
  return (
    <Badge tone="bad" icon={CircleAlert}>
      {t('publications.outcome.failed')}
    </Badge>
  );
}
