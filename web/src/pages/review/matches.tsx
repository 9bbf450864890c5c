import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMatchDecision } from '../../data/matches.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import type { OnPage } from '../../ui/pagination.tsx';
import {
  askedOf,
  type Candidate,
  decisionOf,
  type MatchDecision,
  ResearcherMatches,
} from '../../ui/researcher-matches.tsx';
import type { Shortcuts } from '../../ui/shortcuts.ts';
import { matchQueue } from './queries.ts';
import { Queue } from './queue.tsx';
import type { ReviewSearch } from './search.ts';

/**
 * Researchers whose author is unclear. The digits accept a candidate, a the first one; r rejects the first one, n all of
 * them, and o says that the researcher is no author.
 */
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
      lineOf={({ id, title, researchers }) => ({
        name: localized(title) ?? id,
        about: joinTexts(researchers.filter(({ is_open }) => is_open).map(({ name, orcid }) => name ?? orcid)),
      })}
      position={data}
      isOpen={search.matches !== 'authors_unknown'}
      onPage={onPage}
      error={error}
      onRetry={refetch}
      busy={isBusy}
      isBefore={isPlaceholderData}
      keys={({ id, researchers }) => {
        const asked = askedOf(researchers);
        if (!asked) return undefined;
        const answer = (decision: MatchDecision['decision'], candidate?: Candidate) => () =>
          decide(id, asked, decisionOf(asked, decision, candidate));
        const [first] = asked.candidates;
        const accepting: Shortcuts = Object.fromEntries(
          asked.candidates.slice(0, 9).map((candidate, index) => [String(index + 1), answer('accept', candidate)]),
        );
        return {
          o: answer('not_an_author'),
          ...accepting,
          ...(first && { a: answer('accept', first), r: answer('reject', first), n: answer('reject') }),
        };
      }}
    >
      {({ id, title, researchers, authors, editors, contributors }) => (
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
            contributors={contributors ?? []}
            busy={isBusy || isPlaceholderData}
            hasKeys
            onDecide={(researcher, decision) => decide(id, researcher, decision)}
          />
        </>
      )}
    </Queue>
  );
}
