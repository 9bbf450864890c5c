import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { useTexts } from '../../text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Job } from './jobs.ts';
import { jobTexts } from './texts.ts';

/** Asks for the researcher's iD before a job is ended as failed: it cannot go on afterwards. */
export function ForceFailDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const t = useTexts(jobTexts);
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
      toast({ text: t('ended', { orcid: job.orcid_id }) });
      onClose();
    },
    // A job that has ended meanwhile is shown as it is now.
    onSettled: () => client.invalidateQueries({ queryKey: ['ingestion'] }),
  });
  return (
    <ConfirmDialog
      title={t('forceFail')}
      phrase={job.orcid_id}
      action={t('forceFail')}
      onConfirm={() => mutate()}
      onClose={onClose}
      busy={isPending}
      error={error}
    >
      <p>{t('forceFailHint')}</p>
    </ConfirmDialog>
  );
}
