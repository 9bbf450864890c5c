import { useText } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { signedInPath, signInUrl } from './session.ts';
import { finishSignIn, useIsSignInAwaited } from './sign-in-again.ts';

/** Asks the user to sign in again without leaving the page. */
export function SignInDialog() {
  const t = useText();
  const isAwaited = useIsSignInAwaited();
  if (!isAwaited) return null;
  return (
    <Dialog title={t('session.ended')} onClose={() => finishSignIn(false)}>
      <p>{t('session.endedText')}</p>
      <div className="page-actions">
        <Button kind="primary" autoFocus onClick={openSignIn}>
          {t('session.signInAgain')}
        </Button>
      </div>
    </Dialog>
  );
}

function openSignIn(): void {
  const tab = window.open(signInUrl(signedInPath), '_blank');
  // The identity provider must not reach this page.
  if (tab) tab.opener = null;
}
