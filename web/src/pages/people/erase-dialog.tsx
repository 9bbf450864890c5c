import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { UserX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { useAction } from '../../data/action.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice, ForbiddenNotice } from '../../ui/notice.tsx';
import { erasePerson } from './queries.ts';

/** Opens the dialog that erases a person. Tells users without the permission who has it. */
export function EraseButton({ orcid }: { orcid: string }) {
  const t = useText();
  const mayErase = useHasRole('superadmin');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon={UserX} kind="danger" onClick={() => setOpen(true)}>
        {t('people.erase')}
      </Button>
      {isOpen && mayErase && <EraseDialog orcid={orcid} onClose={close} />}
      {isOpen && !mayErase && (
        <Dialog title={t('people.eraseTitle')} onClose={close}>
          <ForbiddenNotice>{t('notice.superadmins')}</ForbiddenNotice>
        </Dialog>
      )}
    </>
  );
}

/** Asks for the iD, then erases until done while the dialog is open. The registry finishes later by itself. */
function EraseDialog({ orcid, onClose }: { orcid: string; onClose: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [hasBegun, setBegun] = useState(false);
  const [step, setStep] = useState<Schema<'Erasure'>>();
  const { run, isPending, error } = useAction({ refreshes: [], showsError: true });
  const erase = () => {
    setBegun(true);
    return run(
      () => erasePerson(orcid),
      async (answer) => {
        setStep(answer);
        if (!answer.done) return undefined;
        client.removeQueries({ queryKey: ['people', 'person', orcid] });
        await client.invalidateQueries();
        await navigate({ to: '/people' });
        return t('people.erased', { pseudonym: answer.pseudonym });
      },
    );
  };
  const eraseFurther = useEffectEvent(() => void erase());
  const againAt = step?.again_at ?? null;
  const goesOn = step !== undefined && !step.done && !isPending && error === undefined;
  useEffect(() => {
    if (!goesOn) return;
    // The browser's clock may be ahead.
    const timer = setTimeout(eraseFurther, againAt == null ? 0 : Math.max(againAt - Date.now(), 0) + 1000);
    return () => clearTimeout(timer);
  }, [goesOn, againAt]);
  if (!hasBegun) {
    return (
      <ConfirmDialog
        title={t('people.eraseTitle')}
        phrase={orcid}
        action={t('people.eraseTitle')}
        onConfirm={erase}
        onClose={onClose}
      >
        <p>{t('people.eraseWhat')}</p>
        <p>{t('people.eraseKept')}</p>
        <p>{t('people.eraseAfter')}</p>
        <p role="note">
          <strong>{t('people.eraseFinal')}</strong>
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={t('people.eraseTitle')} onClose={onClose}>
      <p role="status">
        {againAt == null ? t('people.erasing') : t('people.eraseWaits')} {againAt != null && <Moment ms={againAt} />}
      </p>
      <p className="fine">{t('people.eraseLeave')}</p>
      {error !== undefined && <ErrorNotice error={error} onRetry={erase} whoCan={t('notice.superadmins')} />}
    </Dialog>
  );
}
