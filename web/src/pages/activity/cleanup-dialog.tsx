import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { clearActivity } from './queries.ts';

/** Deletes events permanently. For administrators only. */
export function CleanupDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const [before, setBefore] = useState('');
  const clear = useMutation({
    mutationFn: () => clearActivity(before || undefined),
    onSuccess: ({ deleted }) => {
      toast({ text: t('activity.cleaned', { count: deleted }), tone: 'good' });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['activity'] }),
  });
  return (
    <ConfirmDialog
      title={t('activity.cleanupTitle')}
      phrase={t('activity.cleanupPhrase')}
      action={before ? t('activity.cleanupBefore') : t('activity.cleanupAll')}
      onConfirm={() => clear.mutate()}
      onClose={onClose}
      busy={clear.isPending}
      error={clear.error}
    >
      <p>{t('activity.cleanupText')}</p>
      <TextField
        type="date"
        label={t('activity.cleanupDay')}
        hint={t('activity.cleanupDayHint')}
        value={before}
        onChange={(event) => setBefore(event.target.value)}
      />
    </ConfirmDialog>
  );
}
