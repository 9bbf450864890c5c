import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { EditMenu } from '../../data/editing/edit-menu.tsx';
import { useHasRole } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { EmptyList } from '../../ui/empty-list.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Column } from '../../ui/table.tsx';
import { categoryList, peopleList, peopleQuery } from './queries.ts';
import { affiliations, type PeopleSearch } from './search.ts';

const route = getRouteApi('/people');

/** All people in the registry. */
export function PeoplePage() {
  const t = useText();
  const { number } = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(peopleList(search));
  const categories = useQuery(categoryList);
  const columns = useColumns();
  const show = (change: PeopleSearch, replace = false) =>
    navigate({ search: (current) => ({ ...current, page: undefined, ...change }), replace });
  const isMember = useHasRole('workspace_member');
  return (
    <Page title={t('page.people')}>
      <div className="toolbar">
        <SearchField
          label={t('people.search')}
          value={search.q ?? ''}
          onSearch={(q) => show({ q: q || undefined }, true)}
        />
        <SelectField
          label={t('people.affiliation')}
          value={search.affiliation ?? 'any'}
          options={affiliations.map((value) => ({ value, text: t(`people.affiliation.${value}`) }))}
          onChoose={(affiliation) => show({ affiliation: affiliation === 'any' ? undefined : affiliation })}
        />
        <SelectField
          label={t('people.category')}
          value={search.category ?? ''}
          options={[
            { value: '', text: t('people.category.any') },
            ...(categories.data?.categories ?? []).map(({ category_id, people }) => ({
              value: category_id,
              text: `${category_id} (${number(people)})`,
            })),
          ]}
          onChoose={(category) => show({ category: category || undefined })}
        />
        {isMember && <EditMenu list="people" total={list.data?.total ?? 0} query={peopleQuery(search)} />}
      </div>
      <PagedTable
        caption={t('page.people')}
        query={list}
        columns={columns}
        rowsOf={(data) => data.people}
        rowId={({ orcid }) => orcid}
        empty={
          <EmptyList title={t('people.empty')} search={search} onClear={() => navigate({ search: {} })}>
            <p>{t('people.emptyHint')}</p>
            {isMember && (
              <Link to="/import" className="button primary">
                {t('people.toImport')}
              </Link>
            )}
          </EmptyList>
        }
        onPage={(page, replace) => show({ page }, replace)}
        onSort={(sorting) => show(sorting as PeopleSearch)}
      />
    </Page>
  );
}

function useColumns(): Column<Schema<'CuratedPerson'>>[] {
  const t = useText();
  const { number } = useFormat();
  const localized = useLocalized();
  return [
    {
      id: 'name',
      header: t('people.column.name'),
      sort: 'name',
      isRowHeader: true,
      cell: ({ orcid, name, people_type, category_ids }) => (
        <>
          <Link to="/people/$orcid" params={{ orcid }} className="two-lines row-link" title={localized(name)}>
            {localized(name) ?? t('people.noName')}
          </Link>
          <span className="line-facts">
            {joinTexts([orcid, ...(people_type ? [people_type] : []), ...category_ids], ' · ')}
          </span>
        </>
      ),
    },
    {
      id: 'affiliation',
      header: t('people.affiliation'),
      width: '11rem',
      cell: ({ affiliation }) => affiliation && t(`people.affiliation.${affiliation.status}`),
    },
    {
      id: 'publications',
      header: t('people.publications'),
      numeric: true,
      width: '8rem',
      cell: ({ orcid, publication_count }) => (
        <Link to="/publications" search={{ orcid_id: orcid }}>
          {number(publication_count)}
        </Link>
      ),
    },
    {
      id: 'attention',
      header: t('people.attention'),
      numeric: true,
      width: '9rem',
      cell: ({ orcid, publication_counts: { needs_attention } }) =>
        needs_attention > 0 && (
          <Link to="/publications" search={{ orcid_id: orcid, match_state: 'needs_attention' }}>
            {number(needs_attention)}
          </Link>
        ),
    },
    {
      id: 'fetched',
      header: t('people.fetched'),
      sort: 'last_fetched_at',
      numeric: true,
      width: '9rem',
      cell: ({ last_fetched_at }) => last_fetched_at != null && <Moment ms={last_fetched_at} />,
    },
  ];
}
