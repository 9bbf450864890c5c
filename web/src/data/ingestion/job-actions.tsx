import { useQueryClient } from '@tanstack/react-query';
import { CircleX, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../action.ts';
import { useDismissal } from './dismissal.ts';
import { ForceFailDialog } from './force-fail.tsx';
import { isActive, isDismissable, isRetryable, type Job, retryJob } from './jobs.ts';

interface JobActionsProps {
  job: Job;
  /** Of the person, if they have one. */
  name: string | undefined;
  onRetried?: (job: Job) => void;
}

/** The actions of a job: retry or dismiss its failures, or end it. */
export function JobActions({ job, name = job.orcid_id, onRetried }: JobActionsProps) {
  const t = useText();
  const client = useQueryClient();
  const { dismissOne, isBusy } = useDismissal();
  const [isEnding, setEnding] = useState(false);
  const { run, isPending } = useAction({ refreshes: ['ingestion'] });
  const retry = () =>
    run(
      () => retryJob(client, job.job_id),
      (queued) => {
        onRetried?.(queued);
        return t('job.retried', { name });
      },
    );
  if (!useHasRole('workspace_member')) return null;
  return (
    <>
      {isRetryable(job) && (
        <Button icon={RotateCw} busy={isPending} onClick={retry}>
          {t('job.retry')}
        </Button>
      )}
      {isDismissable(job) && (
        <Button kind="quiet" icon={X} busy={isBusy} onClick={() => dismissOne(job, name)}>
          {t('job.dismiss')}
        </Button>
      )}
      {isActive(job) && (
        <Button kind="danger" icon={CircleX} onClick={() => setEnding(true)}>
          {t('job.forceFail')}
        </Button>
      )}
      {isEnding && <ForceFailDialog job={job} name={name} onClose={() => setEnding(false)} />}
    </>
  );
}
