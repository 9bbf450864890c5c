import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { apiKeyList } from '../../data/api-keys.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { SecretNotice } from '../../ui/secret/secret-notice.tsx';
import { CreateDialog } from './key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import type { ApiKey } from './queries.ts';

/** The keys that may request ingestions or change memberships. Only superadmins may see and change them. */
export function ApiKeysPage() {
  const t = useText();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<{ key: ApiKey; secret: string }>();
  const query = useQuery(apiKeyList);
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t('apiKeys.create')}
    </Button>
  );
  const isEmpty = query.data?.keys.length === 0;
  return (
    <Page title={t('page.apiKeys')} actions={!query.error && !isEmpty && create}>
      {made && (
        <SecretNotice
          title={t('apiKeys.made', { name: made.key.client_name })}
          secret={made.secret}
          onDone={() => setMade(undefined)}
        />
      )}
      <Loaded query={query} rows={5} whoCan={t('notice.superadmins')}>
        {({ keys }) =>
          keys.length > 0 ? (
            <KeyTable keys={keys} onMade={setMade} />
          ) : (
            <EmptyNotice title={t('apiKeys.empty')}>
              <p>{t('apiKeys.emptyHint')}</p>
              {create}
            </EmptyNotice>
          )
        }
      </Loaded>
      {creating && <CreateDialog onMade={setMade} onClose={() => setCreating(false)} />}
    </Page>
  );
}
