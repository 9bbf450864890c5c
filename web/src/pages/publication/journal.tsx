import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api, type Schema } from '../../api/client.ts';
import { useText } from '../../text/text.ts';

/** A journal in the registry: its name, as the facet of the list has it, and the number of its publications. */
function useJournal(issn: string | undefined) {
  const query = { q: '', journal: issn ?? '', facets: 'journal', page: 1, perPage: 1 } as const;
  const { data } = useQuery({
    queryKey: ['publications', 'journal', issn],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/publications', {
          params: {
            query: {
              ...query,
              sort: 'last_fetched_at',
              dir: 'desc',
              status: 'active',
              visibility: 'all',
              versions: 'shown',
              offset: 0,
            },
          },
          signal,
        }),
      ),
    enabled: issn !== undefined,
    placeholderData: undefined,
  });
  const [journal] = data?.facets?.journal ?? [];
  return data && { id: String(journal?.value ?? issn), title: journal?.title ?? undefined, count: data.total };
}

/** The journal of a publication, with the list of what the registry has from it. Absent without an ISSN. */
export function JournalOf({ publication }: { publication: Schema<'DashboardPublication'> }) {
  const t = useText();
  const { journal: issn } = publication.merged.data;
  const isKnown = typeof issn === 'string' && issn !== '';
  const journal = useJournal(isKnown ? issn : undefined);
  if (!isKnown) return null;
  return (
    <section className="section" aria-labelledby="journal-title">
      <h2 id="journal-title">{t('publication.journal')}</h2>
      <p>
        {journal?.title !== undefined && <bdi>{journal.title} </bdi>}
        <span className="fine">ISSN {journal?.id ?? issn}</span>
        {journal && (
          <>
            {' · '}
            <Link to="/publications" search={{ journal: journal.id }}>
              {t('publication.journalCount', { count: journal.count })}
            </Link>
          </>
        )}
      </p>
    </section>
  );
}
