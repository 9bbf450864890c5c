import { answerOf, api } from '../../api/client.ts';
import { useText } from '../../text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAction } from '../action.ts';
import type { Job } from './jobs.ts';

/** Asks for the researcher's iD before ending a job as failed, because the job cannot continue afterwards. */
export function ForceFailDialog({ job, name, onClose }: { job: Job; name: string; onClose: () => void }) {
  const t = useText();
  const { run, isPending, error } = useAction({ refreshes: ['ingestion'], showsError: true });
  const end = () =>
    run(
      () =>
        answerOf(
          api.POST('/api/ingest/stuck/{jobId}/force-fail', {
            params: { path: { jobId: job.job_id } },
            body: { orcid_id: job.orcid_id, error_message: 'Force-failed by operator' },
          }),
        ),
      () => {
        onClose();
        return t('job.ended', { name });
      },
    );
  return (
    <ConfirmDialog
      title={t('job.forceFail')}
      phrase={job.orcid_id}
      action={t('job.forceFail')}
      onConfirm={end}
      onClose={onClose}
      busy={isPending}
      error={error}
    >
      <p>{t('job.forceFailHint')}</p>
    </ConfirmDialog>
  );
}
