import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { AccessMark, CitationMark, PublicationLine } from '../../data/publication-line.tsx';
import { PublicationStates } from '../../data/publication-states.tsx';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { publicationsOf } from './queries.ts';
import type { PersonSearch } from './search.ts';

type Publication = Schema<'CuratedPublicationItem'>;

const route = getRouteApi('/people/$orcid');

/** The publications of a person, including hidden ones. */
export function PersonPublications({ orcid }: { orcid: string }) {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(publicationsOf(orcid, search));
  const columns = useColumns();
  return (
    <section aria-labelledby="publications">
      <div className="section-header">
        <h2 id="publications">{t('people.publications')}</h2>
        <Link to="/publications" search={{ orcid_id: orcid, sort: 'publication_date', dir: 'desc' }}>
          {t('people.publicationsList')}
        </Link>
      </div>
      <PagedTable
        caption={t('people.publications')}
        query={list}
        columns={columns}
        rowsOf={(data) => data.publications}
        rowId={({ id }) => id}
        empty={<EmptyNotice title={t('people.noPublications')}>{t('people.noPublicationsHint')}</EmptyNotice>}
        onPage={(page, replace) => navigate({ search: { ...search, page }, resetScroll: false, replace })}
        compact
        onSort={(sorting) => navigate({ search: sorting as PersonSearch, resetScroll: false })}
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
      sort: 'title',
      cell: (row) => <PublicationLine publication={row} />,
    },
    {
      id: 'date',
      header: t('people.column.date'),
      sort: 'publication_date',
      numeric: true,
      width: '7.5rem',
      cell: ({ publication_date }) => publication_date && partialDate(publication_date),
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
      id: 'state',
      header: t('people.column.state'),
      width: '9.5rem',
      cell: (row) => <PublicationStates publication={row} />,
    },
  ];
}
