import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../text/text.ts';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { dismissJobs, type Job } from './jobs.ts';

/** Dismisses the failures of jobs, and offers the undo. */
export function useDismissal() {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    await act().catch(showError);
    setBusy(false);
  };
  /** `names` are the jobs' people. */
  const dismiss = (find: () => Promise<readonly string[]>, names: readonly string[] = []) =>
    attempt(async () => {
      const changed = await dismissJobs(client, await find(), true);
      const [name] = names;
      toast({
        text:
          names.length === 1 && name !== undefined
            ? t('job.dismissed', { orcid: name })
            : t('job.dismissedMany', { count: changed.length }),
        ...(changed.length > 0 && {
          undo: () => attempt(async () => void (await dismissJobs(client, changed, false))),
        }),
      });
    });
  return { dismissOne: (job: Job) => dismiss(async () => [job.job_id], [job.orcid_id]), dismissAll: dismiss, isBusy };
}
