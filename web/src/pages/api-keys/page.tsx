import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { apiKeyList } from '../../data/api-keys.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useSecrets } from '../../ui/secret/use-secrets.tsx';
import { CreateDialog } from './key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import type { MadeKey } from './queries.ts';

/** The keys that may request ingestions or change memberships. Only superadmins may see and change them. */
export function ApiKeysPage() {
  const t = useText();
  const [creating, setCreating] = useState(false);
  const { keep, notices } = useSecrets();
  const make = (act: () => Promise<MadeKey>) => keep(act, ({ key }) => t('apiKeys.made', { name: key.client_name }));
  const query = useQuery(apiKeyList);
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t('apiKeys.create')}
    </Button>
  );
  const isEmpty = query.data?.keys.length === 0;
  return (
    <Page title={t('page.apiKeys')} actions={!query.error && !isEmpty && create}>
      {notices}
      <Loaded query={query} rows={5} whoCan={t('notice.superadmins')}>
        {({ keys }) =>
          keys.length > 0 ? (
            <KeyTable keys={keys} make={make} />
          ) : (
            <EmptyNotice title={t('apiKeys.empty')}>
              <p>{t('apiKeys.emptyHint')}</p>
              {create}
            </EmptyNotice>
          )
        }
      </Loaded>
      {creating && <CreateDialog make={make} onClose={() => setCreating(false)} />}
    </Page>
  );
}
