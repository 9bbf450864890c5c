import { useState } from 'react';
import { useAction } from '../../data/action.ts';
import { useText } from '../../text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { clearActivity } from './queries.ts';

/** Deletes events permanently. For administrators only. */
export function CleanupDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [before, setBefore] = useState('');
  const { run, isPending, error } = useAction({ refreshes: ['activity'], showsError: true });
  const clear = () =>
    run(
      () => clearActivity(before || undefined),
      ({ deleted }) => {
        onClose();
        return t('activity.cleaned', { count: deleted });
      },
    );
  return (
    <ConfirmDialog
      title={t('activity.cleanupTitle')}
      phrase={t('activity.cleanupPhrase')}
      action={before ? t('activity.cleanupBefore') : t('activity.cleanupAll')}
      onConfirm={clear}
      onClose={onClose}
      busy={isPending}
      error={error}
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
