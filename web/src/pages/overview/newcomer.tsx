import { Link } from '@tanstack/react-router';
import { FileInput } from 'lucide-react';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';

/** The first steps, in place of the numbers of an empty registry. */
export function Newcomer() {
  const t = useText();
  const isMember = useHasRole('workspace_member');
  const isAdmin = useHasRole('workspace_admin');
  return (
    <section className="card newcomer" aria-labelledby="newcomer">
      <h2 id="newcomer">{t('overview.empty')}</h2>
      <ol>
        <li>
          <h3>{t('overview.first.import')}</h3>
          <p>{t('overview.emptyHint')}</p>
          {isMember && (
            <Link to="/import" className="button primary">
              <FileInput aria-hidden size={16} />
              {t('overview.import')}
            </Link>
          )}
        </li>
        <li>
          <h3>{t('overview.first.review')}</h3>
          <p>{t('overview.first.reviewHint')}</p>
        </li>
        <li>
          <h3>{t('overview.first.publish')}</h3>
          <p>
            {t('overview.first.publishHint')} {isAdmin && <Link to="/installations">{t('page.installations')}</Link>}
          </p>
        </li>
      </ol>
    </section>
  );
}
