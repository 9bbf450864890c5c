import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { signInUrl } from '../../session/session.ts';
import { tellSignedIn } from '../../session/sign-in-again.ts';
import { useTexts } from '../../text/text.ts';
import { Page } from '../../ui/page.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const t = useTexts(texts);
  const { error } = route.useSearch();
  return (
    <Page title={t(error ? 'failed' : 'title')}>
      <p role={error && 'alert'}>{t(error ?? 'signedOut')}</p>
      <div className="page-actions">
        <a className="button primary" href={signInUrl('/')}>
          {t(error ? 'retry' : 'signIn')}
        </a>
        <Link to="/reset-password">{t('forgotten')}</Link>
      </div>
    </Page>
  );
}

export function SignedInPage() {
  const t = useTexts(texts);
  useEffect(() => {
    tellSignedIn();
    window.close();
  }, []);
  return (
    <Page title={t('done')}>
      <p>{t('closeTab')}</p>
    </Page>
  );
}
