import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText, useTexts } from '../../text/text.ts';
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
import { texts } from './texts.ts';

const route = getRouteApi('/people');

/** All people in the registry. */
export function PeoplePage() {
  const t = useText();
  const p = useTexts(texts);
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
        <SearchField label={p('search')} value={search.q ?? ''} onSearch={(q) => show({ q: q || undefined }, true)} />
        <SelectField
          label={p('affiliation')}
          value={search.affiliation ?? 'any'}
          options={affiliations.map((value) => ({ value, text: p(`affiliation.${value}`) }))}
          onChoose={(affiliation) => show({ affiliation: affiliation === 'any' ? undefined : affiliation })}
        />
        <SelectField
          label={p('category')}
          value={search.category ?? ''}
          options={[
            { value: '', text: p('category.any') },
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
          <EmptyNotice title={p('empty')}>
            <p>
              {p('emptyHint')} <Link to="/import">{p('toImport')}</Link>
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
  const p = useTexts(texts);
  const { number } = useFormat();
  const localized = useLocalized();
  return [
    {
      id: 'name',
      header: p('column.name'),
      sort: 'name',
      isRowHeader: true,
      cell: ({ orcid, name }) => (
        <Link to="/people/$orcid" params={{ orcid }} className="two-lines" title={localized(name)}>
          {localized(name) ?? p('noName')}
        </Link>
      ),
    },
    { id: 'orcid', header: 'ORCID iD', cell: ({ orcid }) => <code className="nowrap">{orcid}</code> },
    {
      id: 'affiliation',
      header: p('affiliation'),
      cell: ({ affiliation }) => affiliation && <Badge>{p(`affiliation.${affiliation.status}`)}</Badge>,
    },
    { id: 'type', header: p('type'), cell: ({ people_type }) => people_type && <TwoLines text={people_type} /> },
    {
      id: 'categories',
      header: p('categories'),
      cell: ({ category_ids }) => category_ids.length > 0 && <TwoLines text={joinTexts(category_ids)} />,
    },
    {
      id: 'publications',
      header: p('publications'),
      numeric: true,
      cell: ({ publication_count }) => number(publication_count),
    },
    {
      id: 'attention',
      header: p('attention'),
      numeric: true,
      cell: ({ publication_counts: { needs_attention } }) => needs_attention > 0 && number(needs_attention),
    },
    {
      id: 'fetched',
      header: p('fetched'),
      sort: 'last_fetched_at',
      numeric: true,
      cell: ({ last_fetched_at }) => last_fetched_at != null && <Moment ms={last_fetched_at} />,
    },
  ];
}
