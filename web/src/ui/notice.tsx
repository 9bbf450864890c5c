import { CircleAlert, Lock, RotateCw } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { ConnectionError, LoadError } from '../api/failures.ts';
import { faultId } from '../api/fault-report.ts';
import { useHasText, useText } from '../text/text.ts';
import { Button } from './button.tsx';

interface ErrorNoticeProps {
  error: unknown;
  onRetry?: () => void;
  /** Who has the permission if the user does not. Default: administrators of the workspace. */
  whoCan?: string | undefined;
}

/** Shows an error: the API's text, its issues, the request id for the logs, and a retry button. */
export function ErrorNotice({ error, onRetry, whoCan }: ErrorNoticeProps) {
  const t = useText();
  const { text, detail } = useErrorText()(error, whoCan);
  const requestId = useRequestId(error);
  if (isForbidden(error)) return <ForbiddenNotice>{text}</ForbiddenNotice>;
  const issues = error instanceof ApiError ? error.issues : [];
  // The API's text contains the first issue, which is in the list.
  const ownDetail = issues.some(({ message }) => detail?.includes(message)) ? undefined : detail;
  return (
    <div className="notice error" role="alert">
      <CircleAlert aria-hidden size={20} />
      <div>
        <p className="notice-title">{text}</p>
        {ownDetail && <p lang="en">{ownDetail}</p>}
        {issues.length > 0 && (
          <ul lang="en">
            {issues.map(({ path, message }) => (
              <li key={`${path} ${message}`}>{path === '' ? message : `${path}: ${message}`}</li>
            ))}
          </ul>
        )}
        {requestId && (
          <p className="fine">
            {t('notice.requestId')} <code>{requestId}</code>
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

/** The id of the failed request in the logs, or of the report of a fault of a script. */
function useRequestId(error: unknown): string | undefined {
  const [ofReport, setOfReport] = useState<string>();
  useEffect(() => {
    faultId(error).then(setOfReport);
  }, [error]);
  return error instanceof ApiError ? error.requestId : ofReport;
}

/** The meaning of an error in the chosen language, and the API's details in English. */
export function useErrorText(): (error: unknown, whoCan?: string | undefined) => { text: string; detail?: string } {
  const t = useText();
  const hasText = useHasText();
  return useCallback(
    (error, whoCan) => {
      if (error instanceof ConnectionError) return { text: t('notice.offline') };
      if (error instanceof LoadError) return { text: t('notice.notLoaded') };
      if (!(error instanceof ApiError)) return { text: t('notice.fault') };
      if (isForbidden(error)) return { text: whoCan ?? t('notice.forbidden') };
      const key = `error.${error.code}`;
      return { text: t(hasText(key) ? key : 'error.other'), detail: error.message };
    },
    [t, hasText],
  );
}

const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403 && error.code === 'forbidden';

/** Explains why the user may not see or do this, and who can. */
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
