import { useQueryClient } from '@tanstack/react-query';
import { useText } from '../../text/text.ts';
import { useAction } from '../action.ts';
import { dismissJobs, type Job } from './jobs.ts';

/** Dismisses the failures of jobs, and offers the undo. */
export function useDismissal() {
  const t = useText();
  const client = useQueryClient();
  const { run, isPending } = useAction({ refreshes: [] });
  /** `names` are the jobs' people. */
  const dismiss = (find: () => Promise<readonly string[]>, names: readonly string[] = []) =>
    run(
      async () => dismissJobs(client, await find(), true),
      (changed) => {
        const [name] = names;
        const isOne = names.length === 1 && name !== undefined;
        return {
          text: isOne ? t('job.dismissed', { name }) : t('job.dismissedMany', { count: changed.length }),
          undo: changed.length > 0 ? () => dismissJobs(client, changed, false) : undefined,
        };
      },
    );
  return {
    dismissOne: (job: Job, name: string) => dismiss(async () => [job.job_id], [name]),
    dismissAll: dismiss,
    isBusy: isPending,
  };
}
