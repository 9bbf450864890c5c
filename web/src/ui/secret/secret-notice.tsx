import { KeyRound } from 'lucide-react';
import { useText } from '../../text/text.ts';
import { Button } from '../button.tsx';
import { CopyLine } from './copy-line.tsx';

/**
 * A secret that the API returns only once. Keep it only in the state of the page, so that it is gone after a reload or
 * Back: see `useSecrets`.
 */
export function SecretNotice({ title, secret, onDone }: { title: string; secret: string; onDone: () => void }) {
  const t = useText();
  return (
    <div className="notice secret" role="status">
      <KeyRound aria-hidden size={20} />
      <div className="form">
        <p className="notice-title">{title}</p>
        <p>{t('ui.secret.once')}</p>
        <CopyLine label={t('ui.secret.label')} text={secret} />
        <div>
          <Button onClick={onDone}>{t('ui.secret.stored')}</Button>
        </div>
      </div>
    </div>
  );
}
