import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Undo2, X } from 'lucide-react';
import type { Schema } from '../../api/client.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyName } from '../../ui/key-name.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import type { OnPage } from '../../ui/pagination.tsx';
import { useDecisions } from './decisions.ts';
import { useEvidenceInWords } from './evidence-in-words.ts';
import { decideProposal, proposalQueue } from './queries.ts';
import { Queue } from './queue.tsx';
import type { ReviewSearch } from './search.ts';

type Proposal = Schema<'Proposal'>;
type ProposalList = Schema<'ProposalList'>;

/** The proposals. a accepts, r rejects. */
export function Proposals({ search, onPage }: { search: ReviewSearch; onPage: OnPage }) {
  const t = useText();
  const { data, error, refetch, isPlaceholderData } = useQuery(proposalQueue(search));
  const localized = useLocalized();
  const { run, isBusy, error: failed } = useDecisions();
  const isWaiting = isBusy || isPlaceholderData;
  const nameOf = ({ id, title, doi, orcids: [orcid] }: Proposal) =>
    localized(title) || doi || (orcid && localized(data?.names?.[orcid])) || orcid || id;
  const decide = (proposal: Proposal, decision: 'accept' | 'reject' | 'undo') => {
    // An imported publication stays and must be deleted instead.
    const canUndo = decision !== 'undo' && !(decision === 'accept' && proposal.kind === 'work');
    return run(
      () => decideProposal(proposal.id, decision, proposal),
      t(`review.done.${decision === 'undo' ? 'undo' : decision}`),
      nameOf(proposal),
      canUndo ? () => decideProposal(proposal.id, 'undo') : undefined,
    );
  };
  return (
    <>
      {failed !== undefined && <ErrorNotice error={failed} />}
      <Queue
        label={t('review.queue.proposals')}
        items={data?.proposals}
        idOf={({ id }) => id}
        lineOf={(proposal) => ({ name: nameOf(proposal), about: t(`review.proposal.${proposal.kind}`) })}
        isOpen={(search.proposals ?? 'open') === 'open'}
        position={data}
        onPage={onPage}
        error={error}
        onRetry={refetch}
        busy={isBusy}
        isBefore={isPlaceholderData}
        keys={(proposal) =>
          proposal.status === 'open'
            ? { a: () => decide(proposal, 'accept'), r: () => decide(proposal, 'reject') }
            : undefined
        }
      >
        {(proposal) => (
          <>
            <Description proposal={proposal} names={data?.names} projectTitles={data?.project_titles} />
            <div className="match-actions">
              {proposal.status === 'open' && (
                <>
                  <Button icon={Check} busy={isWaiting} onClick={() => decide(proposal, 'accept')}>
                    {t('review.accept')}
                    <KeyName name="a" />
                  </Button>
                  <Button icon={X} busy={isWaiting} onClick={() => decide(proposal, 'reject')}>
                    {t('review.reject')}
                    <KeyName name="r" />
                  </Button>
                </>
              )}
              {(proposal.status === 'rejected' || (proposal.status === 'accepted' && proposal.kind !== 'work')) && (
                <Button icon={Undo2} busy={isWaiting} onClick={() => decide(proposal, 'undo')}>
                  {t('review.reopen')}
                </Button>
              )}
            </div>
          </>
        )}
      </Queue>
    </>
  );
}

interface DescriptionProps {
  proposal: Proposal;
  names: ProposalList['names'];
  projectTitles: ProposalList['project_titles'];
}

/** The proposal, the people or publication concerned, and the evidence. */
function Description({ proposal, names: people, projectTitles }: DescriptionProps) {
  const t = useText();
  const format = useFormat();
  const names = useVocabulary();
  const localized = useLocalized();
  const inWords = useEvidenceInWords();
  const { kind, status, title, doi, doi_url, orcids, project_id, period, evidence } = proposal;
  return (
    <>
      <h2>
        {t(`review.proposal.${kind}`)}
        {status !== 'open' && <Badge tone="warning">{t(`review.status.${status}`)}</Badge>}
      </h2>
      {doi != null && (
        <p className="break">
          <bdi>{localized(title)}</bdi>{' '}
          {doi_url != null && (
            <a href={doi_url} target="_blank" rel="noreferrer">
              {doi}
            </a>
          )}
        </p>
      )}
      <dl className="facts">
        {orcids.length > 0 && (
          <div>
            <dt>{t('review.people', { count: orcids.length })}</dt>
            <dd className="badges">
              {orcids.map((orcid) => (
                <Link key={orcid} to="/people/$orcid" params={{ orcid }}>
                  <bdi>{localized(people?.[orcid]) ?? orcid}</bdi>
                </Link>
              ))}
            </dd>
          </div>
        )}
        {project_id != null && (
          <div>
            <dt>{t('review.project')}</dt>
            <dd>
              <Link to="/projects/$id" params={{ id: project_id }}>
                <bdi>{localized(projectTitles?.[project_id]) ?? project_id}</bdi>
              </Link>
            </dd>
          </div>
        )}
        {period != null && (
          <div>
            <dt>{t('review.period')}</dt>
            <dd>
              {format.day(period.starts_at)} – {period.ends_at == null ? t('review.today') : format.day(period.ends_at)}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('review.seen', { source: names.source(evidence.source) })}</dt>
          <dd>
            <Moment ms={evidence.seen_at} />
          </dd>
        </div>
        {inWords(evidence.seen).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
