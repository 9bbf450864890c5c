import { Link, useLocation } from '@tanstack/react-router';
import { connection } from '../api/client.ts';
import type { Role } from '../session/roles.ts';
import { useText, useTexts } from '../text/text.ts';
import { ForbiddenNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { navigation } from './navigation.ts';
import { sectionOf } from './sections.ts';
import { shellTexts } from './texts.ts';

/** Explains who may open the page. */
export default function NotAllowed({ role, wanted }: { role: Role | undefined; wanted: Role }) {
  const t = useText();
  const s = useTexts(shellTexts);
  const { pathname } = useLocation();
  const entry = navigation.find(({ to }) => to === sectionOf(pathname));
  return (
    <Page title={t(entry?.text ?? 'frame.brand')}>
      <ForbiddenNotice>
        <p>{s(`guard.${wanted}`)}</p>
        {role && <p>{s('guard.yourRole', { workspace: connection.workspaceId, role: t(`role.${role}`) })}</p>}
        {!role && <Link to="/account">{s('guard.account')}</Link>}
      </ForbiddenNotice>
    </Page>
  );
}
