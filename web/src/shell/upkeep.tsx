import { release } from '../../../src/runtime/release.ts';
import { useRenewal } from '../session/renewal.ts';
import type { Session } from '../session/session.ts';
import { SignInDialog } from '../session/sign-in-dialog.tsx';
import { useText } from '../text/text.ts';
import { useIdleLoading } from './idle-loading.ts';
import { useKeptFocus } from './keep-focus.ts';

export interface UpkeepProps {
  session: Session | undefined;
}

/**
 * Keeps the session and the focus, reports unseen errors, and shows the release of these pages. Loaded beside the first
 * page, which does not wait for it.
 */
export default function Upkeep({ session }: UpkeepProps) {
  const t = useText();
  useRenewal(session);
  useKeptFocus();
  useIdleLoading();
  return (
    <>
      <footer className="frame-footer fine">{t('shell.version', { release })}</footer>
      <SignInDialog />
    </>
  );
}
