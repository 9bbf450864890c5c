import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { type Days, daysOf, isReversed, periodOf } from '../../data/groups/days.ts';
import { decideProposal } from '../../data/proposals.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useHasRole } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { KeyName } from '../../ui/key-name.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import type { OnPage } from '../../ui/pagination.tsx';
import { useDecisions } from './decisions.ts';
import { useEvidenceInWords } from './evidence-in-words.ts';
import { proposalQueue } from './queries.ts';
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
  const isAdmin = useHasRole('workspace_admin');
  // By id of the proposal: the days of a membership that somebody has changed.
  const [changed, setChanged] = useState<Readonly<Record<string, Days>>>({});
  const whyNot = ({ id, membership }: Proposal) => {
    if (membership == null) return undefined;
    if (!isAdmin) return t('review.onlyAdmins');
    const days = changed[id];
    return days && isReversed(days) ? t('review.why.order') : undefined;
  };
  const nameOf = ({ id, title, doi, orcids: [orcid] }: Proposal) =>
    localized(title) || doi || (orcid && localized(data?.names?.[orcid])) || orcid || id;
  const groupOf = ({ membership }: Proposal) =>
    membership == null ? undefined : (localized(data?.group_names?.[membership.group_id]) ?? membership.group_id);
  const aboutOf = (proposal: Proposal) => groupOf(proposal) ?? t(`review.proposal.${proposal.kind}`);
  const decide = (proposal: Proposal, decision: 'accept' | 'reject' | 'undo') => {
    // An imported publication stays and must be deleted instead.
    const canUndo = decision !== 'undo' && !(decision === 'accept' && proposal.kind === 'work');
    const { version } = proposal;
    const days = decision === 'accept' ? changed[proposal.id] : undefined;
    return run(
      () => decideProposal(proposal.id, decision, { version, period: days && periodOf(days) }),
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
        lineOf={(proposal) => ({ name: nameOf(proposal), about: aboutOf(proposal) })}
        isOpen={(search.proposals ?? 'open') === 'open'}
        position={data}
        onPage={onPage}
        error={error}
        onRetry={refetch}
        busy={isBusy}
        isBefore={isPlaceholderData}
        keys={(proposal) =>
          proposal.status === 'open' && whyNot(proposal) === undefined
            ? { a: () => decide(proposal, 'accept'), r: () => decide(proposal, 'reject') }
            : undefined
        }
      >
        {(proposal) => (
          <>
            <Description
              proposal={proposal}
              names={data?.names}
              projectTitles={data?.project_titles}
              group={groupOf(proposal)}
            />
            {proposal.membership != null && (
              <MembershipDays
                days={changed[proposal.id] ?? daysOf(proposal.membership)}
                onChange={
                  proposal.status === 'open' && isAdmin
                    ? (days) => setChanged({ ...changed, [proposal.id]: days })
                    : undefined
                }
              />
            )}
            <div className="match-actions">
              {proposal.status === 'open' && (
                <>
                  <Button
                    icon={Check}
                    busy={isWaiting}
                    why={whyNot(proposal)}
                    onClick={() => decide(proposal, 'accept')}
                  >
                    {t('review.accept')}
                    <KeyName name="a" />
                  </Button>
                  <Button
                    icon={X}
                    busy={isWaiting}
                    disabled={proposal.membership != null && !isAdmin}
                    onClick={() => decide(proposal, 'reject')}
                  >
                    {t('review.reject')}
                    <KeyName name="r" />
                  </Button>
                </>
              )}
              {(proposal.status === 'rejected' || (proposal.status === 'accepted' && proposal.kind !== 'work')) && (
                <Button
                  icon={Undo2}
                  busy={isWaiting}
                  disabled={proposal.membership != null && !isAdmin}
                  onClick={() => decide(proposal, 'undo')}
                >
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

interface MembershipDaysProps {
  days: Days;
  /** Undefined: they cannot be changed. */
  onChange: ((days: Days) => void) | undefined;
}

/** The first and the last day of a proposed membership. */
function MembershipDays({ days, onChange }: MembershipDaysProps) {
  const t = useText();
  const field = (name: keyof Days) => ({
    type: 'date' as const,
    value: days[name],
    readOnly: !onChange,
    onChange: ({ target }: { target: { value: string } }) => onChange?.({ ...days, [name]: target.value }),
  });
  return (
    <div className="toolbar">
      <TextField label={t('review.seen.start_date')} {...field('from')} />
      <TextField label={t('review.seen.end_date')} {...field('to')} />
    </div>
  );
}

interface DescriptionProps {
  proposal: Proposal;
  names: ProposalList['names'];
  projectTitles: ProposalList['project_titles'];
  /** The name of the group of a proposed membership. */
  group: string | undefined;
}

/** The proposal, the people or publication concerned, and the evidence. */
function Description({ proposal, names: people, projectTitles, group }: DescriptionProps) {
  const t = useText();
  const format = useFormat();
  const names = useVocabulary();
  const localized = useLocalized();
  const inWords = useEvidenceInWords();
  const { kind, status, title, doi, doi_url, orcids, project_id, period, membership, evidence } = proposal;
  const { dois, ...seen } = evidence.seen;
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
        {membership != null && (
          <div>
            <dt>{t('review.group')}</dt>
            <dd>
              <Link to="/groups/$id" params={{ id: membership.group_id }}>
                <bdi>{group}</bdi>
              </Link>
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
        {inWords(seen).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {Array.isArray(dois) && (
          <div>
            <dt>{t('review.seen.dois')}</dt>
            <dd className="badges">
              {dois.map((each) => (
                <Link key={String(each)} to="/publication/$" params={{ _splat: String(each) }}>
                  <bdi className="break">{String(each)}</bdi>
                </Link>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}
