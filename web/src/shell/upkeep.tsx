import { useRenewal } from '../session/renewal.ts';
import type { Session } from '../session/session.ts';
import { SignInDialog } from '../session/sign-in-dialog.tsx';
import { useKeptFocus } from './keep-focus.ts';

/** Keeps the session and the focus while somebody works. It is loaded beside the first page, which does not wait for it. */
export default function Upkeep({ session }: { session: Session | undefined }) {
  useRenewal(session);
  useKeptFocus();
  return <SignInDialog />;
}
