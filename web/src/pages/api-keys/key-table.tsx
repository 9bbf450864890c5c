import { useState } from 'react';
import { useChange } from '../../data/use-change.ts';
import { useFormat } from '../../text/format.ts';
import { useText, useTexts } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { EditDialog } from './key-dialog.tsx';
import { type ApiKey, changeApiKey, deleteApiKey, key, rotateApiKey } from './queries.ts';
import { texts } from './texts.ts';

interface KeyTableProps {
  keys: readonly ApiKey[];
  onMade: (made: { key: ApiKey; secret: string }) => void;
}

export function KeyTable({ keys, onMade }: KeyTableProps) {
  const t = useText();
  const k = useTexts(texts);
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
            text: k(active ? 'isOn' : 'isOff', { name }),
            tone: 'good',
            undo: () => undo.mutate({ keyHash, active: !active }),
          }),
      },
    );
  const actions: Column<ApiKey> = {
    id: 'actions',
    header: k('actions'),
    numeric: true,
    cell: (row) => {
      const expired = row.expires_at != null && row.expires_at <= Date.now();
      const name = `${row.client_name} …${row.last4}`;
      return (
        <span className="row-actions">
          {row.revoked_at == null && (
            <Button aria-label={k('editWhich', { name })} onClick={() => setEdited(row)}>
              {k('edit')}
            </Button>
          )}
          {row.active && !expired && !row.rotated_to && (
            <Button
              busy={rotate.isPending}
              aria-label={k('rotateWhich', { name })}
              title={k('rotateHint')}
              onClick={() => rotate.mutate(row.key_hash, { onSuccess: onMade })}
            >
              {k('rotate')}
            </Button>
          )}
          {row.revoked_at == null && (
            <Button
              busy={change.isPending}
              aria-label={k(row.active ? 'offWhich' : 'onWhich', { name })}
              onClick={() => set(row, !row.active)}
            >
              {k(row.active ? 'off' : 'on')}
            </Button>
          )}
          {!row.active && (
            <Button kind="danger" aria-label={k('deleteWhich', { name })} onClick={() => setEnding(row)}>
              {k('delete')}
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
          title={k('deleteWhich', { name: `${ending.client_name} …${ending.last4}` })}
          phrase={ending.client_name}
          action={k('delete')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(ending.key_hash, { onSuccess: () => setEnding(undefined) })}
          onClose={() => {
            remove.reset();
            setEnding(undefined);
          }}
        >
          <p>{k('deleteText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function useKeyColumns(): Column<ApiKey>[] {
  const k = useTexts(texts);
  const format = useFormat();
  return [
    {
      id: 'name',
      header: k('name'),
      isRowHeader: true,
      cell: ({ client_name, last4 }) => (
        <>
          <span className="break">{client_name}</span> <code className="fine nowrap">…{last4}</code>
        </>
      ),
    },
    {
      id: 'state',
      header: k('state'),
      cell: ({ active, revoked_at, expires_at, rotated_to }) => (
        <span className="badges">
          {active && <Badge tone="good">{k('active')}</Badge>}
          {!active && <Badge tone="bad">{k(revoked_at == null ? 'inactive' : 'revoked')}</Badge>}
          {expires_at != null && expires_at <= Date.now() && <Badge tone="warning">{k('expired')}</Badge>}
          {rotated_to && <Badge>{k('replaced')}</Badge>}
        </span>
      ),
    },
    { id: 'scopes', header: k('scopes'), cell: ({ scopes }) => scopes.map((scope) => k(`scope.${scope}`)).join(', ') },
    {
      id: 'limit',
      header: k('limit'),
      numeric: true,
      cell: ({ rate_limit_per_minute }) => format.number(rate_limit_per_minute),
    },
    {
      id: 'expires',
      header: k('expires'),
      numeric: true,
      cell: ({ expires_at }) => (expires_at == null ? k('never') : format.day(expires_at)),
    },
    { id: 'uses', header: k('uses'), numeric: true, cell: ({ request_count }) => format.number(request_count) },
    {
      id: 'used',
      header: k('lastUse'),
      numeric: true,
      cell: ({ last_used_at }) => (last_used_at == null ? k('never') : <Moment ms={last_used_at} />),
    },
  ];
}
