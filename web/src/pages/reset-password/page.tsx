import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { issueOf } from '../../api/issue-of.ts';
import { signInUrl } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { sendMail, setPassword } from './queries.ts';

const route = getRouteApi('/reset-password');

/** For people who are not signed in: requests a mail, or sets a new password with the code of its link. */
export function ResetPasswordPage() {
  const { code, email, invited } = route.useSearch();
  return code !== undefined && email !== undefined ? (
    <NewPassword code={code} email={email} invited={invited !== undefined} />
  ) : (
    <AskForMail />
  );
}

function AskForMail() {
  const t = useText();
  const [email, setEmail] = useState('');
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: sendMail });
  if (isSuccess) {
    return (
      <Page title={t('resetPassword.sent')}>
        <p role="status">{t('resetPassword.sentText', { email: email.trim() })}</p>
        <p>{t('resetPassword.sentNothing')}</p>
        <SignInLink />
      </Page>
    );
  }
  return (
    <Page title={t('resetPassword.forgotten')}>
      <p>{t('resetPassword.forgottenText')}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          mutate(email.trim());
        }}
      >
        <TextField
          type="email"
          label={t('resetPassword.email')}
          autoComplete="username"
          required
          maxLength={254}
          value={email}
          issue={issueOf(error, 'email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        {error && !issueOf(error, 'email') && <ErrorNotice error={error} />}
        <div className="page-actions">
          <Button kind="primary" type="submit" busy={isPending}>
            {t('resetPassword.send')}
          </Button>
          <SignInLink />
        </div>
      </form>
    </Page>
  );
}

function NewPassword({ code, email, invited }: { code: string; email: string; invited: boolean }) {
  const t = useText();
  const [password, setOwn] = useState('');
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: setPassword });
  if (isSuccess) {
    return (
      <Page title={t('resetPassword.done')}>
        <p role="status">{t(invited ? 'resetPassword.firstDone' : 'resetPassword.doneText')}</p>
        <div className="page-actions">
          <a className="button primary" href={signInUrl('/')}>
            {t('resetPassword.signIn')}
          </a>
        </div>
      </Page>
    );
  }
  const weak = issueOf(error, 'password') !== undefined;
  // A wrong code or address means that a new mail is needed.
  const spent = issueOf(error, 'code') !== undefined || issueOf(error, 'email') !== undefined;
  return (
    <Page title={t(invited ? 'resetPassword.welcome' : 'resetPassword.title')}>
      {invited && <p>{t('resetPassword.welcomeText')}</p>}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ email, code, password, invited });
        }}
      >
        <TextField type="email" label={t('resetPassword.email')} autoComplete="username" readOnly value={email} />
        <TextField
          type="password"
          label={t('resetPassword.password')}
          hint={t('resetPassword.rules')}
          autoComplete="new-password"
          required
          autoFocus
          maxLength={256}
          value={password}
          issue={weak ? t('resetPassword.weak') : undefined}
          onChange={(event) => setOwn(event.target.value)}
        />
        {spent && (
          <p className="field-issue" role="alert">
            {invited ? (
              t('resetPassword.invitationSpent')
            ) : (
              <>
                {t('resetPassword.spent')} <Link to="/reset-password">{t('resetPassword.again')}</Link>
              </>
            )}
          </p>
        )}
        {error && !weak && !spent && <ErrorNotice error={error} />}
        <div className="page-actions">
          <Button kind="primary" type="submit" busy={isPending}>
            {t('resetPassword.set')}
          </Button>
        </div>
      </form>
    </Page>
  );
}

function SignInLink() {
  const t = useText();
  return <a href={signInUrl('/')}>{t('resetPassword.signIn')}</a>;
}
