import { Pencil, Power, PowerOff, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Action, useAction } from '../../data/action.ts';
import { apiKeysKey as key } from '../../data/api-keys.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { EditDialog } from './key-dialog.tsx';
import { type ApiKey, changeApiKey, deleteApiKey, type MakeKey, rotateApiKey } from './queries.ts';

interface KeyTableProps {
  keys: readonly ApiKey[];
  make: MakeKey;
}

const isExpired = ({ expires_at }: ApiKey) => expires_at != null && expires_at <= Date.now();
const nameOf = ({ client_name, last4 }: ApiKey) => `${client_name} …${last4}`;

export function KeyTable({ keys, make }: KeyTableProps) {
  const t = useText();
  const [edited, setEdited] = useState<ApiKey>();
  const [ending, setEnding] = useState<ApiKey>();
  const action = useAction({ refreshes: [key], whoCan: t('notice.superadmins') });
  const columns = [
    ...useKeyColumns(),
    {
      id: 'actions',
      header: t('apiKeys.actions'),
      numeric: true,
      width: '9rem',
      cell: (row: ApiKey) => (
        <Actions row={row} action={action} make={make} onEdit={() => setEdited(row)} onDelete={() => setEnding(row)} />
      ),
    },
  ];
  return (
    <>
      <Table caption={t('page.apiKeys')} columns={columns} rows={keys} rowId={({ key_hash }) => key_hash} compact />
      {edited && <EditDialog edited={edited} onClose={() => setEdited(undefined)} />}
      {ending && <DeleteDialog ending={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

interface ActionsProps {
  row: ApiKey;
  action: Action;
  make: MakeKey;
  onEdit: () => void;
  onDelete: () => void;
}

function Actions({ row, action: { run, isPending }, make, onEdit, onDelete }: ActionsProps) {
  const t = useText();
  const { key_hash: keyHash, client_name, active, revoked_at, rotated_to } = row;
  const name = nameOf(row);
  const rotate = () => run(() => make(() => rotateApiKey(keyHash)));
  const set = (wanted: boolean) =>
    run(
      () => changeApiKey({ keyHash, active: wanted }),
      () => ({
        text: t(wanted ? 'apiKeys.isOn' : 'apiKeys.isOff', { name: client_name }),
        undo: () => changeApiKey({ keyHash, active: !wanted }),
      }),
    );
  return (
    <span className="row-actions">
      {revoked_at == null && <IconButton icon={Pencil} label={t('apiKeys.editWhich', { name })} onClick={onEdit} />}
      {active && !isExpired(row) && !rotated_to && (
        <IconButton icon={RefreshCw} label={t('apiKeys.rotateWhich', { name })} busy={isPending} onClick={rotate} />
      )}
      {revoked_at == null && (
        <IconButton
          icon={active ? PowerOff : Power}
          label={t(active ? 'apiKeys.offWhich' : 'apiKeys.onWhich', { name })}
          busy={isPending}
          onClick={() => set(!active)}
        />
      )}
      {!active && <IconButton icon={Trash2} label={t('apiKeys.deleteWhich', { name })} onClick={onDelete} />}
    </span>
  );
}

function DeleteDialog({ ending, onClose }: { ending: ApiKey; onClose: () => void }) {
  const t = useText();
  const { run, isPending, error } = useAction({ refreshes: [key], showsError: true });
  const remove = () =>
    run(
      () => deleteApiKey(ending.key_hash),
      () => {
        onClose();
        return t('apiKeys.deleted', { name: nameOf(ending) });
      },
    );
  return (
    <ConfirmDialog
      title={t('apiKeys.deleteWhich', { name: nameOf(ending) })}
      phrase={ending.client_name}
      action={t('apiKeys.delete')}
      busy={isPending}
      error={error}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('apiKeys.deleteText')}</p>
    </ConfirmDialog>
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
      cell: ({ client_name, last4, scopes, rate_limit_per_minute }) => (
        <>
          <span className="two-lines" title={client_name}>
            {client_name} <code className="fine nowrap">…{last4}</code>
          </span>
          <span className="line-facts">
            {joinTexts(
              [
                ...scopes.map((scope) => t(`apiKeys.scope.${scope}`)),
                t('apiKeys.perMinute', { count: rate_limit_per_minute }),
              ],
              ' · ',
            )}
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: t('apiKeys.state'),
      width: '10rem',
      cell: (row) => (
        <span className="badges">
          {row.active && <Badge tone="good">{t('apiKeys.active')}</Badge>}
          {!row.active && (
            <Badge tone="bad">{t(row.revoked_at == null ? 'apiKeys.inactive' : 'apiKeys.revoked')}</Badge>
          )}
          {isExpired(row) && <Badge tone="warning">{t('apiKeys.expired')}</Badge>}
          {row.rotated_to && <Badge>{t('apiKeys.replaced')}</Badge>}
        </span>
      ),
    },
    {
      id: 'expires',
      header: t('apiKeys.expires'),
      numeric: true,
      isLabelled: true,
      width: '7.5rem',
      cell: ({ expires_at }) => (expires_at == null ? t('apiKeys.never') : format.day(expires_at)),
    },
    {
      id: 'uses',
      header: t('apiKeys.uses'),
      numeric: true,
      isLabelled: true,
      width: '6rem',
      cell: ({ request_count }) => format.number(request_count),
    },
    {
      id: 'used',
      header: t('apiKeys.lastUse'),
      numeric: true,
      isLabelled: true,
      width: '9rem',
      cell: ({ last_used_at }) => (last_used_at == null ? t('apiKeys.never') : <Moment ms={last_used_at} />),
    },
  ];
}
