import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMatchDecision } from '../../data/matches.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import type { OnPage } from '../../ui/pagination.tsx';
import { decisionOf, ResearcherMatches } from '../../ui/researcher-matches.tsx';
import { matchQueue } from './queries.ts';
import { Queue } from './queue.tsx';
import type { ReviewSearch } from './search.ts';

/** Researchers whose author is unclear. a accepts the first candidate, r rejects it, o says that they are no author. */
export function Matches({ search, onPage }: { search: ReviewSearch; onPage: OnPage }) {
  const t = useText();
  const { data, error, refetch, isPlaceholderData } = useQuery(matchQueue(search));
  const localized = useLocalized();
  const { decide, isBusy } = useMatchDecision();
  return (
    <Queue
      label={t('review.queue.matches')}
      items={data?.matches}
      idOf={({ id }) => id}
      position={data}
      onPage={onPage}
      error={error}
      onRetry={refetch}
      busy={isPlaceholderData || isBusy}
      keys={({ id, researchers }) => {
        const [asked] = researchers;
        const open = researchers.find(({ is_open, candidates }) => is_open && candidates.length > 0);
        const [first] = open?.candidates ?? [];
        return {
          ...(asked && { o: () => decide(id, open ?? asked, decisionOf(open ?? asked, 'not_an_author')) }),
          ...(open && {
            a: () => decide(id, open, decisionOf(open, 'accept', first)),
            r: () => decide(id, open, decisionOf(open, 'reject', first)),
          }),
        };
      }}
    >
      {({ id, title, researchers, authors, editors }) => (
        <>
          <h2>
            <Link to="/publication/$" params={{ _splat: id }}>
              {localized(title) ?? id}
            </Link>
          </h2>
          <ResearcherMatches
            researchers={researchers}
            authors={authors ?? []}
            editors={editors ?? []}
            busy={isBusy}
            onDecide={(researcher, decision) => decide(id, researcher, decision)}
          />
        </>
      )}
    </Queue>
  );
}
