import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { listParameters } from '../../data/publication-filters/counts.ts';
import type { PublicationSearch } from '../../data/publication-filters/search.ts';
import { PublicationLine } from '../../data/publication-line.tsx';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type Column, Table } from '../../ui/table.tsx';

const perPage = 50;

/** Publications and works in one list, by date. Each page of it begins where the one before ends. */
const outputList = (search: PublicationSearch) => {
  const query = { ...listParameters(search), sort: 'publication_date', include: 'works', page: 1, perPage } as const;
  return infiniteQueryOptions({
    queryKey: ['publications', 'outputs', query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const params = { query: { ...query, outputs_cursor: pageParam } };
      return answerOf(api.GET('/api/publications', { params, signal }));
    },
    getNextPageParam: ({ outputs_next_cursor }) => outputs_next_cursor ?? undefined,
  });
};

type OutputPage = Awaited<ReturnType<NonNullable<ReturnType<typeof outputList>['queryFn']>>>;
type Output = NonNullable<OutputPage['outputs']>[number];

/** All that a search finds, works without a DOI among publications. */
export function Outputs({ search, empty }: { search: PublicationSearch; empty: ReactNode }) {
  const t = useText();
  const { number } = useFormat();
  const query = useInfiniteQuery(outputList(search));
  const columns = useColumns();
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const outputs = pages.flatMap((page) => page.outputs ?? []);
        if (outputs.length === 0) return empty;
        const total = pages[0]?.outputs_total ?? outputs.length;
        return (
          <>
            <Table
              caption={t('publications.outputs')}
              columns={columns}
              rows={outputs}
              rowId={({ id }) => id}
              busy={query.isPlaceholderData}
              compact
            />
            <div className="toolbar list-end">
              <span role="status" className="fine">
                {t('publications.outputs.of', { shown: number(outputs.length), total: number(total) })}
              </span>
              {query.hasNextPage && (
                <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                  {t('publications.more')}
                </Button>
              )}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}

function useColumns(): Column<Output>[] {
  const t = useText();
  const { partialDate } = useFormat();
  return [
    {
      id: 'title',
      header: t('publications.column.title'),
      isRowHeader: true,
      cell: (row) => <OutputLine output={row} />,
    },
    {
      id: 'date',
      header: t('publications.column.date'),
      numeric: true,
      width: '7.5rem',
      cell: ({ publication_date }) => publication_date && partialDate(publication_date),
    },
  ];
}

function OutputLine({ output: { id, title, publication, work } }: { output: Output }) {
  const t = useText();
  const names = useVocabulary();
  if (publication) return <PublicationLine publication={publication} />;
  const facts = [...(work?.authors ?? []), names.workType(work?.work_type), t('page.works')];
  return (
    <div className="publication-line">
      <Link to="/works/$id" params={{ id }} className="two-lines row-link" title={title ?? id}>
        {title ?? id}
      </Link>
      <span className="line-facts">
        {joinTexts(
          facts.filter((fact) => fact !== undefined),
          ' · ',
        )}
      </span>
    </div>
  );
}
