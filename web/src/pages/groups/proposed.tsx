import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../data/action.ts';
import { forEachConcurrently } from '../../data/chunks.ts';
import { usePeriodText } from '../../data/groups/period.ts';
import { decideProposal } from '../../data/proposals.ts';
import { useFormat } from '../../text/format.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { type Group, type ProposedMember, proposedMembers } from './queries.ts';

const requestsAtOnce = 3;
const nobody: ReadonlySet<string> = new Set();

/** People whom ORCID records or printed affiliations say to be members: many are decided at once. Nothing without any. */
export function ProposedMembers({ group, isAdmin }: { group: Group; isAdmin: boolean }) {
  const t = useText();
  const { number } = useFormat();
  const localized = useLocalized();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState(nobody);
  const { data, isPlaceholderData } = useQuery(proposedMembers(group.id, page));
  const { run, isPending } = useAction({ refreshes: ['groups', 'publications', 'works', 'people'], oneAtATime: true });
  const nameOf = ({ orcids: [orcid = ''] }: ProposedMember) => localized(data?.names?.[orcid]) ?? orcid;
  const columns = useColumns(nameOf);
  if (!data || data.total === 0) return null;
  const rows = data.proposals.filter(({ id }) => chosen.has(id));
  const decide = (decision: 'accept' | 'reject') =>
    run(
      () => decideAll(rows, decision),
      ({ done, failed }) => {
        setChosen(nobody);
        const undo = done.length > 0 ? () => undoAll(done) : undefined;
        const [first] = failed;
        const [count, shown] = [done.length, number(done.length)];
        const text = first
          ? t('groups.proposed.done.some', { done: shown, failed: number(failed.length), reason: first.message })
          : t(`groups.proposed.done.${decision}`, { count, shown });
        return { text, undo };
      },
    );
  const why = rows.length === 0 ? t('groups.proposed.why') : undefined;
  const counted = { count: rows.length, shown: number(rows.length) };
  return (
    <section className="section" aria-labelledby="proposed-title">
      <div className="page-header">
        <h2 id="proposed-title">
          {t('groups.proposed')} <span className="count">{number(data.total)}</span>
        </h2>
        <Link to="/review" search={{ queue: 'proposals', kind: 'group_membership' }}>
          {t('groups.proposed.open')}
        </Link>
      </div>
      <p className="fine">{t('groups.proposed.intro')}</p>
      {isAdmin && (
        <div className="toolbar">
          <Button icon={Check} busy={isPending} why={why} onClick={() => decide('accept')}>
            {t('groups.proposed.accept', counted)}
          </Button>
          <Button icon={X} busy={isPending} disabled={why !== undefined} onClick={() => decide('reject')}>
            {t('groups.proposed.reject', counted)}
          </Button>
        </div>
      )}
      <Table
        caption={t('groups.proposed')}
        columns={columns}
        rows={data.proposals}
        rowId={({ id }) => id}
        rowName={nameOf}
        {...(isAdmin && { selection: { ids: chosen, onChange: setChosen } })}
        busy={isPlaceholderData}
      />
      {data.pages > 1 && (
        <Pagination page={data.page} pages={data.pages} perPage={data.per_page} total={data.total} onPage={setPage} />
      )}
    </section>
  );
}

interface Decided {
  done: ProposedMember[];
  failed: Error[];
}

/** Decides each on its own: some may be members already. Throws if none could be decided. */
async function decideAll(proposals: readonly ProposedMember[], decision: 'accept' | 'reject'): Promise<Decided> {
  const decided: Decided = { done: [], failed: [] };
  await forEachConcurrently(proposals, requestsAtOnce, async (proposal) => {
    try {
      await decideProposal(proposal.id, decision, { version: proposal.version });
      decided.done.push(proposal);
    } catch (error) {
      decided.failed.push(error as Error);
    }
  });
  const [first] = decided.failed;
  if (first && decided.done.length === 0) throw first;
  return decided;
}

const undoAll = (proposals: readonly ProposedMember[]): Promise<void> =>
  forEachConcurrently(proposals, requestsAtOnce, async ({ id }) => {
    await decideProposal(id, 'undo');
  });

function useColumns(nameOf: (proposal: ProposedMember) => string): Column<ProposedMember>[] {
  const t = useText();
  const periodText = usePeriodText();
  return [
    {
      id: 'name',
      header: t('groups.column.name'),
      isRowHeader: true,
      cell: (proposal) => {
        const [orcid = ''] = proposal.orcids;
        return (
          <>
            <Link to="/people/$orcid" params={{ orcid }} className="two-lines row-link" title={nameOf(proposal)}>
              {nameOf(proposal)}
            </Link>
            <span className="line-facts">{orcid}</span>
          </>
        );
      },
    },
    {
      id: 'period',
      header: t('groups.column.period'),
      width: '13rem',
      cell: ({ membership }) => membership != null && periodText(membership),
    },
    { id: 'evidence', header: t('groups.column.evidence'), cell: ({ evidence }) => <Evidence seen={evidence.seen} /> },
  ];
}

/** The department on the ORCID record, or what is printed and where. */
function Evidence({ seen }: { seen: Record<string, unknown> }) {
  const t = useText();
  const { number } = useFormat();
  const { department, organization, printed, dois, publications, first_year: first, last_year: last } = seen;
  if (!Array.isArray(dois)) {
    const where = [department, organization].filter((each) => typeof each === 'string').join(', ');
    return <bdi className="two-lines">{t('groups.proposed.evidence.employment', { department: where })}</bdi>;
  }
  const count = Number(publications);
  const years = first === last ? String(first) : `${first}–${last}`;
  return (
    <>
      <bdi className="two-lines">{Array.isArray(printed) && String(printed[0])}</bdi>
      <span className="line-facts">
        {t('groups.proposed.evidence.printed', { count, shown: number(count), years })}
        {': '}
        {dois.map((doi, index) => (
          <span key={String(doi)}>
            {index > 0 && ', '}
            <Link to="/publication/$" params={{ _splat: String(doi) }}>
              <bdi>{String(doi)}</bdi>
            </Link>
          </span>
        ))}
      </span>
    </>
  );
}
