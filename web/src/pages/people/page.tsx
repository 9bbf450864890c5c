import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Column } from '../../ui/table.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { categoryList, peopleList } from './queries.ts';
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
      </div>
      <PagedTable
        caption={t('page.people')}
        query={list}
        columns={columns}
        rowsOf={(data) => data.people}
        rowId={({ orcid }) => orcid}
        empty={
          <EmptyNotice title={t('people.empty')}>
            <p>
              {t('people.emptyHint')} <Link to="/import">{t('people.toImport')}</Link>
            </p>
          </EmptyNotice>
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
      cell: ({ orcid, name }) => (
        <Link to="/people/$orcid" params={{ orcid }} className="two-lines" title={localized(name)}>
          {localized(name) ?? t('people.noName')}
        </Link>
      ),
    },
    { id: 'orcid', header: 'ORCID iD', cell: ({ orcid }) => <code className="nowrap">{orcid}</code> },
    {
      id: 'affiliation',
      header: t('people.affiliation'),
      cell: ({ affiliation }) => affiliation && <Badge>{t(`people.affiliation.${affiliation.status}`)}</Badge>,
    },
    { id: 'type', header: t('people.type'), cell: ({ people_type }) => people_type && <TwoLines text={people_type} /> },
    {
      id: 'categories',
      header: t('people.categories'),
      cell: ({ category_ids }) => category_ids.length > 0 && <TwoLines text={joinTexts(category_ids)} />,
    },
    {
      id: 'publications',
      header: t('people.publications'),
      numeric: true,
      cell: ({ publication_count }) => number(publication_count),
    },
    {
      id: 'attention',
      header: t('people.attention'),
      numeric: true,
      cell: ({ publication_counts: { needs_attention } }) => needs_attention > 0 && number(needs_attention),
    },
    {
      id: 'fetched',
      header: t('people.fetched'),
      sort: 'last_fetched_at',
      numeric: true,
      cell: ({ last_fetched_at }) => last_fetched_at != null && <Moment ms={last_fetched_at} />,
    },
  ];
}
