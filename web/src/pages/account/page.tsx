import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { useAction } from '../../data/action.ts';
import { useWorkspaceName } from '../../data/workspace-name.ts';
import { changePreferences, type Theme, usePreferences } from '../../preferences.ts';
import { useFormat } from '../../text/format.ts';
import { type Language, languages, TextContext, useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField, SelectField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { useErrorToast } from '../../ui/toasts.tsx';
import { acceptInvitation, invitationKey, invitations } from './queries.ts';

/** The preferences of a user, and their invitations. */
export function AccountPage() {
  const t = useText();
  const { language, choose } = useContext(TextContext);
  const showError = useErrorToast();
  const { theme, shortcuts } = usePreferences();
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, text: t(`theme.${value}`) }));
  const known = languages.map((value) => ({ value, text: ownName(value) }));
  return (
    <Page title={t('page.account')}>
      <section className="page settings" aria-label={t('account.settings')}>
        <SelectField<Language>
          label={t('account.language')}
          value={language}
          options={known}
          onChoose={(value) => choose(value).catch(showError)}
        />
        <SelectField<Theme>
          label={t('theme.choose')}
          value={theme}
          options={themes}
          onChoose={(value) => changePreferences({ theme: value })}
        />
        <CheckboxField
          label={t('shortcuts.on')}
          checked={shortcuts}
          onChange={(event) => changePreferences({ shortcuts: event.target.checked })}
        />
      </section>
      <Invitations />
    </Page>
  );
}

function Invitations() {
  const t = useText();
  const { dateTime } = useFormat();
  const { data, error, refetch } = useQuery(invitations);
  const { run, isPending, error: notAccepted } = useAction({ refreshes: [invitationKey, 'session'], showsError: true });
  const nameOf = useWorkspaceName();
  return (
    <section aria-labelledby="invitations" aria-busy={!data && !error}>
      <h2 id="invitations">{t('account.invitations')}</h2>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {notAccepted !== undefined && <ErrorNotice error={notAccepted} />}
      {data?.invitations.length === 0 && <p className="fine">{t('account.noInvitations')}</p>}
      <ul className="invitations">
        {data?.invitations.map(({ workspace_id, role, expires_at }) => (
          <li key={workspace_id}>
            <span>
              {t('account.invitation', {
                workspace: nameOf(workspace_id),
                role: t(`role.${role}`),
                until: dateTime(expires_at),
              })}
            </span>
            <Button busy={isPending} onClick={() => run(() => acceptInvitation(workspace_id))}>
              {t('account.accept')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The name of a language in itself: "Deutsch". */
const ownName = (language: Language): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
