import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { useText } from '../../text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Job } from './jobs.ts';

/** Asks for the researcher's iD before ending a job as failed, because the job cannot continue afterwards. */
export function ForceFailDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/api/ingest/stuck/{jobId}/force-fail', {
          params: { path: { jobId: job.job_id } },
          body: { orcid_id: job.orcid_id, error_message: 'Force-failed by operator' },
        }),
      ),
    onSuccess: () => {
      toast({ text: t('job.ended', { orcid: job.orcid_id }) });
      onClose();
    },
    // Shows the current state of a job that has ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: ['ingestion'] }),
  });
  return (
    <ConfirmDialog
      title={t('job.forceFail')}
      phrase={job.orcid_id}
      action={t('job.forceFail')}
      onConfirm={() => mutate()}
      onClose={onClose}
      busy={isPending}
      error={error}
    >
      <p>{t('job.forceFailHint')}</p>
    </ConfirmDialog>
  );
}
