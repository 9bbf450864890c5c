import { CircleAlert, Lock, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { en, type TextKey } from '../text/en.ts';
import { useText } from '../text/text.ts';
import { Button } from './button.tsx';

interface ErrorNoticeProps {
  error: unknown;
  onRetry?: () => void;
  /** Who can, if the answer is that this user may not; administrators of the workspace unless given. */
  whoCan?: string;
}

/** What failed: the text of the API, its issues, the request id for the log, and a way to try again. */
export function ErrorNotice({ error, onRetry, whoCan }: ErrorNoticeProps) {
  const t = useText();
  if (error instanceof ApiError && error.status === 403 && error.code === 'forbidden') {
    return <ForbiddenNotice>{whoCan ?? t('notice.forbidden')}</ForbiddenNotice>;
  }
  const general = error instanceof ApiError && textOfCode(error.code);
  return (
    <div className="notice error" role="alert">
      <CircleAlert aria-hidden size={20} />
      <div>
        {error instanceof ApiError ? (
          <>
            {general && <p className="notice-title">{t(general)}</p>}
            <p lang="en" className={general ? undefined : 'notice-title'}>
              {error.message}
            </p>
          </>
        ) : (
          <p className="notice-title">{t('notice.offline')}</p>
        )}
        {error instanceof ApiError && error.issues.length > 0 && (
          <ul lang="en">
            {error.issues.map(({ path, message }) => (
              <li key={`${path} ${message}`}>{path === '' ? message : `${path}: ${message}`}</li>
            ))}
          </ul>
        )}
        {error instanceof ApiError && error.requestId && (
          <p className="fine">
            {t('notice.requestId')} <code>{error.requestId}</code>
          </p>
        )}
        {onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What a code of the API means in general; its own text is in English and says more. */
function textOfCode(code: string | undefined): TextKey | undefined {
  const key = `error.${code}`;
  return Object.hasOwn(en, key) ? (key as TextKey) : undefined;
}

/** Why somebody may not see or do this, and who can. */
export function ForbiddenNotice({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <div className="notice">
      <Lock aria-hidden size={20} />
      <div>
        <p className="notice-title">{t('notice.noPermission')}</p>
        <div>{children}</div>
      </div>
    </div>
  );
}
