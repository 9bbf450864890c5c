import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EyeOff, TriangleAlert } from 'lucide-react';
import type { Schema } from '../../api/client.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { publicationsOf } from './queries.ts';

type Publication = Schema<'CuratedPublicationItem'>;

const route = getRouteApi('/people/$orcid');

/** The publications of a person, including hidden ones. */
export function PersonPublications({ orcid }: { orcid: string }) {
  const t = useText();
  const { page } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(publicationsOf(orcid, page));
  const columns = useColumns();
  return (
    <section aria-labelledby="publications">
      <h2 id="publications">{t('people.publications')}</h2>
      <PagedTable
        caption={t('people.publications')}
        query={list}
        columns={columns}
        rowsOf={(data) => data.publications}
        rowId={({ id }) => id}
        empty={<EmptyNotice title={t('people.noPublications')}>{t('people.noPublicationsHint')}</EmptyNotice>}
        onPage={(next, replace) => navigate({ search: { page: next }, resetScroll: false, replace })}
      />
    </section>
  );
}

function useColumns(): Column<Publication>[] {
  const t = useText();
  const { partialDate } = useFormat();
  return [
    {
      id: 'title',
      header: t('people.column.title'),
      isRowHeader: true,
      cell: ({ title, id }) => <TwoLines text={title ?? id} />,
    },
    {
      id: 'doi',
      header: 'DOI',
      cell: ({ id }) => (
        <code className="two-lines identifier" title={id}>
          {id}
        </code>
      ),
    },
    {
      id: 'date',
      header: t('people.column.date'),
      numeric: true,
      cell: ({ publication_date }) => publication_date && partialDate(publication_date),
    },
    {
      id: 'state',
      header: t('people.column.state'),
      cell: ({ visible, match_state }) =>
        (!visible || match_state === 'needs_attention') && (
          <span className="badges">
            {!visible && <Badge icon={EyeOff}>{t('people.hidden')}</Badge>}
            {match_state === 'needs_attention' && (
              <Badge tone="warning" icon={TriangleAlert}>
                {t('people.attention')}
              </Badge>
            )}
          </span>
        ),
    },
  ];
}
