import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import '../../styles/import.css';
import { loaded } from '../../api/failures.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Page } from '../../ui/page.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { PublicationImport } from './publication-import.tsx';
import { ResearcherImport } from './researcher-import.tsx';

const route = getRouteApi('/import');
// Each has much code that the others do not need.
const FileImport = lazy(() => loaded(import('./files/file-import.tsx')));
const ProjectImport = lazy(() => loaded(import('./project-import.tsx')));
const MembershipImport = lazy(() => loaded(import('./memberships/membership-import.tsx')));
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
          <Link to="/intakes" className="button plain">
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
      <Suspense fallback={<TableSkeleton />}>
        <Import />
      </Suspense>
    </Page>
  );
}
