import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { signInUrl } from '../../session/session.ts';
import { tellSignedIn } from '../../session/sign-in-again.ts';
import { useText } from '../../text/text.ts';
import { Page } from '../../ui/page.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const t = useText();
  const { error } = route.useSearch();
  return (
    <Page title={t(error ? 'signIn.failed' : 'signIn.title')}>
      <p role={error && 'alert'}>{t(`signIn.${error ?? 'signedOut'}`)}</p>
      <div className="page-actions">
        <a className="button primary" href={signInUrl('/')}>
          {t(error ? 'signIn.retry' : 'signIn.signIn')}
        </a>
        <Link to="/reset-password">{t('signIn.forgotten')}</Link>
      </div>
    </Page>
  );
}

export function SignedInPage() {
  const t = useText();
  useEffect(() => {
    tellSignedIn();
    window.close();
  }, []);
  return (
    <Page title={t('signIn.done')}>
      <p>{t('signIn.closeTab')}</p>
    </Page>
  );
}
