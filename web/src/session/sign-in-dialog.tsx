import { useTexts } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { signedInPath, signInUrl } from './session.ts';
import { finishSignIn, useIsSignInAwaited } from './sign-in-again.ts';
import { sessionTexts } from './texts.ts';

/** Asks the user to sign in again without leaving the page. */
export function SignInDialog() {
  const s = useTexts(sessionTexts);
  const isAwaited = useIsSignInAwaited();
  if (!isAwaited) return null;
  return (
    <Dialog title={s('ended')} onClose={() => finishSignIn(false)}>
      <p>{s('endedText')}</p>
      <div className="page-actions">
        <Button kind="primary" autoFocus onClick={openSignIn}>
          {s('signInAgain')}
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
