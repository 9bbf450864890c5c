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

interface Made {
  key: ApiKey;
  secret: string;
}

/** The keys that may request ingestions or change memberships. Only superadmins may see and change them. */
export function ApiKeysPage() {
  const t = useText();
  const [creating, setCreating] = useState(false);
  // Each stays until it is stored: another key must not take its place.
  const [made, setMade] = useState<readonly Made[]>([]);
  const onMade = (one: Made) => setMade((others) => [one, ...others]);
  const query = useQuery(apiKeyList);
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t('apiKeys.create')}
    </Button>
  );
  const isEmpty = query.data?.keys.length === 0;
  return (
    <Page title={t('page.apiKeys')} actions={!query.error && !isEmpty && create}>
      {made.map(({ key, secret }) => (
        <SecretNotice
          key={key.key_hash}
          title={t('apiKeys.made', { name: key.client_name })}
          secret={secret}
          onDone={() => setMade((all) => all.filter((one) => one.secret !== secret))}
        />
      ))}
      <Loaded query={query} rows={5} whoCan={t('notice.superadmins')}>
        {({ keys }) =>
          keys.length > 0 ? (
            <KeyTable keys={keys} onMade={onMade} />
          ) : (
            <EmptyNotice title={t('apiKeys.empty')}>
              <p>{t('apiKeys.emptyHint')}</p>
              {create}
            </EmptyNotice>
          )
        }
      </Loaded>
      {creating && <CreateDialog onMade={onMade} onClose={() => setCreating(false)} />}
    </Page>
  );
}
