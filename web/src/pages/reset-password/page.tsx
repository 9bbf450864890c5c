import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { issueOf } from '../../api/issue-of.ts';
import { useAction } from '../../data/action.ts';
import { useForm } from '../../data/form.ts';
import { signInUrl } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
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
  const [isSent, setSent] = useState(false);
  const { run, isPending, error } = useAction({ refreshes: [], showsError: true });
  const { values, text } = useForm({ email: '' }, { error });
  const email = values.email.trim();
  if (isSent) {
    return (
      <Page title={t('resetPassword.sent')}>
        <p role="status">{t('resetPassword.sentText', { email })}</p>
        <p>{t('resetPassword.sentNothing')}</p>
        <SignInLink />
      </Page>
    );
  }
  const send = async () => setSent(await run(() => sendMail(email)));
  return (
    <Page title={t('resetPassword.forgotten')}>
      <p>{t('resetPassword.forgottenText')}</p>
      <Form
        submit={t('resetPassword.send')}
        busy={isPending}
        error={issueOf(error, 'email') === undefined ? error : undefined}
        onSubmit={send}
      >
        <TextField
          type="email"
          label={t('resetPassword.email')}
          autoComplete="username"
          required
          maxLength={254}
          {...text('email')}
        />
      </Form>
      <SignInLink />
    </Page>
  );
}

function NewPassword({ code, email, invited }: { code: string; email: string; invited: boolean }) {
  const t = useText();
  const [isSet, setIsSet] = useState(false);
  const { run, isPending, error } = useAction({ refreshes: [], showsError: true });
  const { values, text } = useForm({ password: '' }, { error });
  if (isSet) {
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
  const set = async () => setIsSet(await run(() => setPassword({ email, code, invited, ...values })));
  return (
    <Page title={t(invited ? 'resetPassword.welcome' : 'resetPassword.title')}>
      {invited && <p>{t('resetPassword.welcomeText')}</p>}
      <Form submit={t('resetPassword.set')} busy={isPending} error={weak || spent ? undefined : error} onSubmit={set}>
        <TextField type="email" label={t('resetPassword.email')} autoComplete="username" readOnly value={email} />
        <TextField
          type="password"
          label={t('resetPassword.password')}
          hint={t('resetPassword.rules')}
          autoComplete="new-password"
          required
          autoFocus
          maxLength={256}
          {...text('password')}
          issue={weak ? t('resetPassword.weak') : undefined}
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
      </Form>
    </Page>
  );
}

function SignInLink() {
  const t = useText();
  return <a href={signInUrl('/')}>{t('resetPassword.signIn')}</a>;
}
