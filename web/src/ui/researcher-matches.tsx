import { Check, CircleCheck, TriangleAlert, Undo2, Unlink, X } from 'lucide-react';
import type { Schema } from '../api/client.ts';
import { useFormat } from '../text/format.ts';
import { isolate } from '../text/isolate.ts';
import { joinTexts } from '../text/join-texts.ts';
import { useText } from '../text/text.ts';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { ChooseAuthor, type Listed } from './choose-author.tsx';
import { KeyName } from './key-name.tsx';

type ResearcherMatch = Schema<'ResearcherMatch'>;
export type Candidate = Schema<'MatchCandidate'>;
/** In the queue: with evidence from other publications of the researcher. */
type OpenResearcherMatch = Schema<'OpenResearcherMatch'>;

/** A decision about a researcher, in the API's form. */
export interface MatchDecision {
  orcid: string;
  author_position: number | null;
  editor_position: number | null;
  contributor_position?: number | undefined;
  decision: 'accept' | 'reject' | 'not_an_author' | 'undo';
}

type Decide = (researcher: ResearcherMatch, decision: MatchDecision) => void;

/** A decision about one author, or without an author, about all candidates. */
export const decisionOf = (
  { orcid }: Pick<ResearcherMatch, 'orcid'>,
  decision: MatchDecision['decision'],
  place?: Pick<Candidate, 'author_position' | 'editor_position'> & Pick<MatchDecision, 'contributor_position'>,
): MatchDecision => ({
  orcid,
  decision,
  author_position: place?.author_position ?? null,
  editor_position: place?.editor_position ?? null,
  // The previous release knows no such position.
  ...(place?.contributor_position !== undefined && { contributor_position: place.contributor_position }),
});

/** The researcher whom the keys are about: the first open question that has candidates, else the first open one. */
export const askedOf = <Match extends ResearcherMatch>(researchers: readonly Match[]): Match | undefined =>
  researchers.find(({ is_open, candidates }) => is_open && candidates.length > 0) ??
  researchers.find(({ is_open }) => is_open) ??
  researchers[0];

interface ResearcherMatchesProps {
  researchers: readonly (ResearcherMatch | OpenResearcherMatch)[];
  /** The authors, editors and other contributors to choose from. */
  authors: readonly Listed[];
  editors: readonly Listed[];
  contributors: readonly Listed[];
  onDecide?: Decide | undefined;
  /** Whether a decision is being sent. */
  busy: boolean;
  /** Whether keys answer the question about one of them (`askedOf`). */
  hasKeys?: boolean;
}

/** The author of each researcher, the evidence, the other candidates, and the decision. */
export function ResearcherMatches({
  researchers,
  authors,
  editors,
  contributors,
  onDecide,
  busy,
  hasKeys = false,
}: ResearcherMatchesProps) {
  const t = useText();
  const { number } = useFormat();
  const asked = hasKeys ? askedOf(researchers)?.orcid : undefined;
  return (
    <ul className="matches">
      {researchers.map((researcher) => (
        <li key={researcher.orcid} className="match">
          <div className="match-head">
            {researcher.name != null && <strong dir="auto">{researcher.name}</strong>}
            <a href={`https://orcid.org/${researcher.orcid}`} target="_blank" rel="noreferrer">
              {researcher.orcid}
            </a>
            {researcher.match_state === 'complete' ? (
              <Badge tone="good" icon={CircleCheck}>
                <MatchedPlace match={researcher} authors={authors} editors={editors} contributors={contributors} />
              </Badge>
            ) : (
              <Badge tone="warning" icon={TriangleAlert}>
                <MatchedPlace match={researcher} authors={authors} editors={editors} contributors={contributors} />
              </Badge>
            )}
            {researcher.decision && (
              <Badge tone={researcher.decision.in_force ? 'info' : 'warning'}>
                {researcher.decision.in_force ? t('matches.decided') : t('matches.lapsed')}
              </Badge>
            )}
          </div>
          <Evidence reasons={researcher.reasons} score={researcher.score} />
          {researcher.decision && researcher.decision.rejected.length > 0 && (
            <p className="fine">
              {t('matches.rejected', { names: joinTexts(researcher.decision.rejected.map(({ name }) => name)) })}
            </p>
          )}
          {'shared_coauthors' in researcher && researcher.shared_coauthors.length > 0 && (
            <p className="fine">
              {t('matches.sharedCoauthors', {
                names: researcher.shared_coauthors
                  .map(({ name, publications }) => `${isolate(name)} (${number(publications)})`)
                  .join(', '),
              })}
            </p>
          )}
          <ul className="candidates">
            {researcher.candidates.map((candidate, index) => (
              <li
                key={`${candidate.author_position}-${candidate.editor_position}-${candidate.contributor_position}`}
                className="candidate"
              >
                <div>
                  <strong dir="auto">{candidate.name}</strong>
                  <Evidence reasons={candidate.reasons} score={candidate.score} />
                  {candidate.affiliations.length > 0 && (
                    <p className="fine">
                      {t('matches.affiliations')} {joinTexts(candidate.affiliations, '; ')}
                    </p>
                  )}
                  {'coauthor_on' in candidate && candidate.coauthor_on.length > 0 && (
                    <p className="fine">{t('matches.coauthorOn', { dois: candidate.coauthor_on.join(', ') })}</p>
                  )}
                </div>
                {onDecide && (
                  <div className="match-actions">
                    <Button
                      icon={Check}
                      busy={busy}
                      onClick={() => onDecide(researcher, decisionOf(researcher, 'accept', candidate))}
                    >
                      {t('matches.accept')}
                      {asked === researcher.orcid && index < 9 && <KeyName name={String(index + 1)} />}
                    </Button>
                    <Button
                      icon={X}
                      busy={busy}
                      onClick={() => onDecide(researcher, decisionOf(researcher, 'reject', candidate))}
                    >
                      {t('matches.reject')}
                      {asked === researcher.orcid && index === 0 && <KeyName name="r" />}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
          {onDecide && researcher.is_open && (
            <ChooseAuthor
              authors={authors}
              editors={editors}
              contributors={contributors}
              busy={busy}
              onChoose={(place) => onDecide(researcher, decisionOf(researcher, 'accept', place))}
            />
          )}
          {onDecide && (
            <div className="match-actions">
              {isPlaced(researcher) ? (
                <Button
                  icon={X}
                  busy={busy}
                  onClick={() => onDecide(researcher, decisionOf(researcher, 'reject', researcher))}
                >
                  {t('matches.reject')}
                </Button>
              ) : (
                researcher.is_open &&
                researcher.candidates.length > 0 && (
                  <Button icon={X} busy={busy} onClick={() => onDecide(researcher, decisionOf(researcher, 'reject'))}>
                    {t('matches.noneOfThem')}
                    {asked === researcher.orcid && <KeyName name="n" />}
                  </Button>
                )
              )}
              <Button
                icon={Unlink}
                busy={busy}
                onClick={() => onDecide(researcher, decisionOf(researcher, 'not_an_author'))}
              >
                {t('matches.notAnAuthor')}
                {asked === researcher.orcid && <KeyName name="o" />}
              </Button>
              {researcher.decision && (
                <Button icon={Undo2} busy={busy} onClick={() => onDecide(researcher, decisionOf(researcher, 'undo'))}>
                  {t('matches.undo')}
                </Button>
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

const isPlaced = ({ author_position, editor_position, contributor_position }: ResearcherMatch) =>
  (author_position ?? editor_position ?? contributor_position ?? null) !== null;

function MatchedPlace({
  match,
  authors,
  editors,
  contributors,
}: {
  match: ResearcherMatch;
  authors: readonly Listed[];
  editors: readonly Listed[];
  contributors: readonly Listed[];
}) {
  const t = useText();
  const { author_position: author, editor_position: editor, contributor_position: other } = match;
  if (author != null) return t('matches.isAuthor', { position: author + 1, name: nameAt(authors, author) });
  if (editor != null) return t('matches.isEditor', { position: editor + 1, name: nameAt(editors, editor) });
  if (other != null) return t('matches.isContributor', { position: other + 1, name: nameAt(contributors, other) });
  if (match.question === 'authors_unknown') return t('matches.authorsUnknown');
  return t(match.is_open && match.candidates.length > 0 ? 'matches.whichAuthor' : 'matches.none');
}

const nameAt = (list: readonly Listed[], position: number) =>
  list.find((each, index) => (each.position ?? index) === position)?.name ?? '';

function Evidence({ reasons, score }: Pick<ResearcherMatch, 'reasons' | 'score'>) {
  const t = useText();
  const { percent } = useFormat();
  if (reasons.length === 0) return null;
  const words = reasons.map((reason) => t(`matches.reason.${reason}`));
  if (score != null) words.unshift(t('matches.score', { percent: percent(score) }));
  return <p className="fine">{words.join(' · ')}</p>;
}
