import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, EyeOff, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { Schema } from '../../api/client.ts';
import type { BulkOutcome } from '../../data/bulk.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useTexts } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { Column } from '../../ui/table.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { texts } from './texts.ts';

export type Publication = Schema<'CuratedPublicationItem'>;

/** All columns of the list. `outcomes` has the outcomes of the last bulk action. */
export function usePublicationColumns(outcomes: ReadonlyMap<string, BulkOutcome>): Column<Publication>[] {
  const p = useTexts(texts);
  const format = useFormat();
  const names = useVocabulary();
  return useMemo(
    () => [
      {
        id: 'title',
        header: p('column.title'),
        sort: 'title',
        isRowHeader: true,
        cell: ({ title, id }) => (
          <Link to="/publication/$" params={{ _splat: id }} className="two-lines row-link" title={title ?? id}>
            {title ?? id}
          </Link>
        ),
      },
      {
        id: 'researchers',
        header: p('column.researchers'),
        cell: ({ researchers }) =>
          researchers.length > 0 && <TwoLines text={joinTexts(researchers.map(({ name, orcid }) => name ?? orcid))} />,
      },
      {
        id: 'type',
        header: p('column.type'),
        cell: ({ publication_type }) => names.type(publication_type),
      },
      {
        id: 'date',
        header: p('column.date'),
        sort: 'publication_date',
        numeric: true,
        cell: ({ publication_date }) => publication_date && format.partialDate(publication_date),
      },
      {
        id: 'cited',
        header: p('column.citations'),
        sort: 'cited_by_count',
        numeric: true,
        cell: ({ cited_by_count }) => cited_by_count != null && format.number(cited_by_count),
      },
      {
        id: 'access',
        header: p('column.access'),
        cell: ({ open_access_status }) => names.access(open_access_status),
      },
      {
        id: 'source',
        header: p('column.source'),
        cell: ({ source }) => names.source(source),
      },
      {
        id: 'doi',
        header: p('column.doi'),
        cell: ({ id, doi_url }) => (
          <a href={doi_url} target="_blank" rel="noreferrer" className="two-lines identifier" title={id}>
            {id}
          </a>
        ),
      },
      {
        id: 'edits',
        header: p('column.edits'),
        sort: 'edit_count',
        numeric: true,
        cell: ({ edit_count }) => edit_count > 0 && format.number(edit_count),
      },
      {
        id: 'state',
        header: p('column.state'),
        cell: (row) => <States row={row} outcome={outcomes.get(row.id)} />,
      },
      {
        id: 'fetched',
        header: p('column.fetched'),
        sort: 'last_fetched_at',
        numeric: true,
        cell: ({ last_fetched_at }) => <Moment ms={last_fetched_at} />,
      },
    ],
    [p, format, outcomes, names],
  );
}

function States({ row, outcome }: { row: Publication; outcome: BulkOutcome | undefined }) {
  const p = useTexts(texts);
  return (
    <span className="badges">
      {row.deleted_at != null && (
        <Badge tone="bad" icon={Trash2}>
          {p('deleted')}
        </Badge>
      )}
      {!row.visible && <Badge icon={EyeOff}>{p('hidden')}</Badge>}
      {row.is_retracted && <Badge tone="bad">{p('retracted')}</Badge>}
      {(row.integrity === 'partial-retraction' || row.integrity === 'expression-of-concern') && (
        <Badge tone="warning">{p(`notice.${row.integrity}`)}</Badge>
      )}
      {row.superseded_by != null && <Badge>{p('superseded')}</Badge>}
      {row.match_state === 'needs_attention' && (
        <Badge tone="warning" icon={TriangleAlert}>
          {p('needsAttention')}
        </Badge>
      )}
      {outcome?.outcome === 'changed' && (
        <Badge tone="good" icon={CircleCheck}>
          {p('outcome.changed')}
        </Badge>
      )}
      {outcome?.outcome === 'unchanged' && <Badge icon={Pencil}>{p('outcome.unchanged')}</Badge>}
      {outcome?.outcome === 'failed' && (
        <Badge tone="bad" icon={CircleAlert}>
          {p('outcome.failed')}
        </Badge>
      )}
    </span>
  );
}
