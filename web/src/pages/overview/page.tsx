import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { statistics } from './queries.ts';

export function OverviewPage() {
  const t = useText();
  const { number } = useFormat();
  const { data, error, refetch } = useQuery(statistics);
  return (
    <Page title={t('page.overview')}>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      <dl className="numbers" aria-busy={!data && !error}>
        {(data ? Object.entries(data) : []).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'number' ? number(value) : String(value)}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
}
