import { useRenewal } from '../session/renewal.ts';
import type { Session } from '../session/session.ts';
import { SignInDialog } from '../session/sign-in-dialog.tsx';
import { useKeptFocus } from './keep-focus.ts';
import { useUnseenFailures } from './unseen-failures.ts';

/**
 * Keeps the session and the focus, and reports unseen errors. Loaded beside the first page, which does not wait for it.
 */
export default function Upkeep({ session }: { session: Session | undefined }) {
  useRenewal(session);
  useKeptFocus();
  useUnseenFailures();
  return <SignInDialog />;
}
