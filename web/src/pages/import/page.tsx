import { getRouteApi, Link } from '@tanstack/react-router';
import '../../styles/import.css';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Page } from '../../ui/page.tsx';
import { FileImport } from './files/file-import.tsx';
import { MembershipImport } from './memberships/membership-import.tsx';
import { ProjectImport } from './project-import.tsx';
import { PublicationImport } from './publication-import.tsx';
import { ResearcherImport } from './researcher-import.tsx';

const route = getRouteApi('/import');
const kinds = {
  researchers: ResearcherImport,
  publications: PublicationImport,
  file: FileImport,
  projects: ProjectImport,
  memberships: MembershipImport,
};

export function ImportPage() {
  const t = useText();
  const isMember = useHasRole('workspace_member');
  const { kind: asked = 'researchers' } = route.useSearch();
  const open = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((each) => isMember || each === 'memberships');
  const kind = open.includes(asked) ? asked : 'memberships';
  const Import = kinds[kind];
  return (
    <Page
      title={t('page.import')}
      actions={
        isMember && (
          <Link to="/import/files" className="button plain">
            {t('import.intakes')}
          </Link>
        )
      }
    >
      <nav className="tabs" aria-label={t('import.kinds')}>
        {open.map((each) => (
          <Link
            key={each}
            to="/import"
            search={{ kind: each === 'researchers' ? undefined : each }}
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={each === kind ? 'page' : undefined}
          >
            {t(`import.kind.${each}`)}
          </Link>
        ))}
      </nav>
      <Import />
    </Page>
  );
}
