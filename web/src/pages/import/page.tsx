import { getRouteApi, Link } from '@tanstack/react-router';
import '../../styles/import.css';
import { useText, useTexts } from '../../text/text.ts';
import { Page } from '../../ui/page.tsx';
import { PublicationImport } from './publication-import.tsx';
import { ResearcherImport } from './researcher-import.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/import');
const kinds = ['researchers', 'publications'] as const;

export function ImportPage() {
  const t = useText();
  const p = useTexts(texts);
  const { kind = 'researchers' } = route.useSearch();
  return (
    <Page title={t('page.import')}>
      <nav className="tabs" aria-label={p('kinds')}>
        {kinds.map((each) => (
          <Link
            key={each}
            to="/import"
            search={{ kind: each === 'researchers' ? undefined : each }}
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={each === kind ? 'page' : undefined}
          >
            {p(`kind.${each}`)}
          </Link>
        ))}
      </nav>
      {kind === 'researchers' ? <ResearcherImport /> : <PublicationImport />}
    </Page>
  );
}
