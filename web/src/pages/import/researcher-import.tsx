import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { forEachConcurrently } from '../../data/chunks.ts';
import { useDraft } from '../../data/draft.ts';
import { JobCounts, JobStatus } from '../../data/ingestion/job-status.tsx';
import { isActive, isRetryable, type LatestJobs, latestJobs, retryJob } from '../../data/ingestion/jobs.ts';
import { useText } from '../../text/text.ts';
import { CheckboxField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useErrorToast } from '../../ui/toasts.tsx';
import { StillAsked, useAsked } from './asked.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportResult, type ResultRow } from './import-result.tsx';
import { OnlyColumn } from './only-column.tsx';
import { type ImportRow, type Outcome, readRows } from './rows.ts';
import { useSending } from './sending.ts';

const route = getRouteApi('/import');

/** Requests the ingestion of researchers by ORCID iD, and follows the jobs. */
const readOrcids = (text: string) => readRows(text, 'researchers');

export function ResearcherImport() {
  const t = useText();
  const showError = useErrorToast();
  const client = useQueryClient();
  const { ids = '' } = route.useSearch();
  const [{ text = ids }, setDraft] = useDraft<{ text: string }>('import.researchers');
  const setText = (text: string) => setDraft(() => ({ text }));
  useAsked(ids, text, setText);
  const [skipExisting, setSkipExisting] = useState(false);
  const { rows, setRows, run, outcomes, isSending, send, stop, clear } = useSending<ImportRow>(
    'researchers',
    (ids) => requestIngestion(ids, skipExisting),
    { perRequest: 100, atOnce: 1 },
  );
  const queued = idsIn('queued', outcomes);
  const { data: latest, error, refetch } = useQuery(latestJobs(run, queued));
  const failedJobs = [...(latest?.jobs.values() ?? [])].filter(
    (job) => queued.includes(job.orcid_id) && isRetryable(job),
  );
  const failed = idsIn('failed', outcomes);
  const [isRetrying, setRetrying] = useState(false);
  const retry = async () => {
    if (isRetrying) return;
    setRetrying(true);
    await forEachConcurrently(failedJobs, 3, async ({ job_id }) => {
      await retryJob(client, job_id).catch(showError);
    });
    if (failed.length > 0) await send(failed);
    setRetrying(false);
  };
  const note = <OnlyColumn text={text} kind="researchers" />;
  const sendAll = async (ids: readonly string[]) => {
    // Sent rows leave the form, but not what was added meanwhile.
    if (await send(ids)) setDraft((now) => (now.text === text ? {} : now));
  };
  if (!rows) {
    return (
      <ImportForm kind="researchers" read={readOrcids} note={note} text={text} onText={setText} onRead={setRows}>
        <CheckboxField
          label={t('import.skipExisting')}
          checked={skipExisting}
          onChange={(event) => setSkipExisting(event.target.checked)}
        />
      </ImportForm>
    );
  }
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      <StillAsked ids={ids} rows={rows} />
      {outcomes.size === 0 && note}
      <ImportResult
        kind="researchers"
        rows={rows.map((row) => resultOf(row, outcomes, latest))}
        isSending={isSending}
        failures={failed.length + failedJobs.length}
        onSend={sendAll}
        onStop={stop}
        onRetry={retry}
        onRestart={clear}
      />
    </>
  );
}

const idsIn = (state: Outcome['state'], outcomes: ReadonlyMap<string, Outcome>) =>
  [...outcomes].flatMap(([id, outcome]) => (outcome.state === state ? [id] : []));

async function requestIngestion(ids: readonly string[], skipExisting: boolean) {
  const body = { orcid_ids: [...ids], skip_existing: skipExisting };
  const { skipped, erased, names = {} } = await answerOf(api.POST('/api/import/orcid', { body }));
  const stateOf = (id: string) => (erased.includes(id) ? 'erased' : skipped.includes(id) ? 'skipped' : 'queued');
  return new Map(ids.map((id): [string, Outcome] => [id, { state: stateOf(id), name: names[id] }]));
}

/** The job's state replaces the request's as soon as it is known. */
function resultOf(row: ImportRow, outcomes: ReadonlyMap<string, Outcome>, latest: LatestJobs | undefined): ResultRow {
  if (row.id === undefined || row.problem) return row;
  const outcome = outcomes.get(row.id);
  // Who was new has a name once the job is done.
  const name = latest?.names[row.id] ?? outcome?.name;
  const job = outcome?.state === 'queued' ? latest?.jobs.get(row.id) : undefined;
  if (!job) return { ...row, outcome, name };
  return {
    ...row,
    outcome,
    name,
    isDone: !isActive(job),
    status: job.status,
    counts: job.counts,
    jobId: job.job_id,
    reason: job.error_message ?? undefined,
    shown: (
      <>
        <Link to="/ingestion/$jobId" params={{ jobId: job.job_id }}>
          <JobStatus status={job.status} />
        </Link>{' '}
        <JobCounts counts={job.counts} />
      </>
    ),
  };
}
