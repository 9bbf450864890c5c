import { Link, useLocation } from '@tanstack/react-router';
import { connection } from '../api/client.ts';
import { useWorkspaceName } from '../data/workspace-name.ts';
import type { Role } from '../session/roles.ts';
import { useText } from '../text/text.ts';
import { ForbiddenNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { navigation } from './navigation.ts';
import { sectionOf } from './sections.ts';

/** Explains who may open the page. */
export default function NotAllowed({ role, wanted }: { role: Role | undefined; wanted: Role }) {
  const t = useText();
  const nameOf = useWorkspaceName();
  const { pathname } = useLocation();
  const entry = navigation.find(({ to }) => to === sectionOf(pathname));
  return (
    <Page title={t(entry?.text ?? 'frame.brand')}>
      <ForbiddenNotice>
        <p>{t(`shell.guard.${wanted}`)}</p>
        {role && (
          <p>
            {t('shell.guard.yourRole', { workspace: nameOf(connection.workspaceId ?? ''), role: t(`role.${role}`) })}
          </p>
        )}
        {!role && <Link to="/account">{t('shell.guard.account')}</Link>}
      </ForbiddenNotice>
    </Page>
  );
}
