import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../data/use-change.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { SecretNotice } from '../../ui/secret/secret-notice.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import {
  type Credential,
  credentialList,
  type Installation,
  issueCredential,
  key,
  revokeCredential,
  rotateCredential,
} from './queries.ts';

/** The credentials of an installation. A secret is shown only once, when it is issued. */
export function Credentials({ installation: { id, status } }: { installation: Installation }) {
  const t = useText();
  const format = useFormat();
  const { data, error, refetch } = useQuery(credentialList(id));
  const [secret, setSecret] = useState<string>();
  const [day, setDay] = useState('');
  const [revoking, setRevoking] = useState<Credential>();
  const issue = useChange(key, issueCredential);
  const rotate = useChange(key, rotateCredential);
  const revoke = useChange(key, revokeCredential);
  const keep = (answer: { secret: string }) => setSecret(answer.secret);
  const usable = status === 'active' || status === 'disabled' || status === 'pending_verification';
  return (
    <section className="section" aria-labelledby="credentials">
      <h2 id="credentials">{t('installations.credentials')}</h2>
      {secret && <SecretNotice title={t('installations.issued')} secret={secret} onDone={() => setSecret(undefined)} />}
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <TableSkeleton rows={2} />}
      {data?.credentials.length === 0 && <p className="fine">{t('installations.noCredentials')}</p>}
      {data && data.credentials.length > 0 && (
        <Table
          caption={t('installations.credentials')}
          rows={data.credentials}
          rowId={({ id }) => id}
          columns={[
            {
              id: 'credential',
              header: t('installations.credential'),
              isRowHeader: true,
              cell: ({ last4 }) => <code>pri_…{last4}</code>,
            },
            {
              id: 'state',
              header: t('installations.status'),
              cell: ({ active, revoked_at }) =>
                active ? (
                  <Badge tone="good">{t('installations.inUse')}</Badge>
                ) : (
                  <Badge>{t(revoked_at ? 'installations.status.revoked' : 'installations.off')}</Badge>
                ),
            },
            {
              id: 'issued',
              header: t('installations.issuedAt'),
              numeric: true,
              cell: ({ created_at }) => <Moment ms={created_at} />,
            },
            {
              id: 'expires',
              header: t('installations.expires'),
              numeric: true,
              cell: ({ expires_at }) => (expires_at == null ? t('installations.never') : format.day(expires_at)),
            },
            {
              id: 'actions',
              header: t('installations.actions'),
              numeric: true,
              cell: (credential) =>
                credential.active && (
                  <span className="row-actions">
                    <Button
                      busy={rotate.isPending}
                      aria-label={t('installations.rotateWhich', { last4: credential.last4 })}
                      onClick={() => rotate.mutate({ id, credentialId: credential.id }, { onSuccess: keep })}
                    >
                      {t('installations.rotate')}
                    </Button>
                    <Button
                      kind="danger"
                      aria-label={t('installations.revokeWhich', { last4: credential.last4 })}
                      onClick={() => setRevoking(credential)}
                    >
                      {t('installations.revoke')}
                    </Button>
                  </span>
                ),
            },
          ]}
        />
      )}
      {(issue.error ?? rotate.error) && <ErrorNotice error={issue.error ?? rotate.error} />}
      {usable && (
        <form
          className="toolbar"
          onSubmit={(event) => {
            event.preventDefault();
            const expires_at = day === '' ? null : new Date(`${day}T00:00`).getTime();
            issue.mutate({ id, expires_at }, { onSuccess: keep });
          }}
        >
          <TextField
            type="date"
            label={t('installations.expiresOptional')}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
          <Button
            kind={status === 'active' && data?.credentials.length === 0 ? 'primary' : 'plain'}
            icon={KeyRound}
            type="submit"
            busy={issue.isPending}
          >
            {t('installations.issue')}
          </Button>
        </form>
      )}
      {revoking && (
        <ConfirmDialog
          title={t('installations.revokeWhich', { last4: revoking.last4 })}
          phrase={revoking.last4}
          action={t('installations.revoke')}
          busy={revoke.isPending}
          error={revoke.error}
          onConfirm={() =>
            revoke.mutate({ id, credentialId: revoking.id }, { onSuccess: () => setRevoking(undefined) })
          }
          onClose={() => {
            revoke.reset();
            setRevoking(undefined);
          }}
        >
          <p>{t('installations.revokeCredentialText')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
