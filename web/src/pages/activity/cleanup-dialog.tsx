import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { clearActivity } from './queries.ts';
import { texts } from './texts.ts';

/** Deletes events permanently. For administrators only. */
export function CleanupDialog({ onClose }: { onClose: () => void }) {
  const a = useTexts(texts);
  const toast = useToast();
  const client = useQueryClient();
  const [before, setBefore] = useState('');
  const clear = useMutation({
    mutationFn: () => clearActivity(before || undefined),
    onSuccess: ({ deleted }) => {
      toast({ text: a('cleaned', { count: deleted }), tone: 'good' });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['activity'] }),
  });
  return (
    <ConfirmDialog
      title={a('cleanupTitle')}
      phrase={a('cleanupPhrase')}
      action={before ? a('cleanupBefore') : a('cleanupAll')}
      onConfirm={() => clear.mutate()}
      onClose={onClose}
      busy={clear.isPending}
      error={clear.error}
    >
      <p>{a('cleanupText')}</p>
      <TextField
        type="date"
        label={a('cleanupDay')}
        hint={a('cleanupDayHint')}
        value={before}
        onChange={(event) => setBefore(event.target.value)}
      />
    </ConfirmDialog>
  );
}
