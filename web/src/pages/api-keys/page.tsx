import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SecretNotice } from '../../ui/secret/secret-notice.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { CreateDialog } from './key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { type ApiKey, apiKeyList } from './queries.ts';

/** The keys that may request ingestions or change memberships. Only superadmins may see and change them. */
export function ApiKeysPage() {
  const t = useText();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<{ key: ApiKey; secret: string }>();
  const { data, error, refetch } = useQuery(apiKeyList);
  return (
    <Page
      title={t('page.apiKeys')}
      actions={
        !error && (
          <Button kind="primary" icon={Plus} onClick={() => setCreating(true)}>
            {t('apiKeys.create')}
          </Button>
        )
      }
    >
      {made && (
        <SecretNotice
          title={t('apiKeys.made', { name: made.key.client_name })}
          secret={made.secret}
          onDone={() => setMade(undefined)}
        />
      )}
      {error && <ErrorNotice error={error} onRetry={refetch} whoCan={t('notice.superadmins')} />}
      {!data && !error && <TableSkeleton rows={5} />}
      {data?.keys.length === 0 && <EmptyNotice title={t('apiKeys.empty')}>{t('apiKeys.emptyHint')}</EmptyNotice>}
      {data && data.keys.length > 0 && <KeyTable keys={data.keys} onMade={setMade} />}
      {creating && <CreateDialog onMade={setMade} onClose={() => setCreating(false)} />}
    </Page>
  );
}
