import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { issueOf } from '../../api/issue-of.ts';
import { signInUrl } from '../../session/session.ts';
import { useTexts } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { sendMail, setPassword } from './queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/reset-password');

/** For people who are not signed in: requests a mail, or sets a new password with the code of its link. */
export function ResetPasswordPage() {
  const { code, email } = route.useSearch();
  return code !== undefined && email !== undefined ? <NewPassword code={code} email={email} /> : <AskForMail />;
}

function AskForMail() {
  const r = useTexts(texts);
  const [email, setEmail] = useState('');
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: sendMail });
  if (isSuccess) {
    return (
      <Page title={r('sent')}>
        <p role="status">{r('sentText', { email: email.trim() })}</p>
        <p>{r('sentNothing')}</p>
        <SignInLink />
      </Page>
    );
  }
  return (
    <Page title={r('forgotten')}>
      <p>{r('forgottenText')}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          mutate(email.trim());
        }}
      >
        <TextField
          type="email"
          label={r('email')}
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
            {r('send')}
          </Button>
          <SignInLink />
        </div>
      </form>
    </Page>
  );
}

function NewPassword({ code, email }: { code: string; email: string }) {
  const r = useTexts(texts);
  const [password, setOwn] = useState('');
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: setPassword });
  if (isSuccess) {
    return (
      <Page title={r('done')}>
        <p role="status">{r('doneText')}</p>
        <div className="page-actions">
          <a className="button primary" href={signInUrl('/')}>
            {r('signIn')}
          </a>
        </div>
      </Page>
    );
  }
  const weak = issueOf(error, 'password') !== undefined;
  // A wrong code or address means that a new mail is needed.
  const spent = issueOf(error, 'code') !== undefined || issueOf(error, 'email') !== undefined;
  return (
    <Page title={r('title')}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ email, code, password });
        }}
      >
        <TextField type="email" label={r('email')} autoComplete="username" readOnly value={email} />
        <TextField
          type="password"
          label={r('password')}
          hint={r('rules')}
          autoComplete="new-password"
          required
          autoFocus
          maxLength={256}
          value={password}
          issue={weak ? r('weak') : undefined}
          onChange={(event) => setOwn(event.target.value)}
        />
        {spent && (
          <p className="field-issue" role="alert">
            {r('spent')} <Link to="/reset-password">{r('again')}</Link>
          </p>
        )}
        {error && !weak && !spent && <ErrorNotice error={error} />}
        <div className="page-actions">
          <Button kind="primary" type="submit" busy={isPending}>
            {r('set')}
          </Button>
        </div>
      </form>
    </Page>
  );
}

function SignInLink() {
  const r = useTexts(texts);
  return <a href={signInUrl('/')}>{r('signIn')}</a>;
}
