import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import '../../styles/site-tools.css';
import type { Schema } from '../../api/client.ts';
import type { paths } from '../../api/schema.ts';
import { ChangeTable } from '../../data/change-table.tsx';
import { PersonLine } from '../../data/person-line.tsx';
import { useFormat } from '../../text/format.ts';
import type { LocalizedText } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { CheckboxField, TextField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import {
  clearStuckJobs,
  rederive,
  refreshPlan,
  repairAllAuthorLinks,
  repairAuthorLinks,
  resetData,
  resetScope,
} from './queries.ts';
import { RefreshPlan } from './refresh-plan.tsx';
import { Tool } from './tool.tsx';

/** Tools that repair or empty the registry, for superadmins. */
export function SiteToolsPage() {
  const t = useText();
  // Users who may not read the plan may not use the tools either.
  const query = useQuery(refreshPlan);
  // Its tool is shown with the plan, and would ask only then.
  usePrefetchQuery(resetScope);
  return (
    <Page title={t('page.siteTools')}>
      <Loaded query={query} rows={6} whoCan={t('notice.superadmins')}>
        {(plan) => (
          <>
            <p>{t('siteTools.intro')}</p>
            <RefreshPlan plan={plan} />
            <RepairOne />
            <Tool
              title={t('siteTools.repairAll')}
              text={t('siteTools.repairAllText')}
              input={null}
              run={repairAllAuthorLinks}
            />
            <Rederive />
            <StuckJobs />
            <Reset />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function RepairOne() {
  const t = useText();
  const [doi, setDoi] = useState('');
  return (
    <Tool
      title={t('siteTools.repairOne')}
      text={t('siteTools.repairOneText')}
      input={doi.trim()}
      ready={doi.trim() !== ''}
      run={async (dryRun) => {
        const answer = await repairAuthorLinks({ doi: doi.trim(), dryRun });
        return {
          ...answer,
          complete: true,
          totals: { examined: 1, changed: answer.changed ? 1 : 0 },
          shards: [],
        };
      }}
      details={({ changed, before, after, names = {} }) =>
        changed && <ChangeTable changes={linkChanges(before, after, names)} />
      }
    >
      <TextField required label={t('siteTools.doi')} value={doi} onChange={(event) => setDoi(event.target.value)} />
    </Tool>
  );
}

/** The researchers whose match or match state changes. */
function linkChanges(
  before: Schema<'AuthorLinks'>,
  after: Schema<'AuthorLinks'>,
  people: Readonly<Record<string, LocalizedText>>,
) {
  const judgements = ({ author_match_state, researchers }: Schema<'AuthorLinks'>) =>
    new Map<string, unknown>([
      ['author_match_state', author_match_state],
      ...researchers.map(({ orcid, candidates, ...link }) => [orcid, link] as const),
    ]);
  const [old, now] = [judgements(before), judgements(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({
      ...{ field, before: old.get(field), after: now.get(field) },
      ...(people[field] !== undefined && { label: <PersonLine orcid={field} name={people[field]} /> }),
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function Rederive() {
  const t = useText();
  const format = useFormat();
  return (
    <Tool
      title={t('siteTools.rederive')}
      text={t('siteTools.rederiveText')}
      input={null}
      run={rederive}
      details={({ fields }) =>
        Object.keys(fields).length > 0 && (
          <p className="fine">
            {t('siteTools.fields')}{' '}
            {Object.entries(fields)
              .map(([field, count]) => `${field} ${format.number(count)}`)
              .join(', ')}
          </p>
        )
      }
    />
  );
}

function StuckJobs() {
  const t = useText();
  const [minutes, setMinutes] = useState('15');
  const thresholdSeconds = Number(minutes) * 60;
  return (
    <Tool
      title={t('siteTools.stuckJobs')}
      text={t('siteTools.stuckJobsText')}
      input={thresholdSeconds}
      ready={minutes !== ''}
      run={(dryRun) => clearStuckJobs({ thresholdSeconds, dryRun })}
      details={({ jobs, names = {} }) =>
        jobs.length > 0 && (
          <ul className="tool-jobs">
            {jobs.map(({ job_id, orcid_id, status, age_seconds }) => (
              <li key={job_id}>
                <PersonLine orcid={orcid_id} name={names[orcid_id]} />{' '}
                <Link to="/ingestion/$jobId" params={{ jobId: job_id }}>
                  {t(`siteTools.job.${status}`)}, {t('siteTools.age', { count: Math.round(age_seconds / 60) })}
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    >
      <TextField
        type="number"
        label={t('siteTools.threshold')}
        min={1}
        max={1440}
        value={minutes}
        onChange={(event) => setMinutes(event.target.value)}
      />
    </Tool>
  );
}

/** Deletes everything. Shows who is affected before the phrase can be typed, for the dry run and again for the run. */
function Reset() {
  const t = useText();
  const [confirmation, setConfirmation] = useState('');
  const [clearIngestionJobs, setClearIngestionJobs] = useState(false);
  const query = useQuery(resetScope);
  return (
    <Tool
      title={t('siteTools.reset')}
      text={t('siteTools.resetText')}
      danger
      input={clearIngestionJobs}
      ready={query.data !== undefined && confirmation !== ''}
      run={(dryRun) => resetData({ confirmation, clearIngestionJobs, dryRun })}
      onDryRun={() => setConfirmation('')}
    >
      <Loaded query={query} rows={2}>
        {({ workspaces }) => (
          <>
            <TouchedWorkspaces workspaces={workspaces} />
            <CheckboxField
              label={t('siteTools.resetJobs')}
              checked={clearIngestionJobs}
              onChange={(event) => setClearIngestionJobs(event.target.checked)}
            />
            <TextField
              label={t('siteTools.phrase')}
              hint={t('siteTools.phraseHint')}
              autoComplete="off"
              spellCheck={false}
              value={confirmation}
              onChange={(event) => setConfirmation(event.target.value)}
            />
          </>
        )}
      </Loaded>
    </Tool>
  );
}

type Workspaces =
  paths['/api/site-tools/reset-data']['get']['responses'][200]['content']['application/json']['workspaces'];

function TouchedWorkspaces({ workspaces }: { workspaces: Workspaces }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <p>
        <strong>{t('siteTools.resetScope', { count: workspaces.length })}</strong>
      </p>
      <Table
        caption={t('siteTools.resetTouches')}
        rows={workspaces}
        rowId={({ workspace }) => workspace}
        columns={[
          { id: 'workspace', header: t('siteTools.workspace'), isRowHeader: true, cell: ({ workspace }) => workspace },
          { id: 'users', header: t('siteTools.users'), numeric: true, cell: ({ users }) => format.number(users) },
          {
            id: 'installations',
            header: t('siteTools.installations'),
            numeric: true,
            cell: ({ installations }) => format.number(installations),
          },
          { id: 'edits', header: t('siteTools.edits'), numeric: true, cell: ({ edits }) => format.number(edits) },
        ]}
      />
    </>
  );
}
