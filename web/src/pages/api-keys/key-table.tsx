import { useState } from 'react';
import { useChange } from '../../data/use-change.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { EditDialog } from './key-dialog.tsx';
import { type ApiKey, changeApiKey, deleteApiKey, key, rotateApiKey } from './queries.ts';

interface KeyTableProps {
  keys: readonly ApiKey[];
  onMade: (made: { key: ApiKey; secret: string }) => void;
}

export function KeyTable({ keys, onMade }: KeyTableProps) {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const [edited, setEdited] = useState<ApiKey>();
  const [ending, setEnding] = useState<ApiKey>();
  const rotate = useChange(key, rotateApiKey);
  const change = useChange(key, changeApiKey);
  const undo = useChange(key, changeApiKey, showError);
  const remove = useChange(key, deleteApiKey);
  const error = rotate.error ?? change.error;
  const set = ({ key_hash: keyHash, client_name: name }: ApiKey, active: boolean) =>
    change.mutate(
      { keyHash, active },
      {
        onSuccess: () =>
          toast({
            text: t(active ? 'apiKeys.isOn' : 'apiKeys.isOff', { name }),
            tone: 'good',
            undo: () => undo.mutate({ keyHash, active: !active }),
          }),
      },
    );
  const actions: Column<ApiKey> = {
    id: 'actions',
    header: t('apiKeys.actions'),
    numeric: true,
    cell: (row) => {
      const expired = row.expires_at != null && row.expires_at <= Date.now();
      const name = `${row.client_name} …${row.last4}`;
      return (
        <span className="row-actions">
          {row.revoked_at == null && (
            <Button aria-label={t('apiKeys.editWhich', { name })} onClick={() => setEdited(row)}>
              {t('apiKeys.edit')}
            </Button>
          )}
          {row.active && !expired && !row.rotated_to && (
            <Button
              busy={rotate.isPending}
              aria-label={t('apiKeys.rotateWhich', { name })}
              title={t('apiKeys.rotateHint')}
              onClick={() => rotate.mutate(row.key_hash, { onSuccess: onMade })}
            >
              {t('apiKeys.rotate')}
            </Button>
          )}
          {row.revoked_at == null && (
            <Button
              busy={change.isPending}
              aria-label={t(row.active ? 'apiKeys.offWhich' : 'apiKeys.onWhich', { name })}
              onClick={() => set(row, !row.active)}
            >
              {t(row.active ? 'apiKeys.off' : 'apiKeys.on')}
            </Button>
          )}
          {!row.active && (
            <Button kind="danger" aria-label={t('apiKeys.deleteWhich', { name })} onClick={() => setEnding(row)}>
              {t('apiKeys.delete')}
            </Button>
          )}
        </span>
      );
    },
  };
  const columns = [...useKeyColumns(), actions];
  return (
    <>
      {error && <ErrorNotice error={error} />}
      <Table caption={t('page.apiKeys')} columns={columns} rows={keys} rowId={({ key_hash }) => key_hash} />
      {edited && <EditDialog edited={edited} onClose={() => setEdited(undefined)} />}
      {ending && (
        <ConfirmDialog
          title={t('apiKeys.deleteWhich', { name: `${ending.client_name} …${ending.last4}` })}
          phrase={ending.client_name}
          action={t('apiKeys.delete')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(ending.key_hash, { onSuccess: () => setEnding(undefined) })}
          onClose={() => {
            remove.reset();
            setEnding(undefined);
          }}
        >
          <p>{t('apiKeys.deleteText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function useKeyColumns(): Column<ApiKey>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('apiKeys.name'),
      isRowHeader: true,
      cell: ({ client_name, last4 }) => (
        <>
          <span className="break">{client_name}</span> <code className="fine nowrap">…{last4}</code>
        </>
      ),
    },
    {
      id: 'state',
      header: t('apiKeys.state'),
      cell: ({ active, revoked_at, expires_at, rotated_to }) => (
        <span className="badges">
          {active && <Badge tone="good">{t('apiKeys.active')}</Badge>}
          {!active && <Badge tone="bad">{t(revoked_at == null ? 'apiKeys.inactive' : 'apiKeys.revoked')}</Badge>}
          {expires_at != null && expires_at <= Date.now() && <Badge tone="warning">{t('apiKeys.expired')}</Badge>}
          {rotated_to && <Badge>{t('apiKeys.replaced')}</Badge>}
        </span>
      ),
    },
    {
      id: 'scopes',
      header: t('apiKeys.scopes'),
      cell: ({ scopes }) => scopes.map((scope) => t(`apiKeys.scope.${scope}`)).join(', '),
    },
    {
      id: 'limit',
      header: t('apiKeys.limit'),
      numeric: true,
      cell: ({ rate_limit_per_minute }) => format.number(rate_limit_per_minute),
    },
    {
      id: 'expires',
      header: t('apiKeys.expires'),
      numeric: true,
      cell: ({ expires_at }) => (expires_at == null ? t('apiKeys.never') : format.day(expires_at)),
    },
    { id: 'uses', header: t('apiKeys.uses'), numeric: true, cell: ({ request_count }) => format.number(request_count) },
    {
      id: 'used',
      header: t('apiKeys.lastUse'),
      numeric: true,
      cell: ({ last_used_at }) => (last_used_at == null ? t('apiKeys.never') : <Moment ms={last_used_at} />),
    },
  ];
}
