import { useQuery } from '@tanstack/react-query';
import { Ban, KeyRound, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../data/action.ts';
import { useForm } from '../../data/form.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useSecrets } from '../../ui/secret/use-secrets.tsx';
import { Table } from '../../ui/table.tsx';
import {
  type Credential,
  credentialList,
  type Installation,
  issueCredential,
  key,
  revokeCredential,
  rotateCredential,
} from './queries.ts';

/** Issues a credential, whose secret the page then keeps. */
type MakeCredential = (act: () => ReturnType<typeof issueCredential>) => Promise<{ secret: string }>;

/** The credentials of an installation. A secret is shown only once, when it is issued. */
export function Credentials({ installation: { id, status } }: { installation: Installation }) {
  const t = useText();
  const query = useQuery(credentialList(id));
  const { keep, notices } = useSecrets();
  const make: MakeCredential = (act) => keep(act, () => t('installations.issued'));
  const usable = status === 'active' || status === 'disabled' || status === 'pending_verification';
  return (
    <section className="section" aria-labelledby="credentials">
      <h2 id="credentials">{t('installations.credentials')}</h2>
      {notices}
      <Loaded query={query} rows={2}>
        {({ credentials }) =>
          credentials.length > 0 ? (
            <CredentialTable id={id} credentials={credentials} make={make} />
          ) : (
            <p className="fine">{t('installations.noCredentials')}</p>
          )
        }
      </Loaded>
      {usable && <IssueForm id={id} isNext={status === 'active' && query.data?.credentials.length === 0} make={make} />}
      {!usable && status === 'draft' && <p className="fine">{t('installations.whenOrigin')}</p>}
    </section>
  );
}

interface IssueFormProps {
  id: string;
  /** Whether this is the next step of the installation. */
  isNext: boolean;
  make: MakeCredential;
}

function IssueForm({ id, isNext, make }: IssueFormProps) {
  const t = useText();
  const action = useAction({ refreshes: [key], showsError: true });
  const { values, text } = useForm({ expires_at: '' }, action);
  const issue = () => {
    const day = values.expires_at;
    const expires_at = day === '' ? null : new Date(`${day}T00:00`).getTime();
    return action.run(() => make(() => issueCredential({ id, expires_at })));
  };
  return (
    <Form
      inline
      submit={t('installations.issue')}
      icon={KeyRound}
      kind={isNext ? 'primary' : 'plain'}
      busy={action.isPending}
      error={action.error}
      onSubmit={issue}
    >
      <TextField type="date" label={t('installations.expiresOptional')} {...text('expires_at')} />
    </Form>
  );
}

interface CredentialTableProps {
  id: string;
  credentials: readonly Credential[];
  make: MakeCredential;
}

function CredentialTable({ id, credentials, make }: CredentialTableProps) {
  const t = useText();
  const format = useFormat();
  const [revoking, setRevoking] = useState<Credential>();
  const { run, isPending } = useAction({ refreshes: [key] });
  const rotate = (credentialId: string) => run(() => make(() => rotateCredential({ id, credentialId })));
  return (
    <>
      <Table
        caption={t('installations.credentials')}
        rows={credentials}
        rowId={(credential) => credential.id}
        compact
        columns={[
          {
            id: 'credential',
            header: t('installations.credential'),
            isRowHeader: true,
            cell: ({ last4, created_at }) => (
              <>
                <code>pri_…{last4}</code>
                <span className="line-facts">
                  {t('installations.issuedAt')} <Moment ms={created_at} />
                </span>
              </>
            ),
          },
          {
            id: 'state',
            header: t('installations.status'),
            width: '10rem',
            cell: ({ active, revoked_at }) =>
              active ? (
                <Badge tone="good">{t('installations.inUse')}</Badge>
              ) : (
                <Badge>{t(revoked_at ? 'installations.status.revoked' : 'installations.off')}</Badge>
              ),
          },
          {
            id: 'expires',
            header: t('installations.expires'),
            numeric: true,
            isLabelled: true,
            width: '9rem',
            cell: ({ expires_at }) => (expires_at == null ? t('installations.never') : format.day(expires_at)),
          },
          {
            id: 'actions',
            header: t('installations.actions'),
            numeric: true,
            width: '7rem',
            cell: (credential) =>
              credential.active && (
                <span className="row-actions">
                  <IconButton
                    icon={RefreshCw}
                    busy={isPending}
                    label={t('installations.rotateWhich', { last4: credential.last4 })}
                    onClick={() => rotate(credential.id)}
                  />
                  <IconButton
                    icon={Ban}
                    label={t('installations.revokeWhich', { last4: credential.last4 })}
                    onClick={() => setRevoking(credential)}
                  />
                </span>
              ),
          },
        ]}
      />
      {revoking && <RevokeDialog id={id} credential={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

function RevokeDialog({ id, credential, onClose }: { id: string; credential: Credential; onClose: () => void }) {
  const t = useText();
  const { run, isPending, error } = useAction({ refreshes: [key], showsError: true });
  const { last4 } = credential;
  const revoke = () =>
    run(
      () => revokeCredential({ id, credentialId: credential.id }),
      () => {
        onClose();
        return t('installations.revokedWhich', { last4 });
      },
    );
  return (
    <ConfirmDialog
      title={t('installations.revokeWhich', { last4 })}
      phrase={last4}
      action={t('installations.revoke')}
      busy={isPending}
      error={error}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{t('installations.revokeCredentialText')}</p>
    </ConfirmDialog>
  );
}
